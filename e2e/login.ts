import type { Page } from "@playwright/test";

/** The password of every person in the sample lender (seed/people.ts). */
export const SAMPLE_PASSWORD = "keyturn-sample-2026";

/** Fills in the sign-in form and sends it; does not wait for the result. */
export async function sendLogIn(page: Page, email: string, password = SAMPLE_PASSWORD): Promise<void> {
  // Starts with the field that no other form has, because the page before may have an email field too.
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Log In" }).click();
}

/** Logs in on the sign-in page and waits until the product knows the user. */
export async function logIn(page: Page, email: string, password = SAMPLE_PASSWORD): Promise<void> {
  await page.goto("/auth/login");
  await sendLogIn(page, email, password);
  await page.getByRole("button", { name: "User menu" }).waitFor();
}

/** Visits the logout page and waits until the user is logged out. */
export async function logOut(page: Page): Promise<void> {
  await page.goto("/auth/logout");
  await page.getByRole("heading", { level: 1, name: "You're logged out" }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).waitFor();
}

export async function openFromUserMenu(page: Page, link: string): Promise<void> {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("banner").getByRole("link", { name: link }).click();
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("token"));
}
