import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sendCall } from "../api.ts";
import { logIn, openFromUserMenu, sendLogIn, storedToken } from "../login.ts";
import { newPerson } from "../new-person.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();
const settings = (page: string) => `/account/settings/${page}`;

async function arriveAsNew(path: string) {
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

test("a changed name appears in the menu at once and after a reload", async () => {
  const { page } = await arriveAsNew(settings("name"));
  const refreshed = page.waitForResponse((reply) => reply.url().endsWith("/auth/refresh-token") && reply.ok());
  await page.getByLabel("First name").fill("Josephine");
  await page.getByRole("button", { name: "Save" }).click();
  await refreshed;
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("banner").getByText("Josephine Journey").waitFor();
  }
});

describe("memberships", () => {
  test("the details page shows the address and the memberships", async () => {
    const page = await visitors.arrive();
    await logIn(page, "multi@example.com");
    await page.goto(settings("details"));
    const main = page.getByRole("main");
    await main.getByText("multi@example.com").waitFor();
    await main.getByRole("row", { name: /Acme Lending.*admin/ }).waitFor();
    await main.getByRole("row", { name: /Beta Credit.*observer/ }).waitFor();
  });

  test("the active membership is the one chosen here, else the stored one, else the first", async () => {
    const page = await visitors.arrive();
    await logIn(page, "multi@example.com");
    const { id, memberships } = (await payloadOf(page)) as { id: string; memberships: { id: string }[] };
    const [first, second] = memberships.map((membership) => membership.id) as [string, string];
    const key = `activeMembershipID-${id}`;
    const adminLinks = async () => {
      await page.getByRole("button", { name: "User menu" }).click();
      await page.getByRole("banner").getByRole("link", { name: "Account Settings" }).waitFor();
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

  test("the creator of an organization becomes its admin and works in it at once", async () => {
    const { page } = await arriveAsNew(settings("details"));
    await page.getByRole("button", { name: "Create an organization" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Journey Home Loans");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByRole("row", { name: /Journey Home Loans.*Active.*admin/ }).waitFor();
    await openFromUserMenu(page, "Admin");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin/);
  });
});

describe("authorization", () => {
  test("offers to connect each provider", async () => {
    const { page } = await arriveAsNew(settings("authorization"));
    for (const name of ["Facebook", "GitHub", "Google", "Twitter"])
      await page.getByRole("button", { name: `Connect ${name}` }).waitFor();
  });

  test("a password change keeps this browser logged in and logs out the others", async () => {
    const { person, page } = await arriveAsNew(settings("authorization"));
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill("nine blue ladders whisper");
    await page.getByRole("button", { name: "Save new password" }).click();
    await page.getByText("Incorrect current password").waitFor();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Save new password" }).click();
    await page.getByText("Password updated").waitFor();
    expect(await sendCall("GET", "/account/borrower", { token: person.api.token })).toMatchObject({ status: 401 });
    await page.goto("/account/borrowers/all");
    await page.getByRole("heading", { level: 1, name: "Borrowers" }).waitFor();
  });

  test("another device is logged out from the list, and all devices at once", async () => {
    const { person, page } = await arriveAsNew(settings("authorization"));
    const other = await visitors.arrive({ expects: /\b401\b/ });
    await logIn(other, person.email, person.password);
    await page.reload();
    const rows = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
    await rows.filter({ hasText: "This device" }).waitFor();
    const before = await rows.count();
    await rows
      .filter({ hasNotText: "This device" })
      .first()
      .getByRole("button", { name: /^Log out/ })
      .click();
    await expect.poll(() => rows.count()).toBe(before - 1);

    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log out everywhere" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Log In" }).waitFor();
    expect(await storedToken(page)).toBeNull();
    await other.goto("/account/borrowers/all");
    await other.waitForURL(/\/(error\/401|auth\/login)$/);
  });
});

describe("profile", () => {
  test("shows name, address and picture, and an uploaded picture replaces the identicon", async () => {
    const { person, page } = await arriveAsNew(settings("profile"));
    const main = page.getByRole("main");
    await main.getByText("Jo Journey").waitFor();
    await main.getByText(person.email).waitFor();
    const picture = main.getByTestId("profile-picture");
    expect(await picture.getAttribute("data-kind")).toBe("identicon");

    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/picture"));
    const mark = await readFile(new URL("../../docs/images/asset-report.png", import.meta.url));
    await page.locator('input[type="file"]').setInputFiles({ name: "me.png", mimeType: "image/png", buffer: mark });
    expect((await sent).headers()["content-type"], "S7.55").toMatch(/^multipart\/form-data; boundary=/);
    expect((await sent).headers()["authorization"]).toMatch(/^bearer /);
    await expect.poll(() => picture.getAttribute("data-kind")).toBe("image");
    const shown = await picture.evaluate((element) =>
      (element.querySelector("img") ?? (element as HTMLImageElement)).decode().then(() => true),
    );
    expect(shown).toBe(true);
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await expect.poll(() => picture.getAttribute("data-kind")).toBe("identicon");
  });

  test("a file that is not a picture is refused with a reason", async () => {
    const { page } = await arriveAsNew(settings("profile"));
    const text = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("can't read this picture") };
    await page.locator('input[type="file"]').setInputFiles(text);
    await page.getByRole("alert").filter({ hasText: "can't read this picture" }).waitFor();
  });

  test("a user's own data is a file without secrets", async () => {
    const { person, page } = await arriveAsNew(settings("profile"));
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download your data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^keyturn-account-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await file.path(), "utf8")) as { person: { email: string } };
    expect(data.person.email).toBe(person.email);
    expect(JSON.stringify(data)).not.toMatch(/argon2|hash|secret/i);
  });

  test("an erased account is gone: its token and sign-in stop working, and its address is free again", async () => {
    const { person, page } = await arriveAsNew(settings("profile"));
    const token = (await storedToken(page))!; // logged in above
    await page.getByRole("button", { name: "Delete your account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete your account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete my account" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Log In" }).waitFor();
    expect(await sendCall("GET", "/account/borrower", { token })).toMatchObject({
      status: 401,
      body: { message: "NO_USER" },
    });
    await page.goto("/auth/login");
    await sendLogIn(page, person.email, person.password);
    await page.getByRole("alert").filter({ hasText: "find an account with that email" }).waitFor();
    const { status } = await sendCall("POST", "/auth/register", {
      body: { firstName: "Jo", lastName: "Again", email: person.email, password: person.password },
    });
    expect(status).toBe(201);
  });
});

test("after logging out, no personal data stays in the browser, and Back shows no private page", async () => {
  const { person, page } = await arriveAsNew("/account/borrowers/all");
  await page.getByRole("heading", { level: 1, name: "Borrowers" }).waitFor();
  await openFromUserMenu(page, "Log Out");
  await page.getByRole("heading", { level: 1, name: "You're logged out" }).waitFor();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const word of [person.email, person.firstName, "eyJ", "bearer"]) expect(stored).not.toContain(word);
  await page.goBack();
  await page.waitForURL("/auth/login");
  expect(await page.getByRole("main").innerText()).not.toContain(person.email);
});
