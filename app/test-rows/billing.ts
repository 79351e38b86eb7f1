// Owns the rows of calls on what a lender pays: subscriptions, statements and what a report costs.
import type * as statements from "#features/billing/contract.ts";
import type * as prices from "#features/report-prices/contract.ts";
import type * as subscriptions from "#features/subscriptions/contract.ts";
import {
  aCardEvent,
  aCheckout,
  aConfirmedCard,
  aRunning,
  signatureOf,
  theOtherPlan,
} from "#features/subscriptions/server/test-cards.ts";
import type { Stage } from "../test-stage.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

async function paidFor({ test, lender }: Stage) {
  await aRunning(test, await lender.as("admin"));
  return {};
}

async function anotherPlan({ test, lender }: Stage) {
  return theOtherPlan(test, await aRunning(test, await lender.as("admin")));
}

export const billing: RowsOf<typeof statements & typeof prices & typeof subscriptions> = {
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
    names: [], // of the card provider, so no uuid: running.test.ts asks for somebody else's
  },
  stripeWebhook: {
    works: async () => aCardEvent("sub_ofNobody"),
    names: [],
    headers: async ({ test }) => ({
      "stripe-signature": signatureOf(test, JSON.stringify(aCardEvent("sub_ofNobody"))),
    }),
  },
};
