import type { Classification } from "./classifier/classify.ts";
import type { Confirmation, EvidenceSource } from "./evaluation.ts";
import type { Ownership } from "./owners.ts";
import type { ParsedReport, ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";

// A report prepared for the rules, without the loan's terms: these change often while a person tries other terms.

/** A bank line. `cents` has the provider's sign: positive is money out. `day` counts UTC days since 1970-01-01. */
export interface Line {
  readonly id: string;
  readonly day: number;
  readonly cents: number;
  readonly isPending: boolean;
  readonly class: Classification["class"];
  readonly classification: Classification;
  /** Date, cents, words and a number among equals: the same in every report and in any order of lines. */
  readonly key: string;
  readonly account: Account;
  readonly source: ReportTransaction;
}

export type AccountKind = "depository" | "investment" | "credit" | "loan" | "other";

export interface Account {
  readonly id: string;
  /** Institution, mask and type, and a number among equals. */
  readonly key: string;
  /** Ids of this account through other sign-ins, so that decisions about those hold for it too. */
  readonly copyIds: readonly string[];
  /** For sentences: `Checking …4471`. */
  readonly name: string;
  readonly kind: AccountKind;
  readonly isDollars: boolean;
  /** The day on which the bank was read. */
  readonly asOf: number;
  readonly source: ReportAccount;
  readonly item: ReportItem;
  readonly ownership: Ownership;
  /** Posted and pending, by day, deposits before payments, then content key. */
  readonly lines: readonly Line[];
}

/** What an account counts for before reductions (R5, R6, R6b, R13). */
export interface Counting {
  /** `false`: nothing of it counts, and its deposits mark nothing. */
  readonly isCounted: boolean;
  /** Counts in the printed figures while a condition is open. */
  readonly isConditional: boolean;
  /** Depository: usable cents. Investments: value under Fannie Mae and Freddie Mac. */
  readonly cents: number;
  /** Retirement money: FHA counts a share of it as reserves. */
  readonly isRetirement: boolean;
  /** Why it does not count, or counts for less than the balance; empty when it simply counts. */
  readonly why: string;
}

/** One account that two sign-ins shared. */
export interface SeenTwice {
  readonly account: Account;
  readonly countedAs: Account;
  /** `false`: there are too few lines to tell, so the smaller balance is conditional. */
  readonly isSure: boolean;
}

export interface Model {
  readonly report: ParsedReport;
  readonly previous: ParsedReport | null;
  /** Each account once: of an account seen twice, the one that counts. Sorted by key. */
  readonly accounts: readonly Account[];
  readonly counting: ReadonlyMap<Account, Counting>;
  /** Legs of matched own transfers, both ways. No other rule tests them. */
  readonly transferOf: ReadonlyMap<Line, Line>;
  /** Check-to-check and cash-to-cash pairs, deposit to payment: transfers only once a reviewer confirms them. */
  readonly possibleTransferOf: ReadonlyMap<Line, Line>;
  /** Pending payments to another account that already has the money, and pending returns of deposited items. */
  readonly leaving: ReadonlySet<Line>;
  /** Deposits out of a debt of this report. */
  readonly drawn: ReadonlySet<Line>;
  /** Nets (returned items, refunds), both ways. */
  readonly netOf: ReadonlyMap<Line, Line>;
  /** Refunds above what was paid: the cents that are identified. */
  readonly partialRefundOf: ReadonlyMap<Line, number>;
  /** Accepted evidence that counts, by the line it is about. */
  readonly evidenceOf: ReadonlyMap<Line, readonly EvidenceSource[]>;
  /** Pending deposits whose source the line itself shows, so that they count before they post. */
  readonly identifiedPending: ReadonlySet<Line>;
  /** Pay, benefits and tax refunds whose entry names another person. */
  readonly forOthers: ReadonlySet<Line>;
  readonly seenTwice: readonly SeenTwice[];
  /** Lines that the provider sent twice. */
  readonly duplicates: readonly Line[];
  readonly isLeftOut: (account: Account) => boolean;
  readonly evidence: readonly EvidenceSource[];
  readonly confirmations: readonly Confirmation[];
  /** Whether a reviewer confirmed this kind for the line, account or payee. */
  readonly confirmed: (kind: Confirmation["kind"], subject: ConfirmedSubject) => Confirmation | undefined;
}

export interface ConfirmedSubject {
  readonly line?: Line;
  readonly account?: Account;
  readonly payee?: string;
}

/** Money in, posted, on a depository account. */
export function isDeposit({ cents, isPending, account }: Line): boolean {
  return cents < 0 && !isPending && account.kind === "depository";
}

/** Money out, posted, of a depository account. */
export function isPayment({ cents, isPending, account }: Line): boolean {
  return cents > 0 && !isPending && account.kind === "depository";
}

/** Neither a leg of a matched own transfer nor part of a net. */
export function isFree({ transferOf, netOf }: Pick<Model, "transferOf" | "netOf">, line: Line): boolean {
  return !transferOf.has(line) && !netOf.has(line);
}

/** The window has no upper end: nothing that is in the balance escapes testing. Day n is in, day n + 1 is out. */
export function isWithin(line: Pick<Line, "day" | "account">, days: number): boolean {
  return line.day >= line.account.asOf - days;
}
