import { normalizeEmail } from "#platform/text/text.ts";
import { longestRetention } from "#features/organizations/contract.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Context } from "#platform/server/context.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import { isHeldBy, personWith, readOfficer } from "#features/borrowers/server/owner-queries.ts";
import { fullName } from "#features/borrowers/contract.ts";
import type { Donor, EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { readDocumentsOf, toDocument } from "#features/underwriting/server/document-queries.ts";
import type { Upload } from "#features/underwriting/server/documents.ts";
import { proposeFromBorrower, uploadFromBorrower } from "#features/underwriting/server/visitor-evidence.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { toSettings } from "#features/organizations/server/settings.ts";
import { readBorrowerPosts } from "#features/posts/server/list-queries.ts";
import type { BorrowerSession as SessionView, BorrowerTask } from "#features/borrower-portal/contract.ts";
import { CONSENT, consentText } from "#features/borrowers/labels.ts";
import { offeredLetter } from "#features/borrower-portal/labels.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Database } from "#platform/server/database/database.ts";
import { findConsent } from "#features/borrowers/server/consent.ts";
import { markRead } from "#features/borrowers/server/link-queries.ts";
import { readNeeds } from "#features/borrowers/server/need-queries.ts";
import { needsOf, toBorrowerNeed } from "./needs.ts";
import { tasksOf } from "./tasks.ts";

export async function findVisit(
  { db, settings: { backendUrl } }: Context,
  session: BorrowerSession,
): Promise<SessionView> {
  const { scope, subjectId, email, endsAt } = session;
  const borrower = await findBorrower(db, session, subjectId);
  const visitor = personWith(borrower, email);
  if (!visitor) throw new AppError("INVALID_JWT"); // taken off the loan during this request
  const settings = toSettings(await readSettings(db, scope), backendUrl);
  const { name, nmlsId, phone, logoURL, replyTo, policy } = settings;
  const keptDays = longestRetention(policy);
  const officer = await readOfficer(db, scope, borrower);
  const consent = await findConsent(db, scope, subjectId, email);
  const found = await tasksOf(db, scope, { borrower, visitor, lender: name, isShared: consent !== undefined });
  const needs = (await needsOf(db, scope, borrower, visitor, found)).filter(
    ({ state, isOptional }) => state !== "waived" && !isOptional,
  );
  const asked = new Set(needs.map(({ subject }) => subject));
  const tasks = found.flatMap(({ isOptional: _it, ...task }) =>
    task.answer !== null || asked.has(task.transactionId) ? task : [],
  );
  if (tasks.length > 0) await noteRead(db, session);
  const documents = await readDocumentsOf(db, scope, subjectId);
  const posts = await readBorrowerPosts(db, scope);
  return {
    borrowerId: borrower.id,
    ...visitor,
    lender: {
      ...{ name, nmlsId, phone, logoURL, replyTo },
      officerName: officer && fullName(officer),
      officerNmlsId: officer?.nmlsId ?? null,
      officerPhone: officer?.phone ?? null,
    },
    daysRequested: policy.defaultDays,
    retentionDays: keptDays,
    consent: consent ? { version: consent.version, at: consent.at } : null,
    consentText: {
      version: CONSENT.version,
      text: consentText({ lender: name, days: policy.defaultDays, keptDays }),
    },
    banks: borrower.items.filter((item) => isHeldBy(item, borrower, email)),
    isReportReady: borrower.latestReportId !== null,
    tasks,
    needs: needs.map(toBorrowerNeed),
    documents: documents.filter(({ visitorEmail }) => visitorEmail === normalizeEmail(email)).map(toDocument),
    posts: posts.map(({ id, title, body }) => ({ id, title, body })),
    endsAt,
  };
}

/** Recorded once per session, although the page polls. */
async function noteRead(db: Database, session: BorrowerSession): Promise<void> {
  await db.transaction(session.scope, async (tx) => {
    if (!(await markRead(tx, session.scope, session.visitId))) return;
    await recordAuditEvent(tx, session, { action: "visit.read", objectType: "borrower", objectId: session.subjectId });
  });
}

interface Answer {
  readonly transactionId: string;
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly signedName: string;
  readonly donor?: Donor | undefined;
}

/**
 * Answers a question about a deposit that the visitor is or was asked about. They cannot name another line of the
 * report.
 */
export async function answerTask(ctx: Context, session: BorrowerSession, answer: Answer): Promise<SessionView> {
  const { text, signedName, ...said } = answer;
  const seen = await findVisit(ctx, session);
  const task = seen.tasks.find(({ transactionId }) => transactionId === said.transactionId);
  if (!task) throw new AppError("NOT_FOUND");
  const stated = isAsOffered(task, seen, answer) && { amountCents: task.amountCents, noRepayment: true };
  await proposeFromBorrower(ctx, session, {
    ...said,
    letter: { text, signedName },
    ...(stated && { stated }),
  });
  return findVisit(ctx, session);
}

/**
 * Whether it is a gift letter in the exact words that the page offers, which state the sum and that nothing is repaid.
 */
function isAsOffered(task: BorrowerTask, { lender, ...visitor }: SessionView, { kind, text, donor }: Answer): boolean {
  if (kind !== "gift") return false;
  const who = { lender: lender.name, name: fullName(visitor), donor };
  const shown = { amount: formatMoney(task.amountCents, "USD"), date: longDay(task.date) }; // as pages show them
  return text.replaceAll("\r\n", "\n") === offeredLetter(task, who, kind, shown);
}

export async function uploadVisitDocument(
  ctx: Context,
  session: BorrowerSession,
  upload: Omit<Upload, "borrowerId">,
): Promise<SessionView> {
  if (upload.needId !== undefined) await requireOwnNeed(ctx.db, session, upload.needId);
  await uploadFromBorrower(ctx, session, upload);
  return findVisit(ctx, session);
}

/** Throws NOT_FOUND for a request to someone else. */
async function requireOwnNeed(db: Database, { scope, subjectId, email }: BorrowerSession, id: string): Promise<void> {
  const needs = await readNeeds(db, scope, subjectId);
  const isOwn = needs.some((need) => need.id === id && need.emailKey === normalizeEmail(email));
  if (!isOwn) throw new AppError("NOT_FOUND");
}
