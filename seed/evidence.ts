import { readOwnBorrowers } from "#features/borrowers/server/page-store.ts";
import { EvidenceDetails } from "#features/underwriting/contract.ts";
import type { UnderwritingDeps } from "#features/underwriting/server/deps.ts";
import { addEvidence, listEvidence } from "#features/underwriting/server/evidence.ts";
import { readNewestEvaluation } from "#features/underwriting/server/evaluation-store.ts";
import type { Actor } from "#kit/server/actor.ts";

const GIFT = {
  ...{ owner: "registered@example.com", loanNumber: "AC-2026-0103" },
  details: {
    ...{ kind: "gift", transactionId: null, sourcedCents: 0, amountCents: 600_000 },
    donor: {
      name: "Carlos Vasquez",
      address: "214 Alder Street, Boise, ID 83702",
      phone: "(208) 555-0147",
      relationship: "father",
    },
    ...{ noRepayment: true, transferEvidence: true, note: "The donor wires it to the title company before closing." },
  },
} as const;
const EXPLAINED = {
  ...{ owner: "admin@example.com", loanNumber: "AC-2026-0203" },
  details: {
    kind: "sale_of_personal_asset",
    sourcedCents: 900_000,
    note: "Sold a car; the bill of sale is to follow.",
  },
} as const;

/** Where nothing is written yet. */
export async function insertEvidence(deps: UnderwritingDeps, actorFor: (email: string) => Promise<Actor>): Promise<void> {
  for (const { owner, loanNumber, details } of [GIFT, EXPLAINED]) {
    const actor = await actorFor(owner);
    const own = await readOwnBorrowers(deps.db, actor.scope, actor, {});
    const borrower = own.find((one) => one.loanNumber === loanNumber);
    if (!borrower?.latestReportId || (await listEvidence(deps, actor, borrower.id)).evidence.length > 0) continue;
    const isGift = details.kind === "gift";
    const transactionId = isGift ? null : await largestUnexplained(deps, actor, borrower.latestReportId);
    if (!isGift && transactionId === null) continue;
    // Under a name of its own, so that two processes that start at once write it once.
    const named = { ...actor, idempotencyKey: `sample evidence: ${loanNumber}` };
    await addEvidence(deps, named, {
      ...EvidenceDetails.parse({ ...details, transactionId }),
      borrowerId: borrower.id,
      state: isGift ? "accepted" : "proposed",
    });
  }
}

async function largestUnexplained({ db }: UnderwritingDeps, { scope }: Actor, reportId: string): Promise<string | null> {
  const evaluation = await readNewestEvaluation(db, scope, reportId);
  const [largest] = (evaluation?.findings ?? [])
    .filter(({ ruleId, code }) => ruleId === "R3c" && code === "DOCUMENT_SOURCE")
    .sort((a, b) => Number(b.inputs["amountCents"]) - Number(a.inputs["amountCents"]));
  return largest?.transactionIds[0] ?? null;
}
