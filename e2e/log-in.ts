// How a person gets in and out.
import type { Page } from "playwright-core";

/** Of every person in the sample lender (seed/people.ts). */
export const SAMPLE_PASSWORD = "keyturn-sample-2026";

/** Fills in the log-in form and sends it; does not wait for what comes of it. */
export async function sendLogIn(page: Page, email: string, password = SAMPLE_PASSWORD): Promise<void> {
  // First the field that no other form has: the page before this one may ask for an email too.
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Log In" }).click();
}

/** Logs in on the log-in page and waits until the product knows who it is. */
export async function logIn(page: Page, email: string, password = SAMPLE_PASSWORD): Promise<void> {
  await page.goto("/auth/login");
  await sendLogIn(page, email, password);
  await page.getByRole("button", { name: "User menu" }).waitFor();
}

/** Visits the log-out page and waits until nobody is in. */
export async function logOut(page: Page): Promise<void> {
  await page.goto("/auth/logout");
  await page.getByRole("heading", { level: 1, name: "You are logged out" }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).waitFor();
}

export async function openFromUserMenu(page: Page, link: string): Promise<void> {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("banner").getByRole("link", { name: link }).click();
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("token"));
}
