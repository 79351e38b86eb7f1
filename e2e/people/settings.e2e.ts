import { register } from "../../features/auth/contract.ts";
import { listBorrowers } from "../../features/borrowers/contract.ts";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { withToken, anybody } from "../api.ts";
import { logIn, openFromUserMenu, sendLogIn, storedToken } from "../login.ts";
import { newPerson } from "../new-person.ts";
import type { Visitors } from "../visitors.ts";

const settings = (page: string) => `/account/settings/${page}`;

async function arriveAsNew(visitors: Visitors, path: string) {
  const person = await newPerson();
  const page = await visitors.arrive({ expects: /\b40[149]\b/ });
  await logIn(page, person.email, person.password);
  await page.goto(path);
  return { person, page };
}
const payloadOf = async (page: Page) =>
  JSON.parse(Buffer.from((await storedToken(page))!.split(".")[1]!, "base64url").toString("utf8")) as Record<
    string,
    unknown
  >;

test("a changed name appears in the menu at once and after a reload", async ({ visitors }) => {
  const { page } = await arriveAsNew(visitors, settings("name"));
  const refreshed = page.waitForResponse((reply) => reply.url().endsWith("/auth/refresh-token") && reply.ok());
  await page.getByLabel("First name").fill("Josephine");
  await page.getByRole("button", { name: "Save" }).click();
  await refreshed;
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await page.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("banner").getByText("Josephine Journey")).toBeVisible();
  }
});

test.describe("memberships", () => {
  test("the details page shows the address and the memberships", async ({ visitors }) => {
    const page = await visitors.arrive();
    await logIn(page, "multi@example.com");
    await page.goto(settings("details"));
    const main = page.getByRole("main");
    await expect(main.getByText("multi@example.com")).toBeVisible();
    await expect(main.getByRole("row", { name: /Acme Lending.*admin/ })).toBeVisible();
    await expect(main.getByRole("row", { name: /Beta Credit.*observer/ })).toBeVisible();
  });

  test("the active membership is the one chosen here, else the stored one, else the first", async ({ visitors }) => {
    const page = await visitors.arrive();
    await logIn(page, "multi@example.com");
    const { id, memberships } = (await payloadOf(page)) as { id: string; memberships: { id: string }[] };
    const [first, second] = memberships.map((membership) => membership.id) as [string, string];
    const key = `activeMembershipID-${id}`;
    const adminLinks = async () => {
      await page.getByRole("button", { name: "User menu" }).click();
      await expect(page.getByRole("banner").getByRole("link", { name: "Account Settings" })).toBeVisible();
      const count = await page.getByRole("banner").getByRole("link", { name: "Admin", exact: true }).count();
      await page.keyboard.press("Escape");
      return count;
    };
    expect(await adminLinks(), "the first, an admin's").toBe(1);

    await page.goto(settings("details"));
    await page.getByLabel("Active membership").selectOption(second);
    expect(await adminLinks(), "at once, without a reload").toBe(0);
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe(second);
    const asked = page.waitForRequest((request) => request.url().includes("/account/borrower"));
    await page.getByRole("link", { name: "Borrowers", exact: true }).first().click();
    expect((await asked).headers()["x-membership-id"]).toBe(second);

    await page.reload();
    expect(await adminLinks(), "as stored").toBe(0);
    await page.evaluate((name) => localStorage.setItem(name, "no membership of mine"), key);
    await page.reload();
    expect(await adminLinks(), "a stored one that is none counts for nothing").toBe(1);
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, first] as const);
    await page.reload();
    expect(await adminLinks()).toBe(1);
  });

  test("the creator of an organization becomes its admin and works in it at once", async ({ visitors }) => {
    const { page } = await arriveAsNew(visitors, settings("details"));
    await page.getByRole("button", { name: "Create an organization" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Journey Home Loans");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("row", { name: /Journey Home Loans.*Active.*admin/ })).toBeVisible();
    await openFromUserMenu(page, "Admin");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin/);
  });
});

test.describe("authorization", () => {
  test("offers to connect each provider", async ({ visitors }) => {
    const { page } = await arriveAsNew(visitors, settings("authorization"));
    for (const name of ["Facebook", "GitHub", "Google", "Twitter"])
      await expect(page.getByRole("button", { name: `Connect ${name}` })).toBeVisible();
  });

  test("a password change keeps this browser logged in and logs out the others", async ({ visitors }) => {
    const { person, page } = await arriveAsNew(visitors, settings("authorization"));
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill("nine blue ladders whisper");
    await page.getByRole("button", { name: "Save new password" }).click();
    await expect(page.getByText("Incorrect current password")).toBeVisible();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Save new password" }).click();
    await expect(page.getByText("Password updated")).toBeVisible();
    expect(await withToken(person.api.token).send(listBorrowers)).toMatchObject({ status: 401 });
    await page.goto("/account/borrowers/all");
    await expect(page.getByRole("heading", { level: 1, name: "Borrowers" })).toBeVisible();
  });

  test("another device is logged out from the list, and all devices at once", async ({ visitors }) => {
    const { person, page } = await arriveAsNew(visitors, settings("authorization"));
    const other = await visitors.arrive({ expects: /\b401\b/ });
    await logIn(other, person.email, person.password);
    await page.reload();
    const rows = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
    await expect(rows.filter({ hasText: "This device" })).toBeVisible();
    const before = await rows.count();
    await rows
      .filter({ hasNotText: "This device" })
      .first()
      .getByRole("button", { name: /^Log out/ })
      .click();
    await expect(rows).toHaveCount(before - 1);

    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log out everywhere" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Log In" })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await other.goto("/account/borrowers/all");
    await other.waitForURL(/\/(error\/401|auth\/login)$/);
  });
});

test.describe("profile", () => {
  test("shows name, address and picture, and an uploaded picture replaces the identicon", async ({ visitors }) => {
    const { person, page } = await arriveAsNew(visitors, settings("profile"));
    const main = page.getByRole("main");
    await expect(main.getByText("Jo Journey")).toBeVisible();
    await expect(main.getByText(person.email)).toBeVisible();
    const picture = main.getByTestId("profile-picture");
    await expect(picture).toHaveAttribute("data-kind", "identicon");

    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/picture"));
    const mark = await readFile(new URL("../../docs/images/asset-report.png", import.meta.url));
    await page.locator('input[type="file"]').setInputFiles({ name: "me.png", mimeType: "image/png", buffer: mark });
    expect((await sent).headers()["content-type"], "S7.55").toMatch(/^multipart\/form-data; boundary=/);
    expect((await sent).headers()["authorization"]).toMatch(/^bearer /);
    await expect(picture).toHaveAttribute("data-kind", "image");
    const shown = await picture.evaluate((element) =>
      (element.querySelector("img") ?? (element as HTMLImageElement)).decode().then(() => true),
    );
    expect(shown).toBe(true);
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await expect(picture).toHaveAttribute("data-kind", "identicon");
  });

  test("a file that is not a picture is refused with a reason", async ({ visitors }) => {
    const { page } = await arriveAsNew(visitors, settings("profile"));
    const text = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("can't read this picture") };
    await page.locator('input[type="file"]').setInputFiles(text);
    await expect(page.getByRole("alert").filter({ hasText: "can't read this picture" })).toBeVisible();
  });

  test("a user's own data is a file without secrets", async ({ visitors }) => {
    const { person, page } = await arriveAsNew(visitors, settings("profile"));
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download your data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^keyturn-account-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await file.path(), "utf8")) as { person: { email: string } };
    expect(data.person.email).toBe(person.email);
    expect(JSON.stringify(data)).not.toMatch(/argon2|hash|secret/i);
  });

  test("an erased account is gone: its token and sign-in stop working, and its address is free again", async ({
    visitors,
  }) => {
    const { person, page } = await arriveAsNew(visitors, settings("profile"));
    const token = (await storedToken(page))!; // logged in above
    await page.getByRole("button", { name: "Delete your account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete your account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Log In" })).toBeVisible();
    expect(await withToken(token).send(listBorrowers)).toMatchObject({
      status: 401,
      body: { message: "NO_USER" },
    });
    await page.goto("/auth/login");
    await sendLogIn(page, person.email, person.password);
    await expect(page.getByRole("alert").filter({ hasText: "find an account with that email" })).toBeVisible();
    const { status } = await anybody().send(register, {
      firstName: "Jo",
      lastName: "Again",
      email: person.email,
      password: person.password,
    });
    expect(status).toBe(201);
  });
});

test("after logging out, no personal data stays in the browser, and Back shows no private page", async ({
  visitors,
}) => {
  const { person, page } = await arriveAsNew(visitors, "/account/borrowers/all");
  await expect(page.getByRole("heading", { level: 1, name: "Borrowers" })).toBeVisible();
  await openFromUserMenu(page, "Log Out");
  await expect(page.getByRole("heading", { level: 1, name: "You're logged out" })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const word of [person.email, person.firstName, "eyJ", "bearer"]) expect(stored).not.toContain(word);
  await page.goBack();
  await page.waitForURL("/auth/login");
  expect(await page.getByRole("main").innerText()).not.toContain(person.email);
});
