// Passkeys with Chromium's virtual authenticator, which answers as a phone's fingerprint sensor does.
import { expect, type Page } from "@playwright/test";
import { findingsOn } from "../accessibility.ts";
import { test } from "../fixtures.ts";
import { logIn, logOut } from "../login.ts";
import { newestMailTo, newPerson } from "../new-person.ts";

const AUTHORIZATION = "/account/settings/authorization";

/** Gives the page's browser an authenticator with a fingerprint sensor. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the finger is the right one. */
    recognize: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

const isIn = (page: Page) => expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
const continueWithPasskey = (page: Page) => page.getByRole("button", { name: "Continue with a passkey" }).click();

test("a person adds a passkey, logs in with it alone, renames it and deletes it", async ({ visitors }) => {
  const person = await newPerson();
  const page = await visitors.arrive({ expects: /\b409\b/ });
  await withAuthenticator(page);
  await logIn(page, person.email, person.password);
  await page.goto(AUTHORIZATION);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
  await expect(passkeys).toContainText("Chrome on Linux");
  await expect(passkeys).toContainText("not used yet");
  await newestMailTo(person.email, "A passkey was added");
  expect(await findingsOn(page)).toEqual([]);

  await logOut(page);
  await page.goto("/auth/login");
  await continueWithPasskey(page);
  await isIn(page);

  await page.goto(AUTHORIZATION);
  await expect(passkeys).toContainText("last used");
  await page.getByRole("button", { name: "Rename Chrome on Linux" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Office laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(passkeys).toContainText("Office laptop");

  await page.getByRole("button", { name: "Delete Office laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete passkey" }).click();
  await expect(passkeys).toBeHidden();
  await newestMailTo(person.email, "A passkey was deleted");

  // The device still has it, and the product refuses it.
  await logOut(page);
  await page.goto("/auth/login");
  await continueWithPasskey(page);
  await expect(page.getByText("We couldn't verify this passkey. Try again, or log in another way.")).toBeVisible();
});

test("a wrong finger is refused, and the page says what to do", async ({ visitors }) => {
  const person = await newPerson();
  const page = await visitors.arrive();
  const authenticator = await withAuthenticator(page);
  await logIn(page, person.email, person.password);
  await page.goto(AUTHORIZATION);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();

  await logOut(page);
  await authenticator.recognize(false);
  await page.goto("/auth/login");
  await continueWithPasskey(page);
  await expect(page.getByText("No passkey was used. Try again, or choose another way.")).toBeVisible();
  await authenticator.recognize(true);
  await continueWithPasskey(page);
  await isIn(page);
});

test("a person who must confirm their identity may use the passkey in place of the password", async ({ visitors }) => {
  const person = await newPerson();
  const page = await visitors.arrive({ expects: /\b409\b/ });
  await withAuthenticator(page);
  await logIn(page, person.email, person.password);
  await page.goto(AUTHORIZATION);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toBeVisible();

  // As half an hour later: the server says so, and the second try goes through.
  let isRefused = false;
  await page.route("**/api/latest/account/second-factor/begin", async (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    return route.fulfill({ status: 409, json: { message: "REAUTHENTICATION_REQUIRED" } });
  });
  await page.getByRole("button", { name: "Set up two-factor" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
});
