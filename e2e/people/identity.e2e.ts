import { listBorrowers } from "../../features/borrowers/contract.ts";
import { confirmEmail } from "../../features/auth/contract.ts";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { anybody, withToken } from "../api.ts";
import { fillBorrower } from "../borrower-pages.ts";
import { logIn, openFromUserMenu, sendLogIn, storedToken } from "../login.ts";
import { linkIn, newestMailTo, newPerson, type NewPerson, somebodyNew, tokenIn } from "../new-person.ts";

const REFUSED = /\b401\b/;

async function register(page: Page, { firstName, lastName, email, password }: NewPerson): Promise<void> {
  await page.goto("/auth/register");
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Register" }).click();
}

/** Stores a token as a browser may hold it: the page can read it, but its signature is not valid. */
async function storeToken(page: Page, expiresAt: Date): Promise<void> {
  const payload = { id: crypto.randomUUID(), firstName: "Old", lastName: "Token", email: "old@example.org" };
  const claims = { ...payload, memberships: [], exp: Math.floor(expiresAt.getTime() / 1000), iat: 0 };
  const token = ["e30", Buffer.from(JSON.stringify(claims)).toString("base64url"), "c2ln"].join(".");
  await page.evaluate((value) => localStorage.setItem("token", value), token);
}

test.describe("a new account", () => {
  test("is registered, confirmed by the emailed link, and then opens for its owner", async ({ visitors }) => {
    const someone = somebodyNew();
    const page = await visitors.arrive();
    await register(page, someone);
    await page.waitForURL("/auth/awaiting-confirmation");
    await expect(page.getByRole("main").getByText(someone.email)).toBeVisible();

    await page.goto(linkIn(await newestMailTo(someone.email)).href);
    await page.waitForURL("/auth/email-confirmed");
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await sendLogIn(page, someone.email, someone.password);
    await page.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("banner").getByText("Jo Journey")).toBeVisible();
    await expect(page.getByRole("banner").getByText(someone.email)).toBeVisible();
  });

  test("can look around before it is confirmed, and sees why it cannot write yet", async ({ visitors }) => {
    const someone = somebodyNew();
    const page = await visitors.arrive();
    await register(page, someone);
    await page.waitForURL("/auth/awaiting-confirmation");
    const first = linkIn(await newestMailTo(someone.email));
    await logIn(page, someone.email, someone.password);
    const bar = page.getByRole("region", { name: "Confirm your address" });
    await expect(bar.getByText(someone.email)).toBeVisible();

    await page.goto("/account/borrowers/create");
    await fillBorrower(page, { firstName: "Too", lastName: "Early", email: "too.early@example.net" });
    const create = page.getByRole("button", { name: "Create Borrower" });
    await expect(create).toHaveAttribute("aria-disabled", "true");
    await expect(create).toHaveAttribute("title", /Confirm your email first/);

    await bar.getByRole("button", { name: "Resend email" }).click();
    await expect(bar.getByText("Sent.")).toBeVisible();
    await expect.poll(async () => linkIn(await newestMailTo(someone.email)).href).not.toBe(first.href);
    const { status } = await anybody().send(confirmEmail, { token: tokenIn(first) });
    expect(status, "the first link has ended").toBe(410);

    const second = await page.context().newPage();
    await second.goto(linkIn(await newestMailTo(someone.email)).href);
    await second.waitForURL("/auth/email-confirmed");
    await expect(bar).toBeHidden();
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await expect(page.getByRole("heading", { name: "Too Early", level: 1 })).toBeVisible();
  });

  test("cannot be created twice with one address, nor with a common password", async ({ visitors }) => {
    const { email } = await newPerson();
    const page = await visitors.arrive({ expects: /\b40[09]\b/ });
    await register(page, { ...somebodyNew(), email });
    await expect(page.getByRole("alert").filter({ hasText: "already exists" })).toBeVisible();
    await page.getByLabel("Password").fill("passwordpassword");
    await page.getByLabel("Email").fill(somebodyNew().email);
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByText("too common")).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/register$/);
  });
});

test.describe("logging in", () => {
  for (const [what, email, password, words] of [
    ["a wrong password", "registered@example.com", "not the password", "Incorrect email or password"],
    ["an unknown address", "unknown@example.com", "not the password", "find an account with that email"],
    ["a locked account", "locked@example.com", undefined, "Your account is locked"],
    ["an account that needs a new password", "change@example.com", undefined, "Set a new password to log in"],
  ] as const) {
    test(`with ${what} shows what to do and stores nothing`, async ({ visitors }) => {
      const page = await visitors.arrive({ expects: REFUSED });
      await page.goto("/auth/login");
      await sendLogIn(page, email, password);
      await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
      await expect(page).toHaveURL(/\/auth\/login$/);
      expect(await storedToken(page)).toBeNull();
    });
  }

  test("returns a user to the private page that they requested, once", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/account/borrowers/all?status=invited");
    await page.waitForURL("/auth/login");
    const stored = () => page.evaluate(() => localStorage.getItem("redirectURL"));
    expect(await stored()).toBe("/account/borrowers/all?status=invited");
    await sendLogIn(page, "registered@example.com");
    await page.waitForURL("/account/borrowers/all?status=invited");
    expect(await stored()).toBeNull();
  });
});

test.describe("a session ends", () => {
  test("by logging out: the browser stores nothing, and the token is no longer accepted", async ({ visitors }) => {
    const page = await visitors.arrive();
    await logIn(page, "registered@example.com");
    const token = (await storedToken(page))!; // logIn has waited for it
    expect((await withToken(token).send(listBorrowers)).status).toBe(200);
    const reported = page.waitForResponse((reply) => reply.url().endsWith("/auth/logout") && reply.ok());
    await openFromUserMenu(page, "Log Out");
    await expect(page.getByRole("banner").getByRole("link", { name: "Log In" })).toBeVisible();
    await reported;
    expect(await storedToken(page)).toBeNull();
    const replayed = await withToken(token).send(listBorrowers);
    expect(replayed).toMatchObject({ status: 401, body: { message: "INVALID_JWT" } });
  });

  test("when its time is over, while the page is open", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.clock.install();
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/all");
    // A request in progress would be refused, and the browser would report that in the console.
    await page.waitForLoadState("networkidle");
    await page.clock.fastForward("13:00:00");
    await page.waitForURL("/auth/login");
    expect(await storedToken(page)).toBeNull();
  });

  test("when the browser still has an expired token", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/");
    await storeToken(page, new Date(Date.now() - 1000));
    await page.goto("/account/borrowers/all");
    await page.waitForURL("/auth/login");
    expect(await storedToken(page)).toBeNull();
  });

  test("when the server refuses the token, with a way to log in again", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: REFUSED });
    await page.goto("/");
    await storeToken(page, new Date(Date.now() + 3_600_000));
    await page.goto("/account/borrowers/all");
    await page.waitForURL("/error/401");
    await expect(page.getByRole("heading", { name: "401", level: 1 })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await sendLogIn(page, "registered@example.com");
    await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
    await page.goto("/account/borrowers/all");
    await expect(page.getByRole("table", { name: "Borrowers" })).toBeVisible();
  });
});

test("an invalid link opens the page that says so", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: /\b410\b/ });
  await page.goto("/auth/confirm-email?token=never-mailed");
  await page.waitForURL("/auth/bad-link");
  await expect(page.getByRole("heading", { level: 1, name: "This link has expired" })).toBeVisible();
});
