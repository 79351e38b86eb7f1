import { randomUUID } from "node:crypto";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import type * as contract from "#features/borrower-portal/contract.ts";
import { invited, mailedLink } from "#features/borrower-portal/server/test-portal.ts";
import { CONSENT } from "#features/borrowers/labels.ts";
import { nothing, type RowsOf } from "./row.ts";

export const borrowerPortal: RowsOf<typeof contract> = {
  listVisitLinks: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },
  sendVisitLink: {
    works: async (stage) => {
      const { id, email } = await stage.borrower();
      return { id, email };
    },
    names: ["id"],
  },
  copyVisitLink: {
    works: async (stage) => {
      const { id, email } = await stage.borrower();
      return { id, email };
    },
    names: ["id"],
  },
  textVisitLink: {
    works: async (stage) => {
      const { id, email } = await stage.borrower();
      return { id, email, phone: "+15550100123" };
    },
    names: ["id"],
  },
  listConsents: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },
  recordConsent: {
    works: async (stage) => {
      const { id, email } = await stage.borrower();
      return { id, email, method: "attested", signedOn: "2026-11-20" };
    },
    names: ["id"],
  },
  openVisit: {
    works: async ({ test, lender }) => mailedLink(test, (await invited(lender)).email),
    names: [], // another's id makes the link a dead one: open-visit.test.ts asks for it
  },
  requestVisitLink: { works: async ({ person }) => ({ id: randomUUID(), email: person.email }), names: [] },
  findVisit: { works: nothing, names: [] },
  giveConsent: {
    works: async () => ({ version: CONSENT.version, lender: "Test Lending", days: 90, keptDays: 1095 }),
    names: [],
  },
  answerTask: {
    works: async (stage) => ({
      transactionId: await stage.deposit(),
      kind: "other",
      text: "I sold my car.",
      signedName: "Alberta Charleson",
    }),
    names: [], // the provider's, so no uuid: tasks.test.ts tries another borrower's
  },
  uploadVisitDocument: {
    works: async () => ({ name: "bill of sale.pdf", file: aDocument() }),
    names: [],
  },
  takeBackConsent: { works: nothing, names: [] },
};
