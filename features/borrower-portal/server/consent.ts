import { endUnsignedGiftLetters } from "#features/borrowers/server/link-queries.ts";
import { randomUUID } from "node:crypto";
import { dayIn } from "#platform/dates/zones.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import {
  type ConsentRow,
  insertConsent,
  isCurrent,
  keptDaysOf,
  markTakenBack,
  readConsentByKey,
  readConsents,
  readRunningConsent,
  toConsent,
} from "#features/borrowers/server/consent.ts";
import type { Context } from "#platform/server/context.ts";
import { endOwnItems } from "#features/asset-reports/server/connections/end-items.ts";
import { announceBorrower, findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { peopleOf } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { ConsentMethod } from "#features/borrowers/contract.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { evaluateAgain } from "#features/underwriting/server/evaluate-newest.ts";
import { readDocument } from "#features/underwriting/server/document-queries.ts";
import { daysToRequest, longestRetention } from "#features/organizations/contract.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { CONSENT_TAKEN_BACK, type LoanConsents } from "#features/borrower-portal/contract.ts";
import {
  type Asking,
  CONSENT_PURPOSE,
  consentText,
  consentVersions,
  findConsentText,
} from "#features/borrowers/labels.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor, BorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { createOnce } from "#platform/server/idempotency.ts";
import { emailTakenBack } from "./jobs.ts";
import { requirePerson } from "./links.ts";

const USER_AGENT_LENGTH = 500;

interface ShownText extends Asking {
  readonly version: string;
}

/** What the lender asks for, and the versions of the text that says so, in English first. */
interface Asked extends Asking {
  readonly versions: readonly string[];
}

/** Throws STALE unless it is the current text: no one agrees to a text that they were not shown. */
function requireCurrentText(shown: ShownText, { lender, days, keptDays, versions }: Asked): string {
  const isSame = shown.lender === lender && shown.days === days && shown.keptDays === keptDays;
  const words = findConsentText(shown.version);
  if (!words || !versions.includes(shown.version) || !isSame) throw new AppError("STALE");
  return consentText({ lender, days, keptDays }, words);
}

async function readAsking(db: ReadDb, scope: Scope): Promise<Asked> {
  const settings = await readSettings(db, scope);
  return {
    lender: settings.name,
    days: daysToRequest(settings),
    keptDays: longestRetention(settings),
    versions: consentVersions(settings.bankDataProduct),
  };
}

/** The parts that every consent has. */
function recordOf({ address, userAgent }: Actor | BorrowerSession, { days, keptDays }: Asking) {
  return {
    id: randomUUID(),
    purpose: CONSENT_PURPOSE,
    daysRequested: days,
    retentionDays: keptDays,
    address,
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
  };
}

/** The borrower agrees to the current text, otherwise throws STALE. A running consent stays as it is. */
export async function giveConsent(ctx: Context, session: BorrowerSession, shown: ShownText): Promise<void> {
  const { scope, subjectId, email } = session;
  await ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, session, subjectId);
    const asking = await readAsking(tx, scope);
    const words = requireCurrentText(shown, asking);
    const isNew = await insertConsent(tx, scope, {
      ...recordOf(session, asking),
      borrowerId: subjectId,
      emailKey: normalizeEmail(email),
      method: "online",
      version: shown.version,
      words,
      sha256: sha256(words).toString("hex"),
    });
    if (!isNew) return;
    await evaluateAgain(ctx, tx, scope, subjectId, { cause: "consent", by: session });
    await announceBorrower(tx, scope, borrower);
    await recordAuditEvent(tx, session, {
      action: "consent.given",
      objectType: "borrower",
      objectId: subjectId,
      detail: { version: shown.version },
    });
  });
}

export async function listConsents(ctx: Context, actor: Actor, id: string): Promise<LoanConsents> {
  return consentsOf(ctx, ctx.db, actor.scope, await findBorrower(ctx.db, actor, id));
}

async function consentsOf(
  { providers }: Context,
  db: ReadDb,
  scope: Scope,
  borrower: BorrowerRow,
): Promise<LoanConsents> {
  const newest = new Map((await readConsents(db, scope, borrower.id)).map((one) => [one.emailKey, one]));
  const { connectInPerson, bankDataProduct } = await readSettings(db, scope);
  const { versions, ...asking } = await readAsking(db, scope);
  return {
    people: peopleOf(borrower).map((person) => {
      const row = newest.get(normalizeEmail(person.email));
      const isRunning = row !== undefined && row.takenBackAt === null && isCurrent(row, bankDataProduct);
      return { ...person, consent: row ? toConsent(row) : null, isRunning };
    }),
    asking: { ...asking, version: versions[0]! }, // each product has an English text
    canConnectInPerson: connectInPerson,
    canText: providers.sendText !== null,
  };
}

interface ConsentToRecord {
  /** The borrower's. */
  readonly id: string;
  readonly email: string;
  readonly method: Exclude<ConsentMethod, "online">;
  readonly shown?: ShownText | undefined;
  readonly signedOn?: string | undefined;
  readonly documentId?: string | undefined;
}

/**
 * An officer records how a person on the loan gave consent. One that is running, and the same, stays as it is. Throws
 * INVALID_STATUS_TRANSITION for a closed borrower, IN_PERSON_OFF, STALE for another text, NOT_FOUND for a document of
 * another borrower.
 */
export async function recordConsent(ctx: Context, actor: Actor, consent: ConsentToRecord): Promise<LoanConsents> {
  const { db } = ctx;
  const { scope } = actor;
  const findFirst = async (userId: string, key: string) => {
    const first = await readConsentByKey(db, scope, userId, key);
    return first && findBorrower(db, actor, first.borrowerId);
  };
  const borrower = await createOnce(actor, findFirst, () =>
    db.transaction(scope, async (tx) => {
      const row = await lockBorrowerFor(tx, actor, consent.id);
      await insertRecorded(ctx, tx, actor, row, consent);
      return row;
    }),
  );
  return consentsOf(ctx, db, scope, borrower);
}

async function insertRecorded(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  borrower: BorrowerRow,
  consent: ConsentToRecord,
): Promise<void> {
  const { scope, userId, idempotencyKey } = actor;
  const { id, method } = consent;
  const emailKey = normalizeEmail(requirePerson(borrower, consent.email).email);
  const asking = await readAsking(tx, scope);
  const given = { method, ...(await proofOf(tx, scope, consent, asking)) };
  const running = await readRunningConsent(tx, scope, id, emailKey);
  if (running && (asking.versions.includes(running.version ?? "") || isSameProof(running, given))) return;
  const recorded = { ...recordOf(actor, asking), borrowerId: id, emailKey, recordedBy: userId, idempotencyKey };
  await insertConsent(tx, scope, { ...recorded, ...given });
  await evaluateAgain(ctx, tx, scope, id, { cause: "consent", by: actor });
  await announceBorrower(tx, scope, borrower);
  await recordAuditEvent(tx, actor, {
    action: `consent.${method.replace("_", "-")}`,
    objectType: "borrower",
    objectId: id,
    detail: { consentId: recorded.id, sha256: given.sha256 },
  });
}

type Proof = Pick<ConsentRow, "method" | "sha256" | "signedOn">;

function isSameProof(one: Proof, other: Proof): boolean {
  return one.method === other.method && one.sha256 === other.sha256 && one.signedOn === other.signedOn;
}

/** What the consent rests on: the text shown on the officer's screen, the signed form, or the officer's word. */
async function proofOf(
  tx: Tx,
  scope: Scope,
  { id, method, shown, ...form }: ConsentToRecord,
  asking: Asked,
): Promise<Omit<Proof, "method"> & Pick<ConsentRow, "version" | "words" | "documentId">> {
  if (method === "in_person") {
    if (!(await readSettings(tx, scope)).connectInPerson) throw new AppError("IN_PERSON_OFF");
    const words = requireCurrentText(shown!, asking); // the contract requires it
    const { version } = shown!;
    return { version, words, sha256: sha256(words).toString("hex"), signedOn: null, documentId: null };
  }
  const { timeZone } = await readSettings(tx, scope);
  const signedOn = form.signedOn!; // the contract requires it
  if (signedOn > dayIn(new Date().toISOString(), timeZone))
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "signedOn", code: "TOO_BIG" }] });
  const own = { version: null, words: null, signedOn };
  if (method === "attested") return { ...own, sha256: null, documentId: null };
  const document = await readDocument(tx, scope, form.documentId!); // the contract requires it
  if (document?.borrowerId !== id) throw new AppError("NOT_FOUND");
  return { ...own, sha256: document.sha256, documentId: document.id };
}

/**
 * The visitor's connections end here and, through jobs, at the provider. The data read from them stays under the
 * retention rule.
 */
export async function takeBackConsent(ctx: Context, session: BorrowerSession): Promise<void> {
  const { db, jobs } = ctx;
  const { scope, subjectId, email, organizationId } = session;
  await db.transaction(scope, async (tx) => {
    const keptDays = await keptDaysOf(tx, scope, subjectId, email);
    const { borrower, ended } = await endOwnItems(ctx, tx, session, keptDays);
    const consentId = await markTakenBack(tx, scope, subjectId, normalizeEmail(email));
    await endUnsignedGiftLetters(tx, scope, subjectId);
    // Without a consent there may still be a bank that the lender connected.
    const of = consentId ? { consentId } : ended[0] && { itemId: ended[0].id };
    if (!of) return; // asked again
    await evaluateAgain(ctx, tx, scope, subjectId, { cause: "consent", by: session });
    await recordAuditEvent(tx, session, {
      action: "consent.taken-back",
      objectType: "borrower",
      objectId: subjectId,
      detail: { banks: ended.length },
    });
    await announceBorrower(tx, scope, borrower);
    await notify(ctx, tx, scope, {
      kind: "consentWithdrawn",
      borrower,
      event: CONSENT_TAKEN_BACK,
      email: (userId) => jobs.send(tx, emailTakenBack, { organizationId, userId, ...of }),
    });
  });
}
