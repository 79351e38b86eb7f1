import { listBorrowers } from "../../features/borrowers/contract.ts";
import * as auth from "../../features/auth/contract.ts";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { anybody, withToken } from "../api.ts";
import { logIn, logOut, sendLogIn, storedToken } from "../login.ts";
import { linkIn, mailsTo, newestMailTo, newPerson, tokenIn } from "../new-person.ts";
import { Secret, TOTP } from "otpauth";

const NEW_PASSWORD = "nine blue ladders whisper";
const REFUSED = /\b40[13]\b/;
const isIn = (page: Page) => expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
const enter = (email: string, password: string) => anybody().send(auth.logIn, { email, password });

async function askForReset(page: Page, email: string): Promise<void> {
  await page.goto("/auth/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check your email" })).toBeVisible();
}

test.describe("a forgotten password", () => {
  test("is reset by the emailed link, and the old password and all sessions end", async ({ visitors }) => {
    const person = await newPerson();
    const page = await visitors.arrive();
    await askForReset(page, person.email);
    const link = linkIn(await newestMailTo(person.email, "Set a new password"));
    expect(link.pathname).toBe("/auth/password-reset");

    await page.goto(link.href);
    await expect(page.getByRole("button", { name: "Reset password" })).toBeVisible();
    expect(page.url(), "the token has left the address").not.toContain("token");
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Reset password" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Password updated" })).toBeVisible();

    expect((await enter(person.email, person.password)).status).toBe(401);
    expect(await withToken(person.api.token).send(listBorrowers)).toMatchObject({ status: 401 });
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await sendLogIn(page, person.email, NEW_PASSWORD);
    await isIn(page);
    await expect
      .poll(async () => (await mailsTo(person.email)).map(({ Subject }) => Subject).join())
      .toContain("Your password was changed");
  });

  test("has a link that works once, and a used link leads to the page that says so", async ({ visitors }) => {
    const person = await newPerson();
    const page = await visitors.arrive({ expects: /\b410\b/ });
    await askForReset(page, person.email);
    const link = linkIn(await newestMailTo(person.email, "Set a new password"));
    await anybody().send(auth.resetPasswordComplete, { token: tokenIn(link), password: NEW_PASSWORD });
    await page.goto(link.href);
    await page.getByLabel("New password").fill("yet another sentence here");
    await page.getByRole("button", { name: "Reset password" }).click();
    await page.waitForURL("/auth/bad-link");
    expect((await enter(person.email, NEW_PASSWORD)).status).toBe(200);
  });

  test("must follow the password rules, and the link stays valid", async ({ visitors }) => {
    const person = await newPerson();
    const page = await visitors.arrive({ expects: /\b400\b/ });
    await askForReset(page, person.email);
    await page.goto(linkIn(await newestMailTo(person.email, "Set a new password")).href);
    await page.getByLabel("New password").fill("passwordpassword");
    await page.getByRole("button", { name: "Reset password" }).click();
    await expect(page.getByText("too common")).toBeVisible();
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Reset password" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Password updated" })).toBeVisible();
  });

  test("shows the same message for an address without an account, and sends no email", async ({ visitors }) => {
    const page = await visitors.arrive();
    await askForReset(page, "unknown.journey@example.org");
    await expect(page.getByText("If unknown.journey@example.org has an account")).toBeVisible();
    expect(await mailsTo("unknown.journey@example.org")).toEqual([]);
  });

  test("gets its link by email automatically when PASSWORD_CHANGE_REQUIRED is returned", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: REFUSED });
    await page.goto("/auth/login");
    await sendLogIn(page, "change@example.com");
    await expect(page.getByRole("alert").filter({ hasText: "Set a new password to log in" })).toBeVisible();
    expect(linkIn(await newestMailTo("change@example.com", "Set a new password")).pathname).toBe(
      "/auth/password-reset",
    );
    expect(await storedToken(page)).toBeNull();
  });
});

test("a stranger's guesses lock the account for others but not in the owner's browser, and the owner gets an email", async ({
  visitors,
}) => {
  const person = await newPerson();
  const owner = await visitors.arrive({ expects: REFUSED });
  await logIn(owner, person.email, person.password);
  await logOut(owner);

  const stranger = await visitors.arrive({ expects: REFUSED });
  await stranger.goto("/auth/login");
  for (let guess = 1; guess <= 5; guess++) {
    await sendLogIn(stranger, person.email, `guess number ${guess}`);
    const words = guess < 5 ? "Incorrect email or password" : "Your account is locked";
    await expect(stranger.getByRole("alert").filter({ hasText: words })).toBeVisible();
  }
  await sendLogIn(stranger, person.email, person.password);
  await expect(stranger.getByRole("alert").filter({ hasText: "Your account is locked" })).toBeVisible();
  await newestMailTo(person.email, "Your account was locked");

  await owner.goto("/auth/login");
  await sendLogIn(owner, person.email, person.password);
  await isIn(owner);
});

test("the second factor is set up with a QR code, required at sign-in, and its recovery codes work once", async ({
  visitors,
}) => {
  const person = await newPerson();
  const page = await visitors.arrive({ expects: REFUSED });
  await logIn(page, person.email, person.password);
  await page.goto("/account/settings/authorization");
  await page.getByRole("button", { name: "Set up two-factor" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = (await page.locator("code").first().innerText()).replaceAll(/\s/g, "");
  await page.getByLabel("Code").fill(codeOf(secret, -1));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: "I've saved them" })).toBeVisible();
  const codes = await page.getByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  const again = async (code: string) => {
    await logOut(page);
    await page.goto("/auth/login");
    await sendLogIn(page, person.email, person.password);
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Log In" }).click();
  };
  await again("000000");
  await expect(page.getByText("Incorrect or expired code")).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await page.getByLabel("Code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Log In" }).click();
  await isIn(page);
  await again(codes[0]!);
  await isIn(page);
  await again(codes[0]!);
  await expect(page.getByText("Incorrect or expired code")).toBeVisible();
});

/**
 * What an authenticator app shows for a secret.
 * @param steps how many half minutes from now, because each code works once
 */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}
