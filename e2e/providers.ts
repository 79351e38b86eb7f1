// The providers in the sandbox, of bank data and of social sign-in: reads their state, and acts on their pages.
import { expect, type Page } from "@playwright/test";
import { SANDBOX_DEFAULTS } from "../sandbox/sandbox.ts";

export interface ProviderAccount {
  name: string;
  mask: string;
  balances: { current: number };
  transactions: { amount: number }[];
}

/** The accounts of a report as the sandbox sent them. */
export async function providerAccounts(sandboxUrl: string, providerReportId: string): Promise<ProviderAccount[]> {
  const reply = await fetch(`${sandboxUrl}/_state/plaid/reports/${providerReportId}`);
  const { reply: sent } = (await reply.json()) as { reply: { report: { items: { accounts: ProviderAccount[] }[] } } };
  return sent.report.items.flatMap(({ accounts }) => accounts);
}

interface ProviderItem {
  accessToken: string;
  person: { fullName: string };
}

/** This person's newest bank requires a new sign-in. This uses the provider's own test call. */
export async function resetLogIn(
  sandboxUrl: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const page = await (await fetch(sandboxUrl)).text();
  const paths = [...page.matchAll(/href="(\/_state\/plaid\/items\/[^"]+)"/g)].map(([, path = ""]) => path);
  const items = await Promise.all(
    paths.map(async (path) => (await (await fetch(sandboxUrl + path)).json()) as ProviderItem),
  );
  const item = items.find(({ person }) => person.fullName === `${firstName} ${lastName}`);
  if (!item) throw new Error(`${firstName} ${lastName} has no bank in the sandbox`);
  const { plaid } = SANDBOX_DEFAULTS;
  const reply = await fetch(`${sandboxUrl}/plaid/sandbox/item/reset_login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: plaid.clientId, secret: plaid.secret, access_token: item.accessToken }),
  });
  if (!reply.ok) throw new Error(`the sandbox refused: ${await reply.text()}`);
}

export const SOCIAL = ["Facebook", "GitHub", "Google", "Twitter"] as const;
export type Social = (typeof SOCIAL)[number];

export interface SocialPerson {
  email: string;
  firstName: string;
  lastName: string;
}

let made = 0;

/** A person without an account at any provider or here. */
export function somebodySocial(): SocialPerson {
  return { email: `social.${process.pid}.${++made}@example.org`, firstName: "Sol", lastName: "Social" };
}

/** Signs in on the provider's page and agrees. */
export async function authorize(page: Page, person: SocialPerson): Promise<void> {
  await expect(page.getByRole("button", { name: "Authorize" })).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByRole("button", { name: "Authorize" }).click();
}

/** Goes from the sign-in page to the provider and back. */
export async function continueWith(page: Page, social: Social, person: SocialPerson): Promise<void> {
  await page.goto("/auth/login");
  await page.getByRole("button", { name: `Continue with ${social}` }).click();
  await authorize(page, person);
}
