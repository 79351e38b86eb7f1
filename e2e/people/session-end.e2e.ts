// What a user was typing when their session ended, by the server or by time.
import { expect, type Page } from "@playwright/test";
import { endAllDevices } from "../../features/auth/contract.ts";
import { test } from "../fixtures.ts";
import { logIn, sendLogIn } from "../login.ts";
import { newPerson } from "../new-person.ts";

async function logInAgain(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.waitForURL("**/error/401");
  await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
  await sendLogIn(page, email, password);
  await expect(page.getByTestId("toast").filter({ hasText: "Your draft is back" })).toBeVisible();
}

test("a new borrower typed into an ended session is still there after the sign-in, and can be created", async ({
  visitors,
}) => {
  const person = await newPerson();
  const page = await visitors.arrive({ expects: /\b401\b/ });
  await logIn(page, person.email, person.password);
  await page.goto("/account/borrowers/create");
  await page.getByLabel("First name").first().fill("Dana");
  await page.getByLabel("Last name").first().fill("Cole");
  await page.getByLabel("Email").first().fill("dana.cole@example.net");
  await person.api.send(endAllDevices);
  await page.getByRole("button", { name: "Create Borrower" }).click();
  await logInAgain(page, person);
  await expect(page.getByLabel("Last name").first()).toHaveValue("Cole");
  await page.getByRole("button", { name: "Create Borrower" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dana Cole" })).toBeVisible();
});
