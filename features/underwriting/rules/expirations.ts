import type { Loan } from "#features/borrowers/contract.ts";
import { closingDay } from "#features/borrowers/rules/work.ts";
import { CLOCK_KINDS, type Clock, type ClockKind, type RefreshRefusal } from "./clock.ts";
import { addDays, dayNumber } from "./days.ts";
import { expiryOf } from "./document-age.ts";
import type { AccountRow, EvidenceSource, Program } from "./evaluation.ts";
import type { Parameters } from "./overlay.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

type DatedAccount = Pick<AccountRow, "accountId" | "key" | "institutionName" | "asOf" | "isCounted">;

export interface ExpiringFile {
  readonly programs: readonly Program[];
  readonly parameters: Parameters;
  /** Of the newest report's evaluation. */
  readonly accounts: readonly DatedAccount[];
  /** Accepted evidence. */
  readonly evidence: readonly Pick<EvidenceSource, "kind" | "accountId" | "periodTo" | "sourcedCents">[];
  readonly connections: readonly { readonly bank: string; readonly accessEndsOn: string | null }[];
  readonly links: readonly { readonly person: string; readonly endsOn: string }[];
  /** People on the loan whose authorization is on file. */
  readonly consents: readonly string[];
  /** The last day on which a refresh costs nothing; `null`: there is no report yet. */
  readonly freeUntil: string | null;
}

/** All clocks of a file by day; those without an end come last. */
export function clocksOf(file: ExpiringFile): Clock[] {
  const clocks: Clock[] = [
    ...dataClocks(file),
    ...statementClocks(file),
    ...file.connections.map(({ bank, accessEndsOn }) => clock("access", accessEndsOn, bank)),
    ...file.links.map(({ person, endsOn }) => clock("link", endsOn, person)),
    ...file.consents.map((person) => clock("consent", null, person)),
    ...(file.freeUntil === null ? [] : [clock("freeRefresh", file.freeUntil, "")]),
  ];
  return clocks.sort(
    (a, b) =>
      compare(a.day ?? "9", b.day ?? "9") ||
      CLOCK_KINDS.indexOf(a.kind) - CLOCK_KINDS.indexOf(b.kind) ||
      compare(a.subject, b.subject),
  );
}

function clock(kind: ClockKind, day: string | null, subject: string, programs: readonly Program[] = []): Clock {
  return { kind, day, subject, programs: [...programs] };
}

/** One per bank and day: programs that agree are one clock. */
function dataClocks({ accounts, programs, parameters }: ExpiringFile): Clock[] {
  const read = new Map(
    accounts
      .filter(({ isCounted }) => isCounted)
      .map(({ institutionName, asOf }) => [JSON.stringify([institutionName, asOf]), { institutionName, asOf }]),
  );
  return [...read.values()].flatMap(({ institutionName, asOf }) =>
    [...Map.groupBy(programs, (program) => expiryOf(asOf, program, parameters))].map(([day, those]) =>
      clock("data", day, institutionName, those),
    ),
  );
}

/** A report read after that day needs a newer statement of the account. */
function statementClocks({ accounts, evidence }: ExpiringFile): Clock[] {
  const { statementDays } = RULES.R6b.parameters;
  return evidence.flatMap(({ kind, accountId, periodTo, sourcedCents }) => {
    const account = accounts.find((one) => accountId === one.accountId || accountId === one.key);
    if (kind !== "statement" || !periodTo || sourcedCents === 0 || !account) return [];
    return [clock("statement", addDays(periodTo, statementDays), account.institutionName)];
  });
}

/** Days left after a refresh before the next thing runs out: for a bank that needs a new sign-in, and new findings. */
export const REFRESH_LEAD_DAYS = 3;

export interface RefreshFacts {
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
  readonly loan: Loan;
  /** Under each of which the data must be young enough. */
  readonly programs: readonly Program[];
  /** Of the lender's policy, whose overlay may ask for younger data. */
  readonly parameters: Parameters;
  /** The newest report: its day, and the days on which the banks that count were read. `null`: there is none. */
  readonly current: { readonly generatedOn: string; readonly readOn: readonly string[] } | null;
  /** A bank is connected. */
  readonly isConnected: boolean;
  /** The last day of the connection that ends first; `null`: no end is known. */
  readonly accessEndsOn: string | null;
}

export type RefreshPlan =
  | { readonly outcome: "refresh"; readonly day: string; /** Today's data runs out before. */ readonly hasGap: boolean }
  | { readonly outcome: "notNeeded" }
  | { readonly outcome: "refused"; readonly reason: RefreshRefusal };

/**
 * The latest day on which one refresh of all banks serves the closing and leaves `REFRESH_LEAD_DAYS` before the closing
 * and before access to a bank ends. A day before today's data runs out comes first; where none serves, the latest at all.
 */
export function planRefresh(facts: RefreshFacts): RefreshPlan {
  const { today, loan, programs, parameters, current, isConnected, accessEndsOn } = facts;
  const closing = closingDay(loan) ?? "";
  const reason = loanRefusal(facts);
  if (reason !== null) return { outcome: "refused", reason };
  const readOn = current?.readOn ?? [];
  if (readOn.length > 0 && readOn.every((day) => isServedBy(day, facts, current?.generatedOn)))
    return { outcome: "notNeeded" };
  if (!isConnected) return { outcome: "refused", reason: "NO_BANK" };
  if (accessEndsOn !== null && accessEndsOn < today) return { outcome: "refused", reason: "ACCESS_ENDS" };
  const last = earliest([closing, ...(accessEndsOn === null ? [] : [accessEndsOn])]);
  const expiries = readOn.flatMap((day) => programs.map((program) => expiryOf(day, program, parameters)));
  const runsOut = expiries.length === 0 ? null : earliest(expiries);
  const limits = runsOut !== null && runsOut >= today ? [earliest([last, runsOut]), last] : [last];
  const day = limits.map((limit) => daysBefore(limit, today)).find((one) => isServedBy(one, facts));
  if (day !== undefined) return { outcome: "refresh", day, hasGap: runsOut !== null && day > runsOut };
  return { outcome: "refused", reason: last < closing ? "ACCESS_ENDS" : "NOT_SERVED" };
}

/** Why this day is no day for the refresh; `null`: it serves the closing. */
export function refusalOf(facts: RefreshFacts, day: string): RefreshRefusal | null {
  const { today, loan, isConnected, accessEndsOn } = facts;
  const reason = loanRefusal(facts);
  if (reason !== null) return reason;
  if (!isConnected) return "NO_BANK";
  if (day < today) return "DAY_PASSED";
  if (day > (closingDay(loan) ?? "")) return "AFTER_CLOSING";
  if (accessEndsOn !== null && day > accessEndsOn) return "ACCESS_ENDS";
  return isServedBy(day, facts) ? null : "NOT_SERVED";
}

function loanRefusal({ today, loan, programs, current }: RefreshFacts): RefreshRefusal | null {
  const closing = closingDay(loan);
  if (current === null) return "NO_REPORT";
  if (programs.length === 0) return "NO_PROGRAM";
  if (closing === null) return "NO_CLOSING_DAY";
  return closing < today ? "CLOSING_PASSED" : null;
}

/**
 * Whether data read on that day gives no finding about its age (R2), under each program.
 *
 * @param generatedOn the day of its report
 */
function isServedBy(
  readOn: string,
  { loan, programs, parameters }: Pick<RefreshFacts, "loan" | "programs" | "parameters">,
  generatedOn = readOn,
): boolean {
  const { noteDate, disbursementDate, applicationDate } = loan;
  const { daysToApplication, fhaDataDays } = parameters;
  const funded = fundingDay(noteDate, disbursementDate);
  return programs.every((program) => {
    const usedOn = program === "fha" ? funded : noteDate;
    if (usedOn !== undefined && usedOn > expiryOf(readOn, program, parameters)) return false;
    if (program === "freddie" && noteDate !== undefined && noteDate < readOn) return false;
    if (program === "fha" && dayNumber(generatedOn) - dayNumber(readOn) > fhaDataDays) return false;
    return (
      program !== "fannie" ||
      applicationDate === undefined ||
      dayNumber(applicationDate) - dayNumber(readOn) <= daysToApplication
    );
  });
}

/** As FHA counts: the later of the two. */
function fundingDay(noteDate: string | undefined, disbursementDate: string | undefined): string | undefined {
  if (noteDate === undefined || disbursementDate === undefined) return noteDate ?? disbursementDate;
  return noteDate > disbursementDate ? noteDate : disbursementDate;
}

function daysBefore(limit: string, today: string): string {
  const day = addDays(limit, -REFRESH_LEAD_DAYS);
  return day < today ? today : day;
}

function earliest(days: readonly string[]): string {
  return days.reduce((first, day) => (day < first ? day : first));
}
