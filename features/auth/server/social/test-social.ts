import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import type { Reply } from "#testing/http.ts";
import { calls } from "#app/server/calls.ts";
import type { TestProduct } from "#testing/product.ts";
import { aBrowser, type TestBrowser } from "#features/auth/server/test-account.ts";
import type { ProviderName, Token } from "#features/auth/contract.ts";
import type { Call } from "#platform/contract/call.ts";

/** A user's account at a provider. */
export interface There {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export function someone(details: Partial<There> = {}): There {
  return { email: `fay.${randomUUID().slice(0, 8)}@example.org`, firstName: "Fay", lastName: "Brook", ...details };
}

type Fields = Record<string, string | undefined>;

/** A return from a provider that the browser has not sent yet. */
export interface Trip {
  readonly call: Call;
  /** What the page would send. */
  readonly input: Fields;
  /** Sends it. */
  finish(added?: Fields, by?: TestBrowser, token?: string): Promise<Reply<z.infer<typeof Token>>>;
}

const ENDS = {
  facebook: calls.facebookAuth,
  github: calls.githubAuth,
  google: calls.googleAuth,
  twitter: calls.twitterAuth,
} as const;

/** Starts a sign-in, or a connection with a token, and approves it at the provider. */
export async function aTrip(
  browser: TestBrowser,
  provider: ProviderName,
  person: There = someone(),
  token?: string,
): Promise<Trip> {
  const begun = await begin(browser, provider, token);
  if (begun.status !== 200) throw new Error(`nothing was begun: ${begun.message}`);
  const back = await sayYes(begun.body.authorizeURL, person);
  const value = (name: string) => back.searchParams.get(name) ?? "";
  const call: Call = ENDS[provider];
  const input: Fields =
    provider === "twitter"
      ? { oauth_token: value("oauth_token"), oauth_verifier: value("oauth_verifier") }
      : { code: value("code"), state: value("state") };
  return {
    call,
    input,
    finish: (added = {}, by = browser, withToken = token) =>
      by.send(call, { ...input, ...added }, withToken) as Promise<unknown> as Promise<Reply<z.infer<typeof Token>>>, // each call's reply
  };
}

function begin(browser: TestBrowser, provider: ProviderName, token: string | undefined) {
  if (token) return browser.send(calls.startConnection, { provider }, token);
  return provider === "twitter"
    ? browser.send(calls.twitterRequestToken)
    : browser.send(calls.startSocial, { provider });
}

/** Approves, and returns where the provider redirects to. */
export async function sayYes(authorizeURL: string, person: There): Promise<URL> {
  const form = new URLSearchParams({ ...person, decision: "authorize" });
  const reply = await fetch(authorizeURL, { method: "POST", body: form, redirect: "manual" });
  const location = reply.headers.get("location");
  if (!location) throw new Error(`the provider led nowhere: ${reply.status}`);
  return new URL(location);
}

/** The cookie of a browser that has started something here. */
export async function rememberedCookie(browser: TestBrowser): Promise<string> {
  if (!browser.cookie()) await browser.send(calls.startSocial, { provider: "google" });
  return browser.cookie();
}

/** A user who signed up with a provider: their account there and their token. */
export async function aSocialAccount(test: TestProduct, provider: ProviderName = "google", there = someone()) {
  const browser = aBrowser(test);
  const trip = await aTrip(browser, provider, there);
  const reply = await trip.finish();
  if (reply.status !== 200) throw new Error(`the sign-up failed: ${reply.message}`);
  return { there, browser, token: reply.body.token };
}

/** Makes a sandbox provider fail, or work again. */
export async function steer({ sandbox }: TestProduct, provider: ProviderName, order: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  await fetch(`${sandbox.providersUrl}/_steer/${provider}`, { method: "POST", headers, body: JSON.stringify(order) });
}
