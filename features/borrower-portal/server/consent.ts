import { randomUUID } from "node:crypto";
import { endOwnItems } from "#features/asset-reports/server/connections/end-items.ts";
import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import { announceBorrower, findBorrower } from "#features/borrowers/server/borrowers.ts";
import { readOwners } from "#features/borrowers/server/owner-store.ts";
import { normalizeEmail } from "#features/auth/server/store.ts";
import { readSettings } from "#features/organizations/server/settings-store.ts";
import { CONSENT_TAKEN_BACK } from "#features/borrower-portal/contract.ts";
import { CONSENT, consentText, type Asking } from "#features/borrower-portal/labels.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import { announce } from "#platform/server/live/live.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { insertConsent, markTakenBack, readPromisedDays, readRunningConsent } from "./consent-store.ts";
import type { BorrowerPortalDeps } from "./deps.ts";
import { emailTakenBack } from "./jobs.ts";

const USER_AGENT_LENGTH = 500;

/** Passed to asset-reports. Consent to an older text counts as none. */
export const requireConsent: AssetReportDeps["requireConsent"] = async (db, { scope, subjectId, email }) => {
  const consent = await findConsent(db, scope, subjectId, email);
  if (!consent) throw new AppError("CONSENT_REQUIRED");
};

/** The running consent to the current text. Consent to an older text is requested again. */
export async function findConsent(db: ReadDb, scope: Scope, borrowerId: string, email: string) {
  const running = await readRunningConsent(db, scope, borrowerId, normalizeEmail(email));
  return running?.version === CONSENT.version ? running : undefined;
}

/**
 * Only for the current text, otherwise throws STALE: no one agrees to a text that they were not shown. A running
 * consent stays as it is.
 */
export async function giveConsent(
  { assetReports: { db } }: BorrowerPortalDeps,
  session: BorrowerSession,
  { version, ...shown }: { version: string } & Asking,
): Promise<void> {
  if (version !== CONSENT.version) throw new AppError("STALE");
  const { scope, subjectId, email, address, userAgent } = session;
  await db.transaction(scope, async (tx) => {
    const borrower = await findBorrower(tx, session, subjectId);
    const { name: lender, defaultDays: days, retentionDays: keptDays } = await readSettings(tx, scope);
    const asking = { lender, days, keptDays };
    if (shown.lender !== lender || shown.days !== days || shown.keptDays !== keptDays) throw new AppError("STALE");
    const isNew = await insertConsent(tx, scope, {
      id: randomUUID(),
      borrowerId: subjectId,
      emailKey: normalizeEmail(email),
      version,
      words: consentText(asking),
      retentionDays: keptDays,
      address,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
    });
    if (!isNew) return;
    await recordAuditEvent(tx, session, {
      action: "consent.given",
      objectType: "borrower",
      objectId: subjectId,
      detail: { version },
    });
    await announceBorrower(tx, scope, borrower);
  });
}

/**
 * The visitor's connections end here and, through jobs, at the provider. The data read from them stays under the
 * retention rule.
 */
export async function takeBackConsent({ assetReports }: BorrowerPortalDeps, session: BorrowerSession): Promise<void> {
  const { db, jobs } = assetReports;
  const { scope, subjectId, email, organizationId } = session;
  await db.transaction(scope, async (tx) => {
    const keptDays = await keptDaysOf(tx, scope, subjectId, email);
    const { borrower, ended } = await endOwnItems(assetReports, tx, session, keptDays);
    const consentId = await markTakenBack(tx, scope, subjectId, normalizeEmail(email));
    // Without a consent there may still be a bank that the lender connected.
    const of = consentId ? { consentId } : ended[0] && { itemId: ended[0].id };
    if (!of) return; // asked again
    await recordAuditEvent(tx, session, {
      action: "consent.taken-back",
      objectType: "borrower",
      objectId: subjectId,
      detail: { banks: ended.length },
    });
    const owners = await readOwners(tx, scope, borrower);
    for (const { userId } of owners) await jobs.send(tx, emailTakenBack, { organizationId, userId, ...of });
    await announceBorrower(tx, scope, borrower);
    await announce(tx, {
      organizationId,
      to: owners.map(({ userId }) => userId),
      event: { type: CONSENT_TAKEN_BACK, id: subjectId, version: borrower.version },
    });
  });
}

/** How many more days data may be stored after the person stopped sharing it. */
export async function keptDaysOf(db: ReadDb, scope: Scope, borrowerId: string, email: string): Promise<number> {
  const promised = await readPromisedDays(db, scope, borrowerId, normalizeEmail(email));
  return promised ?? (await readSettings(db, scope)).retentionDays;
}
