// Owns how tests open accounts and read the mail about them, as a person would.
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { vi } from "vitest";
import { calls } from "#app/calls.ts";
import { nobody, type Person } from "#app/test-lender.ts";
import type { TestProduct } from "#app/test-product.ts";
import { createMailLink } from "./mail-links/mail-links.ts";
import type { MailPurpose } from "./tables.ts";

type Mailed = ReturnType<TestProduct["sandbox"]["mailbox"]["list"]>[number];

export const PASSWORD = "four brown kettles in a row";

/** How long a code of an authenticator app is the present one. */
const STEP_MS = 30_000;
/** What a call on a busy machine may take. */
const TURN_MS = 3_000;

/** What the form would send for a new person. */
export function aNewcomer(details: Partial<Record<"firstName" | "lastName" | "email" | "password", string>> = {}) {
  const email = `mira.${randomUUID().slice(0, 8)}@example.org`;
  return { firstName: "Mira", lastName: "Okafor", email, password: PASSWORD, ...details };
}

/** A registered person; the address is not confirmed yet. */
export async function anAccount(test: TestProduct, details: Parameters<typeof aNewcomer>[0] = {}) {
  const newcomer = aNewcomer(details);
  const reply = await nobody(test).send(calls.register, newcomer);
  if (reply.status !== 201) throw new Error(`an account could not be made: ${reply.message}`);
  return newcomer;
}

/** The same, its address shown to be theirs. */
export async function aConfirmedAccount(test: TestProduct, details: Parameters<typeof aNewcomer>[0] = {}) {
  const account = await anAccount(test, details);
  await test.asOwner("update users set email_confirmed = true where email = $1", [account.email]);
  return account;
}

/** Mails to this address, newest first. */
export function mailsTo({ sandbox }: Pick<TestProduct, "sandbox">, address: string): Mailed[] {
  return sandbox.mailbox.list().filter(({ To }) => To.some(({ Address }) => Address === address));
}

/** Waits until so many mails came to this address; the newest of them. */
export function mailTo(test: Pick<TestProduct, "sandbox">, address: string, count = 1): Promise<Mailed> {
  return mailAbout(test, address, "", count);
}

/** The same of those with these words as subject: mails of different kinds overtake each other. */
export function mailAbout(
  test: Pick<TestProduct, "sandbox">,
  address: string,
  words: string,
  count = 1,
): Promise<Mailed> {
  return vi.waitFor(
    () => {
      const [newest, ...before] = mailsTo(test, address).filter(({ Subject }) => Subject.includes(words));
      if (!newest || before.length + 1 < count) throw new Error(`no mail number ${count} to ${address}: ${words}`);
      return newest;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Every address of the site in a mail, once each. */
export function linksIn({ Text, HTML }: Mailed): URL[] {
  const found = [...`${Text} ${HTML}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
  return [...new Set(found)].map((link) => new URL(link));
}

/** The token of the confirm link, and whatever a mail reader would make of it. */
export function tokenIn(mail: Mailed): string {
  const token = linksIn(mail)[0]?.searchParams.get("token");
  if (!token) throw new Error("the mail has no link with a token");
  return token;
}

/** All that a token says, unverified, as the browser reads it. */
export function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as Record<string, unknown>;
}

/** Gives a person this password, whatever way they came in before. */
export async function givePassword(test: TestProduct, userId: string, password = PASSWORD): Promise<void> {
  const hash = await test.product.identity.passwords.hash(password);
  await test.asOwner("update users set password_hash = $2 where id = $1", [userId, hash]);
}

/** The link of this purpose, as the mail would bring it: its token. */
export async function aLinkToken(test: TestProduct, userId: string, purpose: MailPurpose): Promise<string> {
  await test.asOwner("update mail_tokens set created_at = created_at - interval '2 hours' where user_id = $1", [
    userId,
  ]);
  const { url } = await createMailLink(test.product.identity, userId, purpose);
  return new URL(url).searchParams.get("token")!; // its only parameter
}

/** An authenticator app that was set up by the begin call's reply. */
export function anAuthenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  /** @param steps so many half minutes from now */
  return { code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * STEP_MS }) };
}

/** Sets a second factor up for this person and gives the authenticator and the recovery codes. */
export async function withSecondFactor(test: TestProduct, person: Pick<Person, "send">) {
  const begun = await person.send(calls.beginSecondFactor);
  if (begun.status !== 200) throw new Error(`no second factor could be begun: ${begun.message}`);
  const authenticator = anAuthenticator(begun.body.secret);
  await clearOfTheTurn();
  const confirmed = await person.send(calls.confirmSecondFactor, { code: authenticator.code(-1) });
  if (confirmed.status !== 200) throw new Error(`no second factor could be confirmed: ${confirmed.message}`);
  return { ...authenticator, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Waits where a half minute is about to end: a code of the one before would be two old when it arrives. */
async function clearOfTheTurn(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < TURN_MS) await setTimeout(left);
}

/** As if none had been set up. */
export async function withoutSecondFactor(test: TestProduct, userId: string): Promise<void> {
  await test.asOwner("delete from second_factors where user_id = $1", [userId]);
}
