import { randomUUID } from "node:crypto";
import type * as account from "#features/account/contract.ts";
import { aPicture } from "#features/account/server/test-picture.ts";
import type * as auth from "#features/auth/contract.ts";
import { aSoftwareKey } from "#features/auth/server/passkeys/test-software-key.ts";
import { insertDevice } from "#features/auth/server/queries.ts";
import {
  aBrowser,
  aLinkToken,
  anAccount,
  anAuthenticator,
  aNewcomer,
  givePassword,
  PASSWORD,
  type TestBrowser,
  withoutSecondFactor,
} from "#features/auth/server/test-account.ts";
import { calls } from "../../app/server/calls.ts";
import { type Person, someoneWith } from "../lender.ts";
import type { TestProduct } from "../product.ts";
import { claimsOf, mint } from "../tokens.ts";
import { nothing, type RowsOf } from "./row.ts";
import { aTrip, rememberedCookie } from "#features/auth/server/social/test-social.ts";
import type { Stage } from "../stage.ts";

const browsers = new WeakMap<Stage, TestBrowser>();

function browserOf(stage: Stage): TestBrowser {
  const browser = browsers.get(stage) ?? aBrowser(stage.test);
  browsers.set(stage, browser);
  return browser;
}

/** Comes back from a provider, in the stage's browser. */
function theEndAt(provider: auth.ProviderName) {
  return {
    works: async (stage: Stage) => (await aTrip(browserOf(stage), provider)).input as never, // a trip brings what its call asks for
    names: [],
    headers: cookieOf,
  };
}

async function cookieOf(stage: Stage) {
  return { cookie: await rememberedCookie(browserOf(stage)) };
}

export type SsoCall = "findSso" | "startSso" | "finishSso";

type SocialCall =
  | "startSocial"
  | `${Exclude<auth.ProviderName, "twitter">}Auth`
  | "twitterRequestToken"
  | "twitterAuth"
  | "listConnections"
  | "startConnection"
  | "endConnection";

export const social: Pick<RowsOf<typeof auth>, SocialCall> = {
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
};

/** A token of this moment: the person's device may have ended in another row. */
function liveToken(test: TestProduct, { userId }: Person): string {
  const iat = Math.floor(Date.now() / 1000) + 2; // newer than a revocation of this very second
  return mint(test.product.config.jwt.secret, claimsOf(userId, { iat }));
}

function liveAgain(test: TestProduct, person: Person) {
  return someoneWith(test, liveToken(test, person));
}

/** A passkey of the person's own, added in the stage's browser. */
async function aPasskey(stage: Stage) {
  const { test, person } = stage;
  const [browser, token] = [browserOf(stage), liveToken(test, person)];
  const device = aSoftwareKey(new URL(test.product.ctx.settings.publicUrl).origin);
  await test.asOwner("delete from passkeys where user_id = $1", [person.userId]);
  const begun = await browser.send(calls.beginPasskey, {}, token);
  const credential = device.create(begun.body);
  const created = await browser.send(calls.createPasskey, { name: "Phone", credential }, token);
  if (created.status !== 201) throw new Error(`no passkey could be added: ${created.message}`);
  return { device, id: created.body.id };
}

async function aPasskeyAnswer(stage: Stage) {
  const { device } = await aPasskey(stage);
  const { body } = await browserOf(stage).send(calls.requestPasskey);
  return { credential: device.get(body) };
}

export const accounts: Omit<RowsOf<typeof auth & typeof account>, keyof typeof social | SsoCall> = {
  register: {
    works: async () => aNewcomer(),
    names: [],
  },
  confirmEmail: {
    works: async ({ test, person }) => ({ token: await aLinkToken(test, person.userId, "confirm-email") }),
    names: [],
  },
  openConfirmLink: {
    works: async ({ test }) => {
      const { email } = await anAccount(test);
      const [user] = await test.asOwner("select id from users where email = $1", [email]);
      return { token: await aLinkToken(test, String(user!["id"]), "confirm-email") };
    },
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
      await database.db.transaction(database.system, (tx) => insertDevice(tx, database.system, device));
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
  listPasskeys: { works: nothing, names: [] },
  beginPasskey: {
    works: async ({ test, person }) => {
      await test.asOwner("delete from passkeys where user_id = $1", [person.userId]);
      return {};
    },
    names: [],
  },
  createPasskey: {
    works: async (stage) => {
      const { test, person } = stage;
      await test.asOwner("delete from passkeys where user_id = $1", [person.userId]);
      const begun = await browserOf(stage).send(calls.beginPasskey, {}, liveToken(test, person));
      const device = aSoftwareKey(new URL(test.product.ctx.settings.publicUrl).origin);
      return { name: "Phone", credential: device.create(begun.body) };
    },
    names: [],
    headers: cookieOf,
  },
  renamePasskey: {
    works: async (stage) => ({ id: (await aPasskey(stage)).id, name: "Laptop" }),
    names: ["id"],
  },
  deletePasskey: { works: async (stage) => ({ id: (await aPasskey(stage)).id }), names: ["id"] },
  requestPasskey: { works: nothing, names: [] },
  logInWithPasskey: { works: aPasskeyAnswer, names: [], headers: cookieOf },
  reauthenticateWithPasskey: { works: aPasskeyAnswer, names: [], headers: cookieOf },

  updateName: { works: async () => ({ firstName: "Ida", lastName: "Lovell" }), names: [] },
  readContact: { works: nothing, names: [] },
  updateContact: { works: async () => ({ nmlsId: "204060", phone: "+15550102030" }), names: [] },
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
};
