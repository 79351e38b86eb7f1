// Owns how each call is asked so that it works: one row a call, and a call without its row does not compile.
import { randomUUID } from "node:crypto";
import { aPicture } from "#features/account/server/test-picture.ts";
import { aPublicToken } from "#features/asset-reports/server/test-bank.ts";
import { aGroup, groupDetails } from "#features/groups/server/test-groups.ts";
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
import { aPost } from "#features/posts/server/test-posts.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import { aToken, someoneNew, untilMailed } from "#features/members/server/test-members.ts";
import type { ProviderName } from "#features/social/contract.ts";
import { aTrip, rememberedCookie } from "#features/social/server/test-social.ts";
import type { Call, Input } from "#kit/contract/call.ts";
import { calls, type CallName } from "./calls.ts";
import { aBorrower, someoneWith, type Person } from "./test-lender.ts";
import { anObject, type ObjectKind } from "./test-objects.ts";
import type { TestProduct } from "./test-product.ts";
import type { Stage } from "./test-stage.ts";
import { claimsOf, mint } from "./test-tokens.ts";

export interface Row<C extends Call = Call> {
  /** What a working request hands in; asked again it works again. */
  works(stage: Stage): Promise<Input<C>>;
  /** What the first of `names` names; a borrower unless said. */
  readonly kind?: ObjectKind;
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

/** A post of whoever asks, whether their role may write one or not. */
function aPostOf({ test, lender: { organizationId }, person: { userId } }: Stage): Promise<string> {
  return anObject(test, "post", { organizationId, userId });
}

/** Somebody else in the organization. */
async function aMemberOf({ test, lender: { organizationId }, person: { userId } }: Stage) {
  await untilMailed(test);
  return { id: await anObject(test, "member", { organizationId, userId }) };
}

async function anInvitationOf({ test, lender }: Stage) {
  await untilMailed(test);
  const { organizationId } = lender;
  return { id: await anObject(test, "invitation", { organizationId, userId: (await lender.as("admin")).userId }) };
}

/** Of an invitation that was mailed to whoever asks. */
async function aLinkFor({ test, lender, person }: Stage) {
  return { token: await aToken(test, lender.organizationId, person.email) };
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

  listColleagues: { works: nothing, names: [] },
  listMembers: { works: nothing, names: [] },
  findMember: { works: aMemberOf, kind: "member", names: ["id"] },
  inviteMember: { works: async () => someoneNew(), names: [] },
  updateMember: {
    works: async (stage) => ({ ...(await aMemberOf(stage)), role: "editor", groupIds: [] }),
    kind: "member",
    names: ["id"],
  },
  removeMember: { works: aMemberOf, kind: "member", names: ["id"] },
  requirePasswordChange: { works: aMemberOf, kind: "member", names: ["id"] },
  unlockMember: { works: aMemberOf, kind: "member", names: ["id"] },
  resendInvitation: { works: anInvitationOf, kind: "invitation", names: ["id"] },
  revokeInvitation: { works: anInvitationOf, kind: "invitation", names: ["id"] },
  readInvitation: { works: aLinkFor, names: [] },
  acceptInvitation: { works: aLinkFor, names: [] },
  declineInvitation: { works: aLinkFor, names: [] },

  readOrganizationSettings: { works: nothing, names: [] },
  updateOrganization: {
    works: async ({ lender }) => aChange((await (await lender.as("admin")).send(calls.readOrganizationSettings)).body),
    names: [],
  },
  uploadLogo: { works: async () => ({ file: aPicture("a logo") }), names: [] },
  removeLogo: { works: nothing, names: [] },
  readLogo: {
    works: async ({ lender }) => {
      const { body } = await (await lender.as("admin")).send(calls.uploadLogo, { file: aPicture("a logo") });
      return { id: body.logoURL!.split("/").at(-1)! }; // just uploaded; the address ends with the id
    },
    names: [],
  },
  listAudit: { works: nothing, names: [] },
  verifyOwnAudit: { works: nothing, names: [] },

  listGroupChoices: { works: nothing, names: [] },
  listGroups: { works: nothing, names: [] },
  createGroup: { works: async () => groupDetails(), names: [] },
  updateGroup: {
    works: async ({ lender, person }) => {
      const { id, version } = await aGroup(await lender.as("admin"));
      return { ...groupDetails({ memberIds: [person.userId] }), id, version };
    },
    kind: "group",
    names: ["id", "memberIds"],
  },
  deleteGroup: {
    works: async ({ lender }) => ({ id: (await aGroup(await lender.as("admin"))).id }),
    kind: "group",
    names: ["id"],
  },

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
  assignBorrowers: {
    works: async (stage) => ({ ids: [(await stage.borrower()).id], userId: stage.person.userId }),
    names: ["ids", "userId"],
  },
  listOrganizationBorrowers: { works: nothing, names: [] },
  findBorrower: {
    works: async (stage) => ({ id: (await stage.borrower({ email: stage.person.email })).id }),
    names: ["id"],
  },

  listOwnPosts: { works: nothing, names: [] },
  listPostFeed: { works: nothing, names: [] },
  findOwnPost: { works: async (stage) => ({ id: await aPostOf(stage) }), names: ["id"], kind: "post" },
  createOwnPost: { works: async () => aPost(), names: [] },
  updateOwnPost: {
    works: async (stage) => ({ ...aPost(), id: await aPostOf(stage) }),
    names: ["id"],
    kind: "post",
  },
  deleteOwnPosts: { works: async (stage) => ({ ids: [await aPostOf(stage)] }), names: ["ids"], kind: "post" },
  listPosts: { works: nothing, names: [] },
  findPost: { works: async (stage) => ({ id: await aPostOf(stage) }), names: ["id"], kind: "post" },
  createPost: { works: async () => aPost(), names: [] },
  updatePost: {
    works: async (stage) => ({ ...aPost(), id: await aPostOf(stage) }),
    names: ["id"],
    kind: "post",
  },
  deletePosts: { works: async (stage) => ({ ids: [await aPostOf(stage)] }), names: ["ids"], kind: "post" },

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
