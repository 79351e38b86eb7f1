import type * as contract from "#features/underwriting/contract.ts";
import { NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { calls } from "../../app/server/calls.ts";
import type { Stage } from "../stage.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

/** One that is still to come. */
const aGift = () => ({ transactionId: null, kind: "gift" as const, sourcedCents: 0, amountCents: 500_000 });

/** A finding of a report that this person reaches, which may be waived. */
async function aWaiver(stage: Stage) {
  const { id } = await stage.reported();
  const { body } = await (await stage.lender.as("admin")).send(calls.retrieveAssetReport, { id });
  const finding = body.findings.find(({ clearedBy }) => clearedBy.some(({ by }) => by === "waiver"))!; // its loan says nothing
  return { borrowerId: id, findingKey: finding.key, programs: [finding.programs[0]!], reason: "Known to us." };
}

const anOverlay = () => ({
  ...{ name: "Lakeside overlay", programName: null, effectiveFrom: "2090-01-01" },
  settings: { limits: { incomePercent: 40 }, atLeast: [], atMost: [], documents: [], programsOff: [] },
});

const aBackTestOf = async (stage: Stage) => ({ id: await anOwn("back-test", stage) });

export const underwriting: RowsOf<typeof contract> = {
  listEvidence: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  addEvidence: {
    works: async (stage) => ({ ...aGift(), borrowerId: (await stage.borrower()).id }),
    names: ["borrowerId"],
  },
  changeEvidence: {
    works: async (stage) => ({ ...aGift(), id: await anOwn("evidence", stage), version: 1 }),
    kind: "evidence",
    names: ["id"],
  },
  reviewEvidence: {
    works: async (stage) => ({ id: await anOwn("evidence", stage), state: "accepted", reason: null, version: 1 }),
    kind: "evidence",
    names: ["id"],
  },
  uploadDocument: {
    works: async (stage) => ({ borrowerId: (await stage.borrower()).id, name: "letter.pdf", file: aDocument() }),
    names: ["borrowerId"],
  },
  listDocuments: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  downloadDocuments: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  changeDocument: {
    works: async (stage) => ({
      id: await anOwn("document", stage),
      kind: "bank_statement",
      evidenceId: null,
      version: 1,
    }),
    kind: "document",
    names: ["id"],
  },
  reviewDocument: {
    works: async (stage) => ({ id: await anOwn("document", stage), state: "accepted", reason: null, version: 1 }),
    kind: "document",
    names: ["id"],
  },
  readDocument: {
    works: async (stage) => ({ id: await anOwn("document", stage) }),
    kind: "document",
    names: ["id"],
  },
  removeDocument: {
    works: async (stage) => ({ id: await anOwn("document", stage) }),
    kind: "document",
    names: ["id"],
  },
  listDecisions: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  confirmFact: {
    works: async (stage) => ({
      borrowerId: (await stage.reported()).id,
      kind: "resubmitted",
      subject: {},
      reason: "Sent to underwriting again.",
    }),
    names: ["borrowerId"],
  },
  waiveFinding: { works: aWaiver, names: ["borrowerId"] },
  acceptDecision: {
    works: async (stage) => ({ id: await anOwn("waiting-decision", stage) }),
    kind: "waiting-decision",
    names: ["id"],
  },
  listReviews: { works: nothing, names: [] },
  listComments: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  addComment: {
    works: async (stage) => {
      const { borrowerId, findingKey } = await aWaiver(stage);
      return { borrowerId, findingKey, text: "Ask for the bill of sale." };
    },
    names: ["borrowerId"],
  },
  changeComment: {
    works: async (stage) => ({ id: await anOwn("comment", stage), text: "Never mind.", version: 1 }),
    kind: "comment",
    names: ["id"],
  },
  removeComment: { works: async (stage) => ({ id: await anOwn("comment", stage) }), kind: "comment", names: ["id"] },
  listOverlays: { works: nothing, names: [] },
  createOverlay: { works: async () => anOverlay(), names: [] },
  updateOverlay: {
    works: async (stage) => ({ ...anOverlay(), id: await anOwn("overlay", stage), version: 1 }),
    kind: "overlay",
    names: ["id"],
  },
  proposeOverlay: {
    works: async (stage) => {
      await stage.lender.newcomer("admin");
      return { id: await anOwn("overlay", stage), version: 1 };
    },
    kind: "overlay",
    names: ["id"],
  },
  withdrawOverlay: {
    works: async (stage) => ({ id: await anOwn("proposed-overlay", stage), version: 1 }),
    kind: "proposed-overlay",
    names: ["id"],
  },
  approveOverlay: {
    works: async (stage) => ({ id: await anOwn("proposed-overlay", stage), version: 1 }),
    kind: "proposed-overlay",
    names: ["id"],
  },
  rejectOverlay: {
    works: async (stage) => ({ id: await anOwn("proposed-overlay", stage), version: 1, reason: "Too strict." }),
    kind: "proposed-overlay",
    names: ["id"],
  },
  endOverlay: {
    works: async (stage) => ({ id: await anOwn("approved-overlay", stage), version: 1 }),
    kind: "approved-overlay",
    names: ["id"],
  },
  deleteOverlay: { works: async (stage) => ({ id: await anOwn("overlay", stage) }), kind: "overlay", names: ["id"] },
  listEditions: { works: nothing, names: [] },
  listBackTests: { works: nothing, names: [] },
  readBackTest: { works: aBackTestOf, kind: "back-test", names: ["id"] },
  startBackTest: {
    works: async ({ test, lender: { organizationId } }) => {
      // One runs at a time.
      await test.asOwner("update back_tests set state = 'canceled' where organization_id = $1", [organizationId]);
      return { subject: { kind: "edition", edition: NEWEST_EDITION.hash } };
    },
    names: [],
  },
  cancelBackTest: { works: aBackTestOf, kind: "back-test", names: ["id"] },
  listBackTestChanges: {
    works: async (stage) => ({ backTestId: await anOwn("back-test", stage) }),
    kind: "back-test",
    names: ["backTestId"],
  },
  evaluateAgain: {
    works: async (stage) => ({ backTestId: await anOwn("back-test", stage), changeIds: null }),
    kind: "back-test",
    names: ["backTestId"],
  },
  undoDecision: {
    works: async (stage) => ({ id: await anOwn("decision", stage) }),
    kind: "decision",
    names: ["id"],
  },
};
