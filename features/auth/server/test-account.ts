import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { expect, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { anonymous, type Person } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import { createMailLink } from "./email-tokens/email-tokens.ts";
import type { EmailPurpose } from "./schema.ts";
import type { Reply } from "#testing/http.ts";
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";

type Mailed = ReturnType<TestProduct["sandbox"]["mailbox"]["list"]>[number];

export const PASSWORD = "four brown kettles in a row";

/** How long a code of an authenticator app is valid. */
const STEP_MS = 30_000;
/** How long a call may take on a busy machine. */
const TURN_MS = 10_000;

type Typed = Record<"firstName" | "lastName" | "email" | "password", string> & { readonly company: string | null };

/** What the form would send for a new user. */
export function aNewcomer(details: Partial<Typed> = {}) {
  const email = `mira.${randomUUID().slice(0, 8)}@example.org`;
  return { firstName: "Mira", lastName: "Okafor", email, password: PASSWORD, ...details };
}

/** A registered user whose address is not confirmed yet. */
export async function anAccount(test: TestProduct, details: Parameters<typeof aNewcomer>[0] = {}) {
  const newcomer = aNewcomer(details);
  const reply = await anonymous(test).send(calls.register, newcomer);
  if (reply.status !== 201) throw new Error(`an account could not be made: ${reply.message}`);
  return newcomer;
}

/** The same with a confirmed address. */
export async function aConfirmedAccount(test: TestProduct, details: Parameters<typeof aNewcomer>[0] = {}) {
  const account = await anAccount(test, details);
  await test.asOwner("update users set email_confirmed = true where email = $1", [account.email]);
  return account;
}

/** Emails to this address, newest first. */
export function mailsTo({ sandbox }: Pick<TestProduct, "sandbox">, address: string): Mailed[] {
  return sandbox.mailbox.list().filter(({ To }) => To.some(({ Address }) => Address === address));
}

/** Waits until this many emails arrived at the address and returns the newest. */
export function mailTo(test: Pick<TestProduct, "sandbox">, address: string, count = 1): Promise<Mailed> {
  return mailAbout(test, address, "", count);
}

/** The same for emails with this subject, because emails of different kinds arrive in any order. */
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

/** Every address of the site in an email, without duplicates. */
export function linksIn({ Text, HTML }: Mailed): URL[] {
  const found = [...`${Text} ${HTML}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
  return [...new Set(found)].map((link) => new URL(link));
}

/** The token of the confirm link, as a mail reader would find it. */
export function tokenIn(mail: Mailed): string {
  const token = linksIn(mail)[0]?.searchParams.get("token");
  if (!token) throw new Error("the mail has no link with a token");
  return token;
}

/** The token's payload, unverified, as the browser reads it. */
export function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as Record<string, unknown>;
}

/** Gives a user this password, however they signed up. */
export async function givePassword(test: TestProduct, userId: string, password = PASSWORD): Promise<void> {
  const hash = await test.product.ctx.passwords.hash(password);
  await test.asOwner("update users set password_hash = $2 where id = $1", [userId, hash]);
}

/** The token of a link of this purpose, as the email would contain it. */
export async function aLinkToken(test: TestProduct, userId: string, purpose: EmailPurpose): Promise<string> {
  // A link that is still to be emailed would end this one.
  await vi.waitFor(
    async () => {
      const queued = await test.asOwner(
        "select name from jobs.job where name like 'identity.%' and data->>'userId' = $1 and state < 'completed'",
        [userId],
      );
      expect(queued).toEqual([]);
    },
    { timeout: 20_000, interval: 50 },
  );
  await test.asOwner("update mail_tokens set created_at = created_at - interval '2 hours' where user_id = $1", [
    userId,
  ]);
  const { url } = await createMailLink(test.product.ctx, userId, purpose);
  return new URL(url).searchParams.get("token")!; // its only parameter
}

/** An authenticator app set up by the reply of the begin call. */
export function anAuthenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  /** @param steps half minutes from now */
  return { code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * STEP_MS }) };
}

/** Sets up a second factor for this user and returns the authenticator and the recovery codes. */
export async function withSecondFactor(test: TestProduct, person: Pick<Person, "send">) {
  const begun = await person.send(calls.beginSecondFactor);
  if (begun.status !== 200) throw new Error(`no second factor could be begun: ${begun.message}`);
  const authenticator = anAuthenticator(begun.body.secret);
  const confirmed = await person.send(calls.confirmSecondFactor, { code: authenticator.code() });
  if (confirmed.status !== 200) throw new Error(`no second factor could be confirmed: ${confirmed.message}`);
  // As if it was set up earlier: the code of this half minute can still be used.
  await test.asOwner(`update second_factors set last_step = last_step - 1
    where user_id = (select user_id from second_factors order by enabled_at desc nulls last limit 1)`);
  return { ...authenticator, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Waits when a half minute is about to end, so that what follows is in one. */
export async function clearOfTheTurn(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < TURN_MS) await setTimeout(left);
}

/** Removes the second factor. */
export async function withoutSecondFactor(test: TestProduct, userId: string): Promise<void> {
  await test.asOwner("delete from second_factors where user_id = $1", [userId]);
}

export interface TestBrowser {
  send<C extends Call>(call: C, input?: Input<C>, token?: string): Promise<Reply<ReplyOf<C>>>;
  /** The cookie it would send, as `name=value`. Empty before the server set one. */
  cookie(): string;
}

export function aBrowser(test: TestProduct): TestBrowser {
  let cookie = "";
  return {
    async send(call, input, token) {
      const headers = { ...(cookie && { cookie }), ...(token && { authorization: `bearer ${token}` }) };
      const reply = await anonymous(test, headers).send(call, input);
      cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? cookie;
      return reply;
    },
    cookie: () => cookie,
  };
}

/** A mail server address that refuses connections until it forwards them to the real one. */
export async function openMailLine() {
  let target: URL | null = null;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => socket.destroy()));
    if (target === null) return socket.end("421 try again later\r\n");
    const onward = connect(Number(target.port), target.hostname).on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
    return socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letThrough(url: string) {
      target = new URL(url);
    },
    /** Also closes open connections. */
    refuse() {
      target = null;
      for (const socket of open) socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
