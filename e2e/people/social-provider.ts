// Acts on a social provider's page, and steers the provider in the sandbox.
import type { Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";

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
  await page.getByRole("button", { name: "Authorize" }).waitFor();
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

/** Makes one sandbox provider fail until the test ends. */
export async function steerSocial(social: Social, order: Record<string, unknown>): Promise<void> {
  const { sandboxUrl } = inject("stand");
  onTestFinished(async () => {
    await fetch(`${sandboxUrl}/_steer/reset`, { method: "POST" });
  });
  const reply = await fetch(`${sandboxUrl}/_steer/${social.toLowerCase()}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  if (!reply.ok) throw new Error(`the sandbox refused: ${await reply.text()}`);
}
