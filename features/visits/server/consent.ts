// Owns consent: given to the words of one version before a bank is connected, kept whole, and taken back as easily.
import { randomUUID } from "node:crypto";
import { endOwnItems } from "#features/asset-reports/server/connections/end-items.ts";
import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import { announceBorrower, findBorrower } from "#features/borrowers/server/borrowers.ts";
import { readOwners } from "#features/borrowers/server/owner-store.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { readSettings } from "#features/organizations/server/settings-store.ts";
import { CONSENT_TAKEN_BACK } from "#features/visits/contract.ts";
import { CONSENT, consentText, type Asking } from "#features/visits/words.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Visit } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Reads } from "#kit/server/database/database.ts";
import { announce } from "#kit/server/live/live.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { insertConsent, markTakenBack, readPromisedDays, readRunningConsent } from "./consent-store.ts";
import type { VisitDeps } from "./deps.ts";
import { mailTakenBack } from "./jobs.ts";

const USER_AGENT_LENGTH = 500;

/** What asset-reports are handed: consent to older words is none. */
export const requireConsent: AssetReportDeps["requireConsent"] = async (db, { scope, subjectId, email }) => {
  const consent = await findConsent(db, scope, subjectId, email);
  if (!consent) throw new AppError("CONSENT_REQUIRED");
};

/** The one that runs, to the words of now; an older one is asked for again. */
export async function findConsent(db: Reads, scope: Scope, borrowerId: string, email: string) {
  const running = await readRunningConsent(db, scope, borrowerId, emailKeyOf(email));
  return running?.version === CONSENT.version ? running : undefined;
}

/** To the words of now, else STALE: nobody agrees to what they were not shown. One that is running stays as it is. */
export async function giveConsent(
  { assetReports: { db } }: VisitDeps,
  visit: Visit,
  { version, ...shown }: { version: string } & Asking,
): Promise<void> {
  if (version !== CONSENT.version) throw new AppError("STALE");
  const { scope, subjectId, email, address, userAgent } = visit;
  await db.transaction(scope, async (tx) => {
    const borrower = await findBorrower(tx, visit, subjectId);
    const { name: lender, defaultDays: days, retentionDays: keptDays } = await readSettings(tx, scope);
    const asking = { lender, days, keptDays };
    if (shown.lender !== lender || shown.days !== days || shown.keptDays !== keptDays) throw new AppError("STALE");
    const isNew = await insertConsent(tx, scope, {
      id: randomUUID(),
      borrowerId: subjectId,
      emailKey: emailKeyOf(email),
      version,
      words: consentText(asking),
      retentionDays: keptDays,
      address,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
    });
    if (!isNew) return;
    await auditAct(tx, visit, {
      action: "consent.given",
      objectType: "borrower",
      objectId: subjectId,
      detail: { version },
    });
    await announceBorrower(tx, scope, borrower);
  });
}

/** The visitor's connections end here and, by jobs, at the provider; what was read of them stays by the rule on keeping data. */
export async function takeBackConsent({ assetReports }: VisitDeps, visit: Visit): Promise<void> {
  const { db, jobs } = assetReports;
  const { scope, subjectId, email, organizationId } = visit;
  await db.transaction(scope, async (tx) => {
    const keptDays = await keptDaysOf(tx, scope, subjectId, email);
    const { borrower, ended } = await endOwnItems(assetReports, tx, visit, keptDays);
    const consentId = await markTakenBack(tx, scope, subjectId, emailKeyOf(email));
    // Without a consent there may be a bank that the lender connected.
    const of = consentId ? { consentId } : ended[0] && { itemId: ended[0].id };
    if (!of) return; // asked again
    await auditAct(tx, visit, {
      action: "consent.taken-back",
      objectType: "borrower",
      objectId: subjectId,
      detail: { banks: ended.length },
    });
    const owners = await readOwners(tx, scope, borrower);
    for (const { userId } of owners) await jobs.send(tx, mailTakenBack, { organizationId, userId, ...of });
    await announceBorrower(tx, scope, borrower);
    await announce(tx, {
      organizationId,
      to: owners.map(({ userId }) => userId),
      event: { type: CONSENT_TAKEN_BACK, id: subjectId, version: borrower.version },
    });
  });
}

/** For how long what a person shared may still be kept, once they share it no more. */
export async function keptDaysOf(db: Reads, scope: Scope, borrowerId: string, email: string): Promise<number> {
  const promised = await readPromisedDays(db, scope, borrowerId, emailKeyOf(email));
  return promised ?? (await readSettings(db, scope)).retentionDays;
}
