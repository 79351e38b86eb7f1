// Owns how each call is asked so that it works: one row a call, and a call without its row does not compile.
import { randomUUID } from "node:crypto";
import { aPicture } from "#features/account/server/test-picture.ts";
import { aPublicToken } from "#features/asset-reports/server/test-bank.ts";
import { insertDevice } from "#features/identity/server/store.ts";
import {
  aLinkToken,
  aNewcomer,
  anAccount,
  anAuthenticator,
  givePassword,
  PASSWORD,
  withoutSecondFactor,
} from "#features/identity/server/test-account.ts";
import { aBrowser, type TestBrowser } from "#features/identity/server/test-browser.ts";
import type { ProviderName } from "#features/social/contract.ts";
import { aTrip, rememberedCookie } from "#features/social/server/test-social.ts";
import type { Call, Input } from "#kit/contract/call.ts";
import { calls, type CallName } from "./calls.ts";
import { aBorrower, someoneWith, type Person } from "./test-lender.ts";
import type { TestProduct } from "./test-product.ts";
import type { Stage } from "./test-stage.ts";
import { claimsOf, mint } from "./test-tokens.ts";

export interface Row<C extends Call = Call> {
  /** What a working request hands in; asked again it works again. */
  works(stage: Stage): Promise<Input<C>>;
  /** Fields that name what belongs to an organization or a person: with another's the call answers 404. */
  readonly names: readonly (keyof Input<C> & string)[];
  /** Headers that the request brings: a signature, or the cookie of a browser that began what it ends. */
  headers?(stage: Stage): Promise<Record<string, string>>;
}

const nothing = () => Promise.resolve({});

/** The person by a token of this moment: their device may have ended in another row. */
function liveAgain(test: TestProduct, { userId }: Person) {
  const iat = Math.floor(Date.now() / 1000) + 2; // newer than a revocation of this very second
  return someoneWith(test, mint(test.product.config.jwt.secret, claimsOf(userId, { iat })));
}

const browsers = new WeakMap<Stage, TestBrowser>();

function browserOf(stage: Stage): TestBrowser {
  const browser = browsers.get(stage) ?? aBrowser(stage.test);
  browsers.set(stage, browser);
  return browser;
}

/** Comes back from a provider, in the stage's browser. */
function theEndAt(provider: ProviderName) {
  return {
    works: async (stage: Stage) => (await aTrip(browserOf(stage), provider)).input as never, // a trip brings what its call asks for
    names: [],
    headers: async (stage: Stage) => ({ cookie: await rememberedCookie(browserOf(stage)) }),
  };
}

export const rows: { readonly [Name in CallName]: Row<(typeof calls)[Name]> } = {
  register: {
    works: async () => aNewcomer(),
    names: [],
  },
  confirmEmail: {
    works: async ({ test, person }) => ({ token: await aLinkToken(test, person.userId, "confirm-email") }),
    names: [],
  },
  resendConfirmation: { works: nothing, names: [] },
  logIn: {
    works: async ({ test }) => {
      const { email, password } = await anAccount(test);
      return { email, password };
    },
    names: [],
  },
  resetPasswordInitiate: { works: async ({ person }) => ({ email: person.email }), names: [] },
  resetPasswordComplete: {
    works: async ({ test }) => {
      const { email } = await anAccount(test);
      const [user] = await test.asOwner("select id from users where email = $1", [email]);
      const token = await aLinkToken(test, String(user!["id"]), "reset-password");
      return { token, password: "another sentence of one's own" };
    },
    names: [],
  },
  refreshToken: { works: nothing, names: [] },
  logOut: { works: nothing, names: [] },
  reauthenticate: {
    works: async ({ test, person }) => {
      await withoutSecondFactor(test, person.userId);
      await givePassword(test, person.userId);
      return { password: PASSWORD };
    },
    names: [],
  },
  changePassword: {
    works: async ({ test, person }) => {
      await givePassword(test, person.userId);
      return { currentPassword: PASSWORD, password: "another sentence of one's own" };
    },
    names: [],
  },
  listDevices: { works: nothing, names: [] },
  endDevice: {
    works: async ({ test: { database }, person: { userId } }) => {
      const device = { id: randomUUID(), userId, userAgent: "test", address: "::1" };
      await database.db.transaction(database.across, (tx) => insertDevice(tx, database.across, device));
      return { id: device.id };
    },
    names: ["id"],
  },
  endAllDevices: { works: nothing, names: [] },
  readSignInMethods: { works: nothing, names: [] },
  beginSecondFactor: {
    works: async ({ test, person }) => {
      await withoutSecondFactor(test, person.userId);
      return {};
    },
    names: [],
  },
  confirmSecondFactor: {
    works: async ({ test, person }) => {
      await withoutSecondFactor(test, person.userId);
      const { body } = await liveAgain(test, person).send(calls.beginSecondFactor);
      return { code: anAuthenticator(body.secret).code() };
    },
    names: [],
  },
  renewRecoveryCodes: {
    works: async ({ test, person }) => {
      await withoutSecondFactor(test, person.userId);
      await liveAgain(test, person).send(calls.beginSecondFactor);
      // Turned on past the call, which would end the sessions that other rows go on with.
      await test.asOwner("update second_factors set enabled_at = now() where user_id = $1", [person.userId]);
      return {};
    },
    names: [],
  },
  disableSecondFactor: { works: nothing, names: [] },

  startSocial: { works: async () => ({ provider: "google" }), names: [] },
  twitterRequestToken: { works: nothing, names: [] },
  facebookAuth: theEndAt("facebook"),
  githubAuth: theEndAt("github"),
  googleAuth: theEndAt("google"),
  twitterAuth: theEndAt("twitter"),
  listConnections: { works: nothing, names: [] },
  startConnection: { works: async () => ({ provider: "github" }), names: [] },
  endConnection: {
    works: async ({ test, person }) => {
      await givePassword(test, person.userId);
      await test.asOwner(
        "insert into social_connections (provider, subject, user_id, name) values ('google', $1, $2, 'Ida Lovell') on conflict do nothing",
        [randomUUID(), person.userId],
      );
      return { provider: "google" };
    },
    names: [],
  },

  updateName: { works: async () => ({ firstName: "Ida", lastName: "Lovell" }), names: [] },
  uploadPicture: { works: async () => ({ file: aPicture() }), names: [] },
  setPictureURL: { works: async () => ({ profilePicURL: "https://pictures.example/ida.png" }), names: [] },
  readPicture: {
    works: async ({ test, person }) => {
      const { body } = await liveAgain(test, person).send(calls.uploadPicture, { file: aPicture() });
      return { id: body.profilePicURL.split("/").at(-1)! }; // the address ends with the id
    },
    names: [],
  },
  createOrganization: { works: async () => ({ name: "Second Lending" }), names: [] },
  exportOwnData: { works: nothing, names: [] },
  eraseAccount: { works: nothing, names: [] },

  listMembers: { works: nothing, names: [] },

  createBorrower: { works: async () => aBorrower(), names: [] },
  listBorrowers: { works: nothing, names: [] },
  findOwnBorrower: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },
  updateBorrower: {
    works: async (stage) => {
      const { id, version } = await stage.borrower();
      return { ...aBorrower(), id, version };
    },
    names: ["id"],
  },
  changeBorrowerStatus: {
    works: async (stage) => ({ id: (await stage.borrower()).id, status: "invited" }),
    names: ["id"],
  },
  assignBorrower: {
    works: async (stage) => ({ id: (await stage.borrower()).id, userId: stage.person.userId }),
    names: ["id", "userId"],
  },
  listOrganizationBorrowers: { works: nothing, names: [] },
  findBorrower: {
    works: async (stage) => ({ id: (await stage.borrower({ email: stage.person.email })).id }),
    names: ["id"],
  },

  createLinkToken: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  exchangePublicToken: {
    works: async (stage) => ({
      borrowerId: (await stage.borrower()).id,
      publicToken: await aPublicToken(stage.test),
    }),
    names: ["borrowerId"],
  },
  generateAssetReport: {
    works: async (stage) => ({ borrowerId: (await stage.connected()).id }),
    names: ["borrowerId"],
  },
  latestAssetReport: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  retrieveAssetReport: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  downloadAssetReport: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  plaidWebhook: {
    works: async (stage) => JSON.parse((await stage.webhook()).body),
    names: [],
    headers: async (stage) => ({ "plaid-verification": (await stage.webhook()).signature }),
  },

  reportPolicy: {
    works: async () => ({ reports: [{ directive: "script-src-elem", blocked: "inline", page: "http://localhost/" }] }),
    names: [],
  },
};
