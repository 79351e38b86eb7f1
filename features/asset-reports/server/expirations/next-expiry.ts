import { sql, type SQL } from "drizzle-orm";
import { quoteReportOn } from "#features/billing/server/charges/spend-cap.ts";
import { EXPIRY_KINDS, type ExpiryKind } from "#features/borrowers/contract.ts";
import { summarizeBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower, updateSummary } from "#features/borrowers/server/queries.ts";
import { borrowers } from "#features/borrowers/server/schema.ts";
import type { reportEvaluated } from "#features/underwriting/server/events.ts";
import { readNewestEvaluation } from "#features/underwriting/server/report-queries.ts";
import type { Clock } from "#features/underwriting/rules/clock.ts";
import { utcToday } from "#platform/dates/days.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readClocks } from "./expirations.ts";

interface StoreOptions {
  /** `YYYY-MM-DD` in UTC. */
  readonly today?: string;
  /** Open pages are not notified: the daily job may change every borrower. */
  readonly isQuiet?: boolean;
}

/**
 * Stores what expires next, for lists. Data that has run out comes first until it is refreshed; anything else whose day
 * has passed is over. A secure link is not among them: every invited borrower has one, and is listed as waited for.
 */
export async function storeNextExpiry(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { today = utcToday(), isQuiet = false }: StoreOptions = {},
): Promise<void> {
  const borrower = await lockBorrower(tx, scope, borrowerId);
  if (!borrower) return;
  const { latestReportId } = borrower;
  const evaluation = latestReportId ? await readNewestEvaluation(tx, scope, latestReportId) : undefined;
  const { freeUntil } = await quoteReportOn(tx, scope, borrowerId, today);
  // Consent has no end date.
  const clocks = await readClocks(tx, scope, borrower, { evaluation, freeUntil, consents: [] });
  const next = clocks.find(({ kind, day }) => isListed(kind) && day !== null && (day >= today || kind === "data"));
  const [nextExpiryOn, nextExpiryKind] = [next?.day ?? null, next && isListed(next.kind) ? next.kind : null];
  const isSame = borrower.nextExpiryOn === nextExpiryOn && borrower.nextExpiryKind === nextExpiryKind;
  const store = isSame || isQuiet ? updateSummary : summarizeBorrower;
  await store(tx, scope, borrowerId, { nextExpiryOn, nextExpiryKind, isNextExpiryKnown: true });
}

const isListed = (kind: Clock["kind"]): kind is ExpiryKind => (EXPIRY_KINDS as readonly string[]).includes(kind);

/** Handles reportEvaluated. */
export function followEvaluation(
  _ctx: Context,
  tx: Tx,
  { scope, borrowerId }: PayloadOf<typeof reportEvaluated>,
): Promise<void> {
  return storeNextExpiry(tx, scope, borrowerId);
}

/** What expires next is over or was never computed. @param today `YYYY-MM-DD` in UTC */
export function isNextExpiryOver(today: string): SQL {
  const { isNextExpiryKnown, nextExpiryOn, nextExpiryKind } = borrowers;
  return sql`(not ${isNextExpiryKnown} or ${nextExpiryOn} < ${today}::date and ${nextExpiryKind} <> 'data')`;
}
