import type * as auth from "#features/auth/contract.ts";
import { aBrowser, type TestBrowser } from "#features/auth/server/test-account.ts";
import { aCompany, begin, signInAt } from "#features/single-sign-on/server/test-sso.ts";
import type * as contract from "#features/single-sign-on/contract.ts";
import type { Stage } from "../stage.ts";
import type { SsoCall } from "./accounts.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

async function aDomainOf(stage: Stage) {
  return { id: await anOwn("sso-domain", stage) };
}

const browsers = new WeakMap<Stage, TestBrowser>();

/** The stage's browser. */
function browserOf(stage: Stage): TestBrowser {
  const browser = browsers.get(stage) ?? aBrowser(stage.test);
  browsers.set(stage, browser);
  return browser;
}

export const sso: Pick<RowsOf<typeof auth>, SsoCall> = {
  findSso: { works: async () => ({ email: "someone@example.org" }), names: [] },
  startSso: { works: async ({ test }) => ({ email: `someone@${(await aCompany(test)).domain}` }), names: [] },
  finishSso: {
    works: async (stage) => {
      const { domain } = await aCompany(stage.test);
      const email = `row@${domain}`;
      return signInAt((await begin(browserOf(stage), email)).authorizeURL, { email });
    },
    names: [],
    headers: async (stage) => {
      if (!browserOf(stage).cookie()) await begin(browserOf(stage), `row@${(await aCompany(stage.test)).domain}`);
      return { cookie: browserOf(stage).cookie() };
    },
  },
};

export const singleSignOn: RowsOf<typeof contract> = {
  readSso: { works: nothing, names: [] },
  saveOidcConnection: {
    works: async () => ({
      issuer: "https://id.example.com",
      clientId: "keyturn",
      clientSecret: "secret",
      defaultRole: "registered",
    }),
    names: [],
  },
  saveSamlConnection: {
    works: async ({ test }) => ({
      issuer: "https://id.example.com",
      ssoURL: "https://id.example.com/saml",
      certificate: test.sandbox.identityProvider.keys().certificate,
      defaultRole: "registered",
    }),
    names: [],
  },
  removeSsoConnection: { works: nothing, names: [] },
  testSso: {
    works: async ({ test, lender: { organizationId } }) => {
      await test.asOwner(
        `insert into sso_connections (organization_id, kind, issuer, sso_url, certificate, default_role)
         values ($1, 'saml', 'https://id.example.com', 'https://id.example.com/saml', $2, 'registered')
         on conflict do nothing`,
        [organizationId, test.sandbox.identityProvider.keys().certificate],
      );
      return {};
    },
    names: [],
  },
  addSsoDomain: { works: async () => ({ domain: `${crypto.randomUUID()}.example` }), names: [] },
  verifySsoDomain: {
    works: async (stage) => {
      const { id } = await aDomainOf(stage);
      stage.test.sandbox.dns.put(`_keyturn.${id}.example`, ["keyturn-verification=token"]);
      return { id };
    },
    kind: "sso-domain",
    names: ["id"],
  },
  removeSsoDomain: { works: aDomainOf, kind: "sso-domain", names: ["id"] },
  enforceSso: { works: async () => ({ isEnforced: false, breakGlassIds: [] }), names: [] },
  mapScimGroup: {
    works: async (stage) => ({ id: await anOwn("scim-group", stage), role: "editor", groupId: null }),
    kind: "scim-group",
    names: ["id"],
  },
};
