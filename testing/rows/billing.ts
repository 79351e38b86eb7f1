import type * as contract from "#features/billing/contract.ts";
import {
  aCardEvent,
  aCheckout,
  aConfirmedCard,
  aRunning,
  signatureOf,
  theOtherPlan,
} from "#features/billing/server/subscriptions/test-cards.ts";
import type { Stage } from "../stage.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

async function paidFor({ test, lender }: Stage) {
  await aRunning(test, await lender.as("admin"));
  return {};
}

async function anotherPlan({ test, lender }: Stage) {
  return theOtherPlan(test, await aRunning(test, await lender.as("admin")));
}

export const billing: RowsOf<typeof contract> = {
  listStatements: { works: nothing, names: [] },
  findStatement: {
    works: async (stage) => ({ id: await anOwn("statement", stage) }),
    names: ["id"],
    kind: "statement",
  },
  downloadStatement: {
    works: async (stage) => ({ id: await anOwn("statement", stage) }),
    names: ["id"],
    kind: "statement",
  },
  listNonBilledLineItems: { works: nothing, names: [] },
  findCurrentPeriod: { works: nothing, names: [] },
  findOwnBilling: { works: nothing, names: [] },
  downloadOwnStatement: {
    works: async (stage) => ({ id: await anOwn("statement", stage) }),
    names: ["id"],
    kind: "statement",
  },
  findReportPrice: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },

  listPlans: { works: nothing, names: [] },
  subscribe: { works: ({ test }) => aCheckout(test), names: [] },
  findSubscription: { works: nothing, names: [] },
  cancelSubscription: { works: paidFor, names: [] },
  resumeSubscription: { works: paidFor, names: [] },
  previewPlanSwitch: { works: async (stage) => ({ planID: (await anotherPlan(stage)).id }), names: [] },
  switchPlan: {
    works: async (stage) => ({ planID: (await anotherPlan(stage)).id, prorationDate: new Date().toISOString() }),
    names: [],
  },
  beginCardUpdate: { works: paidFor, names: [] },
  updateCard: {
    works: async ({ test, lender }) => ({
      setupIntentID: await aConfirmedCard(test, await aRunning(test, await lender.as("admin")), lender.organizationId),
    }),
    names: [], // the card provider's, so no uuid: running.test.ts tries another organization's
  },
  stripeWebhook: {
    works: async () => aCardEvent("sub_ofNobody"),
    names: [],
    headers: async ({ test }) => ({
      "stripe-signature": signatureOf(test, JSON.stringify(aCardEvent("sub_ofNobody"))),
    }),
  },
};
