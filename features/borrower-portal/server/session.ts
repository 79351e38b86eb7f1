import { normalizeEmail } from "#platform/text/text.ts";
import { daysToRequest, longestRetention } from "#features/organizations/contract.ts";
import type { Context } from "#platform/server/context.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import { isHeldBy, personWith, readOfficer } from "#features/borrowers/server/owner-queries.ts";
import { fullName } from "#features/borrowers/contract.ts";
import type { EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { readDocumentsOf, toDocument } from "#features/underwriting/server/document-queries.ts";
import type { Upload } from "#features/underwriting/server/documents.ts";
import { proposeFromBorrower, uploadFromBorrower } from "#features/underwriting/server/visitor-evidence.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { toSettings } from "#features/organizations/server/settings.ts";
import { readBorrowerPosts } from "#features/posts/server/list-queries.ts";
import type { BorrowerSession as SessionView, PortalLender } from "#features/borrower-portal/contract.ts";
import { consentText, consentVersions, findConsentText } from "#features/borrowers/labels.ts";
import { DISCLOSURE, disclosureText } from "#features/borrower-portal/labels.ts";
import { SPANISH_DISCLOSURE } from "#features/borrower-portal/spanish-labels.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { Disclosure } from "#features/underwriting/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Database, ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
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
  const { name, policy } = settings;
  const keptDays = longestRetention(policy);
  const days = daysToRequest(policy);
  const words = findConsentText(consentVersions(policy.bankDataProduct)[0]!)!; // each product has an English text
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
    lender: await lenderOf(db, scope, borrower, settings),
    daysRequested: days,
    retentionDays: keptDays,
    consent: consent ? { version: consent.version, at: consent.at } : null,
    consentText: {
      version: words.version,
      text: consentText({ lender: name, days, keptDays }, words),
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

/** Who asks, as the pages of the borrower and of a donor show it. */
export async function lenderOf(
  db: ReadDb,
  scope: Scope,
  borrower: BorrowerRow,
  { name, nmlsId, phone, logoURL, replyTo }: ReturnType<typeof toSettings>,
): Promise<PortalLender> {
  const officer = await readOfficer(db, scope, borrower);
  return {
    ...{ name, nmlsId, phone, logoURL, replyTo },
    officerName: officer && fullName(officer),
    officerNmlsId: officer?.nmlsId ?? null,
    officerPhone: officer?.phone ?? null,
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
  readonly disclosureVersion: string;
}

/**
 * Answers a question about a deposit that the visitor is or was asked about. They cannot name another line of the
 * report. Throws STALE where the disclosure about electronic signatures is another than the one shown.
 */
export async function answerTask(
  ctx: Context,
  session: BorrowerSession,
  { text, signedName, disclosureVersion, ...said }: Answer,
): Promise<SessionView> {
  const { tasks, lender } = await findVisit(ctx, session);
  if (!tasks.some(({ transactionId }) => transactionId === said.transactionId)) throw new AppError("NOT_FOUND");
  const disclosure = acceptDisclosure(disclosureVersion, lender);
  await proposeFromBorrower(ctx, session, { ...said, letter: { text, signedName }, disclosure });
  return findVisit(ctx, session);
}

/** Of the English text. */
export const DISCLOSURE_VERSION = DISCLOSURE.version;

/** What a signer accepted. Throws STALE unless it is the current text: no one accepts what they were not shown. */
export function acceptDisclosure(version: string, lender: Pick<PortalLender, "name">): Disclosure {
  const words = [DISCLOSURE, SPANISH_DISCLOSURE].find((one) => one.version === version);
  if (!words) throw new AppError("STALE");
  const hash = sha256(disclosureText(lender.name, words)).toString("hex");
  return { version, sha256: hash, acceptedAt: new Date().toISOString() };
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
