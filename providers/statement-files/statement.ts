/** A bank's statement of one account as a file has it. Money in cents: positive is money in. Days are the bank's own. */
export interface Statement {
  readonly format: StatementFormat;
  readonly institution: string | null;
  readonly holder: string | null;
  /** Last four digits of the account number. */
  readonly mask: string | null;
  readonly subtype: string | null;
  readonly currency: string | null;
  readonly from: string;
  readonly to: string;
  /** `null`: the file does not say. */
  readonly openingCents: number | null;
  readonly closingCents: number | null;
  /** Line of the file that has the closing balance. */
  readonly closingLine: number | null;
  /** Oldest first, as the bank lists them. */
  readonly lines: readonly StatementLine[];
}

export interface StatementLine {
  /** In the file, from 1. */
  readonly line: number;
  /** The bank's own, which never changes; `null` where the format has none. */
  readonly id: string | null;
  readonly date: string;
  readonly cents: number;
  readonly description: string;
  readonly checkNumber: string | null;
  /** After this line, where the file has it. */
  readonly balanceCents: number | null;
  readonly isPending: boolean;
}

export const STATEMENT_FORMATS = ["ofx", "csv", "camt053"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const BANK_STATEMENT_ERROR_CODES = [
  "TOO_LARGE",
  "EMPTY",
  "NOT_TEXT",
  "PDF",
  "WORKBOOK",
  "ENCODING",
  "FORMAT",
  "DOCTYPE",
  "BROKEN",
  "SEVERAL_STATEMENTS",
  "NO_STATEMENT",
  "COLUMNS",
  "DATE",
  "AMOUNT",
  "CURRENCY",
  "OUTSIDE_PERIOD",
  "FUTURE",
  "OPENING_NEEDED",
  "CLOSING_NEEDED",
  "BALANCE",
  "GAP",
  "CONTRADICTION",
] as const;
export type BankStatementErrorCode = (typeof BANK_STATEMENT_ERROR_CODES)[number];

interface BankStatementErrorDetail {
  readonly line?: number | null | undefined;
  readonly found?: string | undefined;
  readonly expectedCents?: number | undefined;
  readonly foundCents?: number | undefined;
  /** The first and the last of the days that are missing. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The other file that it contradicts. */
  readonly otherFile?: string | undefined;
}

/** Why a file is refused, and the line that is wrong. */
export class BankStatementError extends Error {
  readonly code: BankStatementErrorCode;
  readonly detail: BankStatementErrorDetail;

  constructor(code: BankStatementErrorCode, detail: BankStatementErrorDetail = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Lines of one file; a busy account has a few hundred in a month. */
export const MAX_LINES = 5_000;

/** A billion dollars in cents: sums of larger amounts are no longer exact, and such an amount is a mistake. */
const MAX_CENTS = 1e11;

/** `-12.5`, `1,204.10`, `$45`, `(45.00)`, `45.00-`; OFX also writes a decimal comma. `undefined`: not an amount. */
export function amountOf(text: string): number | undefined {
  const compact = text.replaceAll(/[\s$]/g, "");
  const [, open, sign = "", digits = "", close, after] =
    /^(\()?([+-]?)([\d.,]+)(\))?(-)?$/.exec(compact.replaceAll("\u2212", "-")) ?? [];
  const [, whole = "", fraction = ""] =
    /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/.exec(digits) ?? /^(\d+),(\d{1,2})$/.exec(digits) ?? [];
  if (whole === "" || (open === undefined) !== (close === undefined) || !/^\d{0,2}0*$/.test(fraction)) return undefined;
  if ([open, sign, after].filter((mark) => mark !== undefined && mark !== "").length > 1) return undefined;
  const cents = Number(whole.replaceAll(",", "")) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  if (cents > MAX_CENTS) return undefined;
  return open !== undefined || sign === "-" || after !== undefined ? 0 - cents + 0 : cents;
}

/** `YYYY-MM-DD` of a day that the calendar has, not before 1970; else `undefined`. PostgreSQL has no year 0. */
export function dayFrom(year: string, month: string, day: string): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(text);
  return time >= 0 && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

/** On one line, without what PostgreSQL cannot store and what hides text. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 500)
    .toWellFormed();
}

/** The last four of an account number; `null` when there are fewer. */
export function maskOf(account: string): string | null {
  const digits = account.replaceAll(/[^0-9A-Za-z]/g, "");
  return digits.length >= 4 ? digits.slice(-4) : null;
}
