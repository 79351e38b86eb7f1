import { randomUUID } from "node:crypto";
import { normalizeEmail } from "#platform/text/text.ts";
import { insertConsent, keptDaysOf, markTakenBack } from "#features/borrowers/server/consent.ts";
import type { Context } from "#platform/server/context.ts";
import { endOwnItems } from "#features/asset-reports/server/connections/end-items.ts";
import { announceBorrower, findBorrower } from "#features/borrowers/server/borrowers.ts";
import { readOwners } from "#features/borrowers/server/owner-queries.ts";
import { longestRetention } from "#features/organizations/contract.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { CONSENT_TAKEN_BACK } from "#features/borrower-portal/contract.ts";
import { type Asking, CONSENT, consentText } from "#features/borrowers/labels.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import { announce } from "#platform/server/live/live.ts";
import { emailTakenBack } from "./jobs.ts";

const USER_AGENT_LENGTH = 500;

/**
 * Only for the current text, otherwise throws STALE: no one agrees to a text that they were not shown. A running
 * consent stays as it is.
 */
export async function giveConsent(
  { db }: Context,
  session: BorrowerSession,
  { version, ...shown }: { version: string } & Asking,
): Promise<void> {
  if (version !== CONSENT.version) throw new AppError("STALE");
  const { scope, subjectId, email, address, userAgent } = session;
  await db.transaction(scope, async (tx) => {
    const borrower = await findBorrower(tx, session, subjectId);
    const settings = await readSettings(tx, scope);
    const { name: lender, defaultDays: days } = settings;
    const keptDays = longestRetention(settings);
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
export async function takeBackConsent(ctx: Context, session: BorrowerSession): Promise<void> {
  const { db, jobs } = ctx;
  const { scope, subjectId, email, organizationId } = session;
  await db.transaction(scope, async (tx) => {
    const keptDays = await keptDaysOf(tx, scope, subjectId, email);
    const { borrower, ended } = await endOwnItems(ctx, tx, session, keptDays);
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
