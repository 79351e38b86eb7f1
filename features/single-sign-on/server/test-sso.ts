import { randomUUID } from "node:crypto";
import { calls } from "#app/server/calls.ts";
import type { TestBrowser } from "#features/auth/server/test-account.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import { givePassword } from "#features/auth/server/test-account.ts";

export interface Company {
  readonly lender: Lender;
  readonly admin: Person;
  /** Verified. */
  readonly domain: string;
}

const companies = new WeakMap<TestProduct, Promise<Company>>();

/** A lender with an OpenID connection to the sandbox and a verified domain; the same each time for a product. */
export function aCompany(test: TestProduct): Promise<Company> {
  const company = companies.get(test) ?? aNewCompany(test);
  companies.set(test, company);
  return company;
}

export async function aNewCompany(test: TestProduct, kind: "oidc" | "saml" = "oidc"): Promise<Company> {
  const lender = await aLender(test);
  const admin = await lender.as("admin");
  const domain = `${randomUUID()}.example`;
  await connect(test, admin, kind);
  await verify(test, admin, domain);
  return { lender, admin, domain };
}

/** Connects the sandbox identity provider. */
export async function connect({ sandbox }: TestProduct, admin: Person, kind: "oidc" | "saml"): Promise<void> {
  const issuer = `${sandbox.providersUrl}/idp`;
  const reply =
    kind === "oidc"
      ? await admin.send(calls.saveOidcConnection, {
          issuer,
          clientId: "keyturn-local",
          clientSecret: "keyturn-local-sso-secret",
          defaultRole: "editor",
        })
      : await admin.send(calls.saveSamlConnection, {
          issuer,
          ssoURL: `${issuer}/saml`,
          certificate: sandbox.identityProvider.keys().certificate,
          defaultRole: "editor",
        });
  if (reply.status !== 200) throw new Error(`nothing was connected: ${reply.message}`);
}

/** Adds a domain and publishes its record. */
export async function verify({ sandbox }: TestProduct, admin: Person, domain: string): Promise<void> {
  const { body } = await admin.send(calls.addSsoDomain, { domain });
  const added = body.domains.find((one) => one.domain === domain)!; // just added
  sandbox.dns.put(added.recordName, [added.recordValue]);
  const reply = await admin.send(calls.verifySsoDomain, { id: added.id });
  if (reply.status !== 200) throw new Error(`the domain was not verified: ${reply.message}`);
}

/** Requires single sign-on; the admin of the company may do without. */
export async function enforce(test: TestProduct, { admin }: Company): Promise<void> {
  await givePassword(test, admin.userId);
  await test.asOwner("update sso_connections set tested_at = now()");
  const reply = await admin.send(calls.enforceSso, { isEnforced: true, breakGlassIds: [admin.userId] });
  if (reply.status !== 200) throw new Error(`nothing was enforced: ${reply.message}`);
}

export async function begin(browser: TestBrowser, email: string) {
  const reply = await browser.send(calls.startSso, { email });
  if (reply.status !== 200) throw new Error(`nothing was begun: ${reply.message}`);
  return reply.body;
}

/** What the browser brings back from where the provider, or our own endpoint, leads it. */
export interface Back {
  readonly organizationId: string;
  readonly code: string;
  readonly state: string;
}

export function readBack(location: string | null): Back {
  if (!location) throw new Error("the provider led nowhere");
  const url = new URL(location);
  const value = (name: string) => url.searchParams.get(name) ?? "";
  return { organizationId: url.pathname.split("/").at(-1) ?? "", code: value("code"), state: value("state") };
}

export interface There {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Signs in at the OpenID provider. */
export async function signInAt(authorizeURL: string, person: There): Promise<Back> {
  const reply = await fetch(authorizeURL, {
    method: "POST",
    body: new URLSearchParams({ ...person }),
    redirect: "manual",
  });
  return readBack(reply.headers.get("location"));
}

/** The whole way of a person through the OpenID provider. */
export async function signIn(browser: TestBrowser, person: There, startedAs = person.email) {
  const { authorizeURL } = await begin(browser, startedAs);
  return browser.send(calls.finishSso, await signInAt(authorizeURL, person));
}
