import { normalizeEmail } from "#platform/text/email.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { CONSENT } from "#features/borrowers/labels/consent.ts";
import { readSettings } from "#features/organizations/server/settings-store.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readNewestConsents, readPromisedDays, readRunningConsent } from "./consent-store.ts";
import type { BorrowerRow } from "./store.ts";

/** Throws CONSENT_REQUIRED. Consent to an older text counts as none. */
export async function requireConsent(db: ReadDb, { scope, subjectId, email }: BorrowerSession): Promise<void> {
  if (!(await findConsent(db, scope, subjectId, email))) throw new AppError("CONSENT_REQUIRED");
}

/** The running consent to the current text. Consent to an older text is requested again. */
export async function findConsent(db: ReadDb, scope: Scope, borrowerId: string, email: string) {
  const running = await readRunningConsent(db, scope, borrowerId, normalizeEmail(email));
  return running?.version === CONSENT.version ? running : undefined;
}

/** The borrower's newest consent, including a withdrawn one, because the data was read under it. */
export async function readAuthorization(db: ReadDb, scope: Scope, borrower: BorrowerRow) {
  const consents = await readNewestConsents(db, scope, borrower.id);
  const own = consents.find(({ emailKey }) => emailKey === normalizeEmail(borrower.email));
  return own ? { person: fullName(borrower), at: own.givenAt, textVersion: own.version } : null;
}

/** How many more days data may be stored after the person stopped sharing it. */
export async function keptDaysOf(db: ReadDb, scope: Scope, borrowerId: string, email: string): Promise<number> {
  const promised = await readPromisedDays(db, scope, borrowerId, normalizeEmail(email));
  return promised ?? (await readSettings(db, scope)).retentionDays;
}
