import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { readOwnBorrowers } from "#features/borrowers/server/list-queries.ts";
import { EvidenceDetails } from "#features/underwriting/contract.ts";
import { uploadDocument } from "#features/underwriting/server/documents.ts";
import { addEvidence, listEvidence } from "#features/underwriting/server/evidence.ts";
import { readNewestEvaluation } from "#features/underwriting/server/report-queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { acceptDisclosure, DISCLOSURE_VERSION } from "#features/borrower-portal/server/session.ts";
import { proposeFromBorrower } from "#features/underwriting/server/visitor-evidence.ts";
import type { Actor, BorrowerSession } from "#platform/server/actor.ts";

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
const GIFT_LETTER = [
  "Gift letter",
  "I, Carlos Vasquez, give my daughter Elena Vasquez $6,000.00 toward the purchase of her home.",
  "No repayment is expected. I will wire it to the title company before closing.",
  "Signed: Carlos Vasquez, 214 Alder Street, Boise, ID 83702, (208) 555-0147",
];
const CAR_SALE = {
  ...{ owner: "admin@example.com", loanNumber: "AC-2026-0203" },
  text: "I sold my car to a private buyer and deposited the buyer's check. I can send the bill of sale.",
} as const;

/** Where there is none yet. */
export async function insertEvidence(ctx: Context, actorFor: (email: string) => Promise<Actor>): Promise<void> {
  await insertGift(ctx, await actorFor(GIFT.owner));
  await insertCarSale(ctx, await actorFor(CAR_SALE.owner));
}

async function insertGift(ctx: Context, actor: Actor): Promise<void> {
  const { loanNumber, details } = GIFT;
  const borrower = await findWithoutEvidence(ctx, actor, loanNumber);
  if (!borrower) return;
  // A key of its own, so that two processes that start at once insert it once.
  const keyed = { ...actor, idempotencyKey: `sample evidence: ${loanNumber}` };
  const { id: evidenceId } = await addEvidence(ctx, keyed, {
    ...EvidenceDetails.parse(details),
    borrowerId: borrower.id,
    state: "accepted",
  });
  const file = { mediaType: "application/pdf", bytes: pdfOf(GIFT_LETTER) };
  await uploadDocument(ctx, actor, {
    borrowerId: borrower.id,
    evidenceId,
    name: "gift-letter.pdf",
    kind: "gift_letter",
    file,
  });
}

/** The borrower's answer about the largest deposit, as if sent through the emailed link. */
async function insertCarSale(ctx: Context, actor: Actor): Promise<void> {
  const borrower = await findWithoutEvidence(ctx, actor, CAR_SALE.loanNumber);
  const transactionId = borrower && (await largestUnexplained(ctx, actor, borrower.latestReportId));
  if (!transactionId) return;
  const { scope, organizationId, address } = actor;
  const visit: BorrowerSession = {
    visitId: randomUUID(),
    subjectId: borrower.id,
    email: borrower.email,
    organizationId,
    scope,
    endsAt: new Date().toISOString(),
    address,
    userAgent: "",
  };
  const letter = { text: CAR_SALE.text, signedName: `${borrower.firstName} ${borrower.lastName}` };
  const { name } = await readSettings(ctx.db, scope);
  const disclosure = acceptDisclosure(DISCLOSURE_VERSION, { name });
  await proposeFromBorrower(ctx, visit, { transactionId, kind: "sale_of_personal_asset", letter, disclosure });
}

async function findWithoutEvidence(ctx: Context, actor: Actor, loanNumber: string) {
  const own = await readOwnBorrowers(ctx.db, actor.scope, actor, {});
  const borrower = own.find((one) => one.loanNumber === loanNumber);
  if (!borrower?.latestReportId || (await listEvidence(ctx, actor, borrower.id)).evidence.length > 0) return undefined;
  return { ...borrower, latestReportId: borrower.latestReportId };
}

async function largestUnexplained({ db }: Context, { scope }: Actor, reportId: string): Promise<string | null> {
  const evaluation = await readNewestEvaluation(db, scope, reportId);
  if (!evaluation) return null;
  const { findings, figures } = evaluation;
  const asked = new Set(findings.filter(({ code }) => code === "DOCUMENT_SOURCE").flatMap((one) => one.transactionIds));
  const deposits = figures.deposits.filter(({ transactionId }) => asked.has(transactionId));
  return deposits.toSorted((a, b) => b.cents - a.cents)[0]?.transactionId ?? null;
}

/** A page of plain text, as small as a PDF can be. */
function pdfOf(lines: readonly string[]): Uint8Array {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, "\\$&")}) Tj T*`).join("\n");
  const content = `BT /F1 12 Tf 18 TL 72 720 Td\n${shown}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  text += `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}
