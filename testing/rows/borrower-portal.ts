import { randomUUID } from "node:crypto";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import type * as contract from "#features/borrower-portal/contract.ts";
import { aDonor, codeFor, invited, mailedLink, signingOf } from "#features/borrower-portal/server/test-portal.ts";
import { CONSENT } from "#features/borrowers/labels.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { DISCLOSURE } from "#features/borrower-portal/labels.ts";
import { calls } from "../../app/server/calls.ts";
import type { Stage } from "../stage.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

const NORA = { firstName: "Nora", lastName: "Quill" };
const GIFT = { donorName: "Maria Whitfield", relationship: "mother", transactionId: null, amountCents: 500_000 };

async function donorOf({ test, lender }: Stage) {
  return aDonor(test, await lender.as("registered"), await lender.hasBorrower(NORA));
}

/** A borrower whom an admin sent their link. */
async function requested(stage: Stage): Promise<Borrower> {
  const borrower = await stage.borrower();
  const { id, email } = borrower;
  await (await stage.lender.as("admin")).send(calls.sendVisitLink, { id, email });
  return borrower;
}

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
  listNeeds: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  askNeeds: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  requestDocument: {
    works: async (stage) => {
      const { id: borrowerId, email } = await stage.borrower();
      return { borrowerId, email, kind: "pay_stub", requestId: randomUUID() };
    },
    names: ["borrowerId"],
  },
  changeNeed: {
    works: async (stage) => {
      const { id: borrowerId, email } = await requested(stage);
      return { borrowerId, email, kind: "bank", subject: "bank", dueOn: "2030-01-02", isWaived: false };
    },
    names: ["borrowerId"],
  },
  remindNow: {
    works: async (stage) => {
      const { id: borrowerId, email } = await requested(stage);
      await stage.test.asOwner(
        "update visit_links set created_at = created_at - interval '1 day' where borrower_id = $1",
        [borrowerId],
      );
      return { borrowerId, email };
    },
    names: ["borrowerId"],
  },
  setReminders: {
    works: async (stage) => ({ borrowerId: (await stage.borrower()).id, isOn: false }),
    names: ["borrowerId"],
  },
  listEmailTemplates: { works: nothing, names: [] },
  updateEmailTemplate: {
    works: async ({ person }) => {
      await person.send(calls.resetEmailTemplate, { kind: "ask" }); // another role may have saved it
      return { kind: "ask", subject: "{lender} asks", introduction: "Please help us.", version: null };
    },
    names: [],
  },
  resetEmailTemplate: { works: async () => ({ kind: "ask" }), names: [] },
  listConsents: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },
  recordConsent: {
    works: async (stage) => {
      const { id, email } = await stage.borrower();
      return { id, email, method: "attested", signedOn: "2026-11-20" };
    },
    names: ["id"],
  },
  listGiftLetters: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },
  requestGiftLetter: {
    works: async (stage) => ({ id: (await stage.borrower()).id, email: "maria@example.net", ...GIFT }),
    names: ["id"],
  },
  resendGiftLetter: {
    works: async (stage) => ({ id: await anOwn("gift-letter", stage) }),
    kind: "gift-letter",
    names: ["id"],
  },
  revokeGiftLetter: {
    works: async (stage) => ({ id: await anOwn("gift-letter", stage) }),
    kind: "gift-letter",
    names: ["id"],
  },
  findGiftLetter: {
    works: nothing,
    names: [],
    headers: async (stage) => ({ authorization: `bearer ${(await donorOf(stage)).token}` }),
  },
  signGiftLetter: {
    works: async () => signingOf(NORA, GIFT),
    names: [],
    headers: async (stage) => ({ authorization: `bearer ${(await donorOf(stage)).token}` }),
  },
  uploadDonorDocument: {
    works: async () => ({ name: "wire.pdf", file: aDocument() }),
    names: [],
    async headers(stage) {
      const donor = await donorOf(stage);
      await donor.send(calls.signGiftLetter, donor.signing);
      return { authorization: `bearer ${donor.token}` };
    },
  },
  openVisit: {
    works: async ({ test, lender }) => mailedLink(test, (await invited(lender)).email),
    names: [], // another's id makes the link a dead one: open-visit.test.ts asks for it
  },
  previewVisit: { works: async ({ test, lender }) => mailedLink(test, (await invited(lender)).email), names: [] },
  sendVisitCode: {
    works: async ({ test, lender }) => ({ ...(await mailedLink(test, (await invited(lender)).email)), by: "email" }),
    names: [],
  },
  continueVisit: { works: async ({ test, lender }) => codeFor(test, await invited(lender)), names: [] },
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
      disclosureVersion: DISCLOSURE.version,
    }),
    names: [], // the provider's, so no uuid: tasks.test.ts tries another borrower's
  },
  askDonor: {
    works: async (stage) => ({
      transactionId: await stage.deposit(),
      donorName: "Maria Charles",
      relationship: "mother",
      email: `maria.${randomUUID()}@example.net`,
    }),
    names: [], // as of answerTask
  },
  uploadVisitDocument: {
    works: async () => ({ name: "bill of sale.pdf", file: aDocument() }),
    names: [],
  },
  takeBackConsent: { works: nothing, names: [] },
};
