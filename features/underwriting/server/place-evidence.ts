import { addDays, utcToday } from "#platform/dates/days.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { EvidenceKind, EvidenceSource } from "#features/underwriting/rules/evaluation.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readParsedReport } from "./report-queries.ts";
import type { EvidenceRow } from "./evidence-queries.ts";
import type { ParsedReport, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { lineKeyOf, prepare } from "#features/underwriting/rules/prepare.ts";

interface FoundLine {
  readonly line: ReportTransaction;
  /** Content key, which names the line in later reports too. `null`: the line's account is in the report twice. */
  readonly lineKey: string | null;
  readonly isDeposit: boolean;
  readonly isPayment: boolean;
}

/** Finds a line by its id, otherwise by its content key, because a bank that is connected again has new ids. */
export function findLine(
  report: ParsedReport,
  { transactionId, lineKey }: { transactionId: string; lineKey?: string | null },
): FoundLine | undefined {
  const byId = sourceOf(report, transactionId);
  const keyed = keyedLines(report);
  const known = byId
    ? keyed.find(({ id }) => id === transactionId)
    : keyed.find((line) => lineKey && lineKeyOf(line) === lineKey);
  const found = byId ?? (known && sourceOf(report, known.id));
  if (!found) return undefined;
  const { line, isDepository } = found;
  const isPosted = isDepository && !line.pending;
  return {
    line,
    lineKey: known ? lineKeyOf(known) : null,
    isDeposit: isPosted && line.amountCents < 0,
    isPayment: isPosted && line.amountCents > 0,
  };
}

/** Finds an account by its id, otherwise by its content key. */
export function findAccount(
  report: ParsedReport,
  { accountId, accountKey }: { accountId: string; accountKey?: string | null },
): { id: string; key: string | null } | undefined {
  const accounts = keyedAccounts(report);
  const known =
    accounts.find(({ id }) => id === accountId) ??
    accounts.find(({ key }) => key === accountId || (!!accountKey && key === accountKey));
  if (known) return { id: known.id, key: known.key };
  const isThere = report.items.some((item) => item.accounts.some(({ id }) => id === accountId));
  return isThere ? { id: accountId, key: null } : undefined; // a duplicate: the other one counts
}

function sourceOf({ items }: ParsedReport, transactionId: string) {
  for (const { accounts } of items)
    for (const { type, transactions } of accounts) {
      const line = transactions.find(({ id }) => id === transactionId);
      if (line) return { line, isDepository: type === "depository" };
    }
  return undefined;
}

const NO_INPUTS = { borrowers: [], evidence: [], confirmations: [], leftOutAccounts: [] };

function keyedAccounts(report: ParsedReport) {
  return prepare(report, null, NO_INPUTS).accounts;
}

function keyedLines(report: ParsedReport) {
  return keyedAccounts(report).flatMap(({ lines }) => lines);
}

const DAYS = ["periodFrom", "periodTo", "clearedOn"] as const;

type Known = Pick<BorrowerRow, "latestReportId">;
type Placed = Pick<EvidenceSource, "transactionId" | "accountId" | "person" | "kind" | "sourcedCents"> &
  Partial<Pick<EvidenceRow, "lineKey" | "accountKey">> & {
    readonly [field in (typeof DAYS)[number]]?: string | null | undefined;
  };

/** Not about a deposit: undeposited gifts, and documents about an account, a person or the whole file. */
const WITHOUT_DEPOSIT: ReadonlySet<EvidenceKind> = new Set([
  "gift",
  "liquidation",
  "statement",
  "access_letter",
  "plan_terms",
  "emd_receipt",
  "letter",
]);
const ABOUT_ACCOUNT: ReadonlySet<EvidenceKind> = new Set(["statement", "plan_terms"]);
/** Earnest money, which the borrower or a donor paid. */
const ABOUT_PAYMENT: ReadonlySet<EvidenceKind> = new Set(["emd_receipt", "gift"]);

/**
 * Where the evidence belongs in the newest report, with the keys by which later reports find it. Throws
 * VALIDATION_ERROR if it names nothing there, sources more than the deposit, or is about a day to come.
 */
export async function placeEvidence(
  db: ReadDb,
  scope: Scope,
  borrower: Known,
  details: Placed,
): Promise<Pick<EvidenceRow, "transactionId" | "lineKey" | "accountId" | "accountKey">> {
  const { transactionId, accountId = null, person, kind, sourcedCents } = details;
  requirePast(details);
  const nowhere = { transactionId: null, lineKey: null, accountId: null, accountKey: null };
  if (transactionId === null) {
    if (!WITHOUT_DEPOSIT.has(kind)) throw refused("transactionId", "REQUIRED");
    if (ABOUT_ACCOUNT.has(kind) && !accountId) throw refused("accountId", "REQUIRED");
    if (kind === "access_letter" && !person) throw refused("person", "REQUIRED");
  }
  if (transactionId === null && accountId === null) return nowhere;
  const report = await readReport(db, scope, borrower);
  const account = accountId && report && findAccount(report, { accountId, accountKey: details.accountKey ?? null });
  if (accountId !== null && !account) throw refused("accountId", "INVALID_VALUE");
  // A statement was compared with these very files, so it follows the account into no other report.
  const isOfFiles = kind === "statement" && report?.source === "files";
  const place = {
    ...nowhere,
    ...(account && { accountId: account.id, accountKey: isOfFiles ? null : account.key }),
  };
  if (transactionId === null) return place;
  const found = report && findLine(report, { transactionId, lineKey: details.lineKey ?? null });
  if (!found || !(found.isDeposit || (found.isPayment && ABOUT_PAYMENT.has(kind))))
    throw refused("transactionId", "INVALID_VALUE");
  if (sourcedCents === 0) throw refused("sourcedCents", "TOO_SMALL");
  if (sourcedCents > Math.abs(found.line.amountCents)) throw refused("sourcedCents", "TOO_BIG");
  return { ...place, transactionId: found.line.id, lineKey: found.lineKey };
}

/** A document shows what has happened. Somewhere it is already tomorrow. */
function requirePast(details: Placed): void {
  const tomorrow = addDays(utcToday(), 1);
  for (const field of DAYS) if ((details[field] ?? "") > tomorrow) throw refused(field, "TOO_BIG");
}

/** Finds a posted deposit. Throws VALIDATION_ERROR for any other line, and for a line of another report. */
export async function findDeposit(
  db: ReadDb,
  scope: Scope,
  borrower: Known,
  transactionId: string,
): Promise<{ cents: number; lineKey: string | null }> {
  const report = await readReport(db, scope, borrower);
  const found = report && findLine(report, { transactionId });
  if (!found?.isDeposit) throw refused("transactionId", "INVALID_VALUE");
  return { cents: -found.line.amountCents, lineKey: found.lineKey };
}

function readReport(db: ReadDb, scope: Scope, { latestReportId }: Known) {
  return latestReportId ? readParsedReport(db, scope, latestReportId) : Promise.resolve(undefined);
}

function refused(field: string, code: string): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field, code }] });
}
