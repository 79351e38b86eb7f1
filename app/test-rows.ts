// Owns how each call is asked so that it works: one row a call, and a call without its row does not compile.
import { randomUUID } from "node:crypto";
import { createConfirmLink } from "#features/identity/server/confirm-email.ts";
import { aPublicToken } from "#features/asset-reports/server/test-bank.ts";
import type { Call, Input } from "#kit/contract/call.ts";
import { calls, type CallName } from "./calls.ts";
import { aBorrower, nobody } from "./test-lender.ts";
import type { Stage } from "./test-stage.ts";

export interface Row<C extends Call = Call> {
  /** What a working request hands in; asked again it works again. */
  works(stage: Stage): Promise<Input<C>>;
  /** Fields that name what belongs to an organization: with another's the call answers 404. */
  readonly names: readonly (keyof Input<C> & string)[];
  /** Headers that a signed request brings. */
  headers?(stage: Stage): Promise<Record<string, string>>;
}

const nothing = () => Promise.resolve({});

function aNewcomer() {
  return {
    firstName: "Ida",
    lastName: "Lovell",
    email: `ida.${randomUUID()}@example.org`,
    password: "a sentence nobody else would say",
  };
}

export const rows: { readonly [Name in CallName]: Row<(typeof calls)[Name]> } = {
  register: {
    works: async () => aNewcomer(),
    names: [],
  },
  confirmEmail: {
    works: async ({ test, person }) => ({
      token: new URL(await createConfirmLink(test.product.identity, person.userId)).searchParams.get("token")!, // it is the link's only parameter
    }),
    names: [],
  },
  resendConfirmation: { works: nothing, names: [] },
  logIn: {
    works: async ({ test }) => {
      const { email, password, ...names } = aNewcomer();
      await nobody(test).send(calls.register, { email, password, ...names });
      return { email, password };
    },
    names: [],
  },
  refreshToken: { works: nothing, names: [] },
  logOut: { works: nothing, names: [] },
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
};
