// Owns the inventory of scripts: which of them each page may ask for, and whom they bring along. Server, browser and
// journeys read it.
import type { WebConfig } from "#kit/contract/web-config.ts";

export type ScriptName = keyof WebConfig["scripts"];

/** On every page; beyond it only what stands in the table. */
const EVERYWHERE: ScriptName = "recaptcha";
/** By path as the router writes it: `$id`. */
const ALSO: Readonly<Record<string, readonly ScriptName[]>> = {
  "/": ["stripe"],
  "/account/billing/subscription": ["stripe"],
  "/admin/billing/subscription": ["stripe"],
  "/borrower/$id": ["plaidLink", "markdownRenderer"],
  "/borrower/asset-report/$id": ["plaidLink"],
  "/account/posts/all": ["markdownRenderer"],
  "/account/posts/create": ["markdownEditor", "markdownRenderer"],
  "/account/posts/edit/$id": ["markdownEditor", "markdownRenderer"],
  "/admin/posts/create": ["markdownEditor", "markdownRenderer"],
  "/admin/posts/edit/$id": ["markdownEditor", "markdownRenderer"],
  "/version": ["markdownEditor", "markdownRenderer"],
};

/** They write markup of their own into the page. */
const PROVIDERS: readonly ScriptName[] = ["stripe", "plaidLink"];

const table = Object.entries(ALSO).map(
  ([path, names]) => [new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+")}/?$`), names] as const,
);
const providerPages = table.filter(([, names]) => names.some((name) => PROVIDERS.includes(name)));

/** @param path of an address, without its query */
export function scriptsAt(path: string): ScriptName[] {
  return [EVERYWHERE, ...table.flatMap(([pattern, names]) => (pattern.test(path) ? names : []))];
}

export function runsProviderScript(path: string): boolean {
  return providerPages.some(([pattern]) => pattern.test(path));
}

interface Companions {
  readonly scripts?: readonly string[];
  readonly frames?: readonly string[];
  readonly connects?: readonly string[];
}

/** By the origin that a script is configured from. A stand-in keeps to its own. */
const COMPANIONS: Readonly<Record<string, Companions>> = {
  // cloud.google.com/recaptcha/docs/faq, "I'm using Content-Security-Policy"
  "https://www.google.com": { scripts: ["https://www.gstatic.com"], frames: ["https://recaptcha.google.com"] },
  "https://www.recaptcha.net": { scripts: ["https://www.gstatic.com"], frames: ["https://recaptcha.google.com"] },
  // docs.stripe.com/security/guide, "Content Security Policy"
  "https://js.stripe.com": {
    scripts: ["https://*.js.stripe.com"],
    frames: ["https://*.js.stripe.com", "https://hooks.stripe.com"],
    connects: ["https://api.stripe.com"],
  },
  // plaid.com/docs/link/web, "CSP directives"
  "https://cdn.plaid.com": { connects: ["https://production.plaid.com", "https://sandbox.plaid.com"] },
};

export interface ScriptOrigins {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connects: readonly string[];
}

/** All that the configured scripts need, beyond the site itself. */
export function originsOf(scripts: WebConfig["scripts"]): ScriptOrigins {
  const own = [...new Set(Object.values(scripts).flatMap((url) => URL.parse(url)?.origin ?? []))];
  const withTheirs = (of: keyof Companions) => [...own, ...own.flatMap((origin) => COMPANIONS[origin]?.[of] ?? [])];
  return { scripts: withTheirs("scripts"), frames: withTheirs("frames"), connects: withTheirs("connects") };
}
