// Read by the server, the browser build and the e2e tests.
import type { WebConfig } from "#platform/contract/web-config.ts";

export type ScriptName = keyof WebConfig["scripts"];

/** Allowed on every page. Other scripts are allowed only on the pages in the table. */
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
  /** The origin serves much else that could run in our pages; only this path of it may. */
  readonly within?: string;
  readonly scripts?: readonly string[];
  readonly frames?: readonly string[];
  readonly connects?: readonly string[];
}

// cloud.google.com/recaptcha/docs/faq, "I'm using Content-Security-Policy"
const RECAPTCHA: Companions = {
  within: "/recaptcha/",
  scripts: ["https://www.gstatic.com/recaptcha/"],
  frames: ["https://recaptcha.google.com/recaptcha/"],
};

/** By the origin that a script is configured from. A sandbox provider needs no other origins. */
const COMPANIONS: Readonly<Record<string, Companions>> = {
  "https://www.google.com": RECAPTCHA,
  "https://www.recaptcha.net": RECAPTCHA,
  // docs.stripe.com/security/guide, "Content Security Policy"
  "https://js.stripe.com": {
    scripts: ["https://*.js.stripe.com"],
    frames: ["https://*.js.stripe.com", "https://hooks.stripe.com"],
    connects: ["https://api.stripe.com"],
  },
  // plaid.com/docs/link/web, "CSP directives"
  "https://cdn.plaid.com": { connects: ["https://production.plaid.com", "https://sandbox.plaid.com"] },
};

/** As sources of a content security policy. */
export interface ScriptOrigins {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connects: readonly string[];
}

/** All that the configured scripts need, beyond the site itself. */
export function originsOf(scripts: WebConfig["scripts"]): ScriptOrigins {
  const own = [...new Set(Object.values(scripts).flatMap((url) => URL.parse(url)?.origin ?? []))];
  const theirs = (of: "scripts" | "frames" | "connects") => own.flatMap((origin) => COMPANIONS[origin]?.[of] ?? []);
  const within = own.map((origin) => origin + (COMPANIONS[origin]?.within ?? ""));
  return {
    scripts: [...within, ...theirs("scripts")],
    frames: [...within, ...theirs("frames")],
    connects: [...own, ...theirs("connects")],
  };
}
