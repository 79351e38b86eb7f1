// Owns how tests go to a provider and come back, as a person in a browser would.
import { randomUUID } from "node:crypto";
import { calls } from "#app/calls.ts";
import type { Reply } from "#app/test-lender.ts";
import type { TestProduct } from "#app/test-product.ts";
import { aBrowser, type TestBrowser } from "#features/identity/server/test-browser.ts";
import type { Token } from "#features/identity/contract.ts";
import type { ProviderName } from "#features/social/contract.ts";
import type { Call } from "#kit/contract/call.ts";
import type * as z from "zod/mini";

/** Who somebody is at a provider. */
export interface There {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export function somebody(details: Partial<There> = {}): There {
  return { email: `fay.${randomUUID().slice(0, 8)}@example.org`, firstName: "Fay", lastName: "Brook", ...details };
}

type Fields = Record<string, string | undefined>;

/** A way back from a provider that a browser has not taken yet. */
export interface Trip {
  readonly call: Call;
  /** What the page would send. */
  readonly input: Fields;
  /** Takes it. */
  finish(added?: Fields, by?: TestBrowser, token?: string): Promise<Reply<z.infer<typeof Token>>>;
}

const ENDS = {
  facebook: calls.facebookAuth,
  github: calls.githubAuth,
  google: calls.googleAuth,
  twitter: calls.twitterAuth,
} as const;

/** Begins at the product, or connects with a token, and says yes at the provider. */
export async function aTrip(
  browser: TestBrowser,
  provider: ProviderName,
  person: There = somebody(),
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
      by.send(call, { ...input, ...added }, withToken) as Promise<unknown> as Promise<Reply<z.infer<typeof Token>>>, // what each of them replies
  };
}

function begin(browser: TestBrowser, provider: ProviderName, token: string | undefined) {
  if (token) return browser.send(calls.startConnection, { provider }, token);
  return provider === "twitter"
    ? browser.send(calls.twitterRequestToken)
    : browser.send(calls.startSocial, { provider });
}

/** Where the provider leads after a yes. */
export async function sayYes(authorizeURL: string, person: There): Promise<URL> {
  const form = new URLSearchParams({ ...person, decision: "authorize" });
  const reply = await fetch(authorizeURL, { method: "POST", body: form, redirect: "manual" });
  const location = reply.headers.get("location");
  if (!location) throw new Error(`the provider led nowhere: ${reply.status}`);
  return new URL(location);
}

/** The cookie of a browser that has begun something here. */
export async function rememberedCookie(browser: TestBrowser): Promise<string> {
  if (!browser.cookie()) await browser.send(calls.startSocial, { provider: "google" });
  return browser.cookie();
}

/** Somebody who signed up with a provider: who they are there, and their token. */
export async function aSocialAccount(test: TestProduct, provider: ProviderName = "google", there = somebody()) {
  const browser = aBrowser(test);
  const trip = await aTrip(browser, provider, there);
  const reply = await trip.finish();
  if (reply.status !== 200) throw new Error(`nobody could sign up: ${reply.message}`);
  return { there, browser, token: reply.body.token };
}

/** Lets a provider's stand-in fail, or work again. */
export async function steer({ sandbox }: TestProduct, provider: ProviderName, order: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  await fetch(`${sandbox.providersUrl}/_steer/${provider}`, { method: "POST", headers, body: JSON.stringify(order) });
}
