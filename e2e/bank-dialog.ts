import type { Locator, Page } from "playwright-core";

export interface BankLogIn {
  username: string;
  password?: string;
}

/** Presses Connect bank and waits for the form of the dialog. */
export async function openBankDialog(page: Page, button = "Connect bank"): Promise<Locator> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").waitFor();
  return dialog;
}

export async function sendBankLogIn(dialog: Locator, { username, password = "pass_good" }: BankLogIn): Promise<void> {
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

/** Goes through the dialog: sign-in, all accounts, and back on the page. */
export async function shareBank(page: Page, logIn: BankLogIn, button?: string): Promise<void> {
  const dialog = await openBankDialog(page, button);
  await sendBankLogIn(dialog, logIn);
  await dialog.getByRole("checkbox").first().waitFor();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Connects a bank from start to end, until the report's page shows the connection. */
export async function connectBank(page: Page, logIn: BankLogIn): Promise<void> {
  await shareBank(page, logIn);
  await page.getByText("Ready to generate").waitFor();
}
