// Owns what a visitor sees and does: who asks, what they share, and what is still wanted of them.
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import { readOfficer } from "#features/borrowers/server/owner-store.ts";
import { isHeldBy, personWith } from "#features/borrowers/server/people.ts";
import { fullName } from "#features/borrowers/contract.ts";
import type { Donor, EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { proposeFromVisit, uploadFromVisit } from "#features/underwriting/server/visitor-evidence.ts";
import { readSettings } from "#features/organizations/server/settings-store.ts";
import { toSettings } from "#features/organizations/server/settings.ts";
import { readBorrowerPosts } from "#features/posts/server/page-store.ts";
import type { Visit as Seen, VisitTask } from "#features/visits/contract.ts";
import { CONSENT, consentText } from "#features/visits/words.ts";
import { offeredLetter } from "#features/visits/words/offered-letter.ts";
import type { UploadedFile } from "#kit/contract/call.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Visit } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Database } from "#kit/server/database/database.ts";
import { longDay } from "#kit/server/document/dates.ts";
import { money } from "#kit/server/document/money.ts";
import { findConsent } from "./consent.ts";
import type { VisitDeps } from "./deps.ts";
import { markRead } from "./link-store.ts";
import { tasksOf } from "./tasks.ts";

export async function findVisit({ assetReports: { db }, backendUrl }: VisitDeps, visit: Visit): Promise<Seen> {
  const { scope, subjectId, email, endsAt } = visit;
  const borrower = await findBorrower(db, visit, subjectId);
  const visitor = personWith(borrower, email);
  if (!visitor) throw new AppError("INVALID_JWT"); // taken off the loan within this very request
  const settings = toSettings(await readSettings(db, scope), backendUrl);
  const { name, nmlsId, phone, logoURL, replyTo, policy } = settings;
  const officer = await readOfficer(db, scope, borrower);
  const consent = await findConsent(db, scope, subjectId, email);
  const tasks = await tasksOf(db, scope, { borrower, visitor, lender: name, isShared: consent !== undefined });
  if (tasks.length > 0) await noteRead(db, visit);
  const posts = await readBorrowerPosts(db, scope);
  return {
    borrowerId: borrower.id,
    ...visitor,
    lender: { name, nmlsId, phone, logoURL, officerName: officer && fullName(officer), replyTo },
    daysRequested: policy.defaultDays,
    retentionDays: policy.retentionDays,
    consent: consent ? { version: consent.version, at: consent.at } : null,
    consentText: {
      version: CONSENT.version,
      text: consentText({ lender: name, days: policy.defaultDays, keptDays: policy.retentionDays }),
    },
    banks: borrower.items.filter((item) => isHeldBy(item, borrower, email)),
    isReportReady: borrower.latestReportId !== null,
    tasks,
    posts: posts.map(({ id, title, body }) => ({ id, title, body })),
    endsAt,
  };
}

/** A visit that was shown lines of a bank is on record, once: the page asks again and again. */
async function noteRead(db: Database, visit: Visit): Promise<void> {
  await db.transaction(visit.scope, async (tx) => {
    if (!(await markRead(tx, visit.scope, visit.visitId))) return;
    await auditAct(tx, visit, { action: "visit.read", objectType: "borrower", objectId: visit.subjectId });
  });
}

interface Answer {
  readonly transactionId: string;
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly signedName: string;
  readonly donor?: Donor | undefined;
}

/** Of a deposit that they are asked about, or were: another line of the report is not theirs to name. */
export async function answerTask(deps: VisitDeps, visit: Visit, answer: Answer): Promise<Seen> {
  const { text, signedName, ...said } = answer;
  const seen = await findVisit(deps, visit);
  const task = seen.tasks.find(({ transactionId }) => transactionId === said.transactionId);
  if (!task) throw new AppError("NOT_FOUND");
  const stated = isAsOffered(task, seen, answer) && { amountCents: task.amountCents, noRepayment: true };
  await proposeFromVisit(deps.underwriting, visit, {
    ...said,
    letter: { text, signedName },
    ...(stated && { stated }),
  });
  return findVisit(deps, visit);
}

/** Whether it is a gift in the very words that the page offers, which give the sum and say that nothing is to be repaid. */
function isAsOffered(task: VisitTask, { lender, ...visitor }: Seen, { kind, text, donor }: Answer): boolean {
  if (kind !== "gift") return false;
  const who = { lender: lender.name, name: fullName(visitor), donor };
  const shown = { amount: money(task.amountCents, "USD"), date: longDay(task.date) }; // as pages show them
  return text.replaceAll("\r\n", "\n") === offeredLetter(task, who, kind, shown);
}

export async function uploadVisitDocument(
  deps: VisitDeps,
  visit: Visit,
  upload: { name: string; evidenceId?: string | undefined; file: UploadedFile },
): Promise<Seen> {
  await uploadFromVisit(deps.underwriting, visit, upload);
  return findVisit(deps, visit);
}
