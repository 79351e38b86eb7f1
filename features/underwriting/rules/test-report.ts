import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import type {
  Confirmation,
  ConfirmationKind,
  Donor,
  Evaluation,
  EvaluationInputs,
  EvidenceKind,
  EvidenceSource,
  Finding,
  LoanParty,
  Outcome,
  Program,
  ProgramFunds,
  Severity,
  Waiver,
} from "./evaluation.ts";
import { addDays } from "./days.ts";
import { evaluate } from "./evaluate.ts";
import type { ParsedReport, ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";

/** The day on which the bank is read, unless a test says otherwise. */
export const READ_AT = "2026-11-16";

// ---- Bank lines -------------------------------------------------------------------------------------------------

let count = 0;
const nextId = (kind: string) => `${kind}-${String(++count).padStart(5, "0")}`;

/** Money in. Posted, without a category. */
export function cashIn(
  description: string,
  cents: number,
  date: string,
  more: Partial<ReportTransaction> = {},
): ReportTransaction {
  return cashOut(description, -cents, date, more);
}

/** Money out. */
export function cashOut(
  description: string,
  cents: number,
  date: string,
  more: Partial<ReportTransaction> = {},
): ReportTransaction {
  return {
    id: nextId("line"),
    date,
    description,
    merchantName: null,
    categoryPrimary: null,
    categoryDetailed: null,
    checkNumber: null,
    amountCents: cents,
    currency: "USD",
    pending: false,
    ...more,
  };
}

/** The same line on each of these days. */
export function cashInOn(dates: readonly string[], description: string, cents: number): ReportTransaction[] {
  return dates.map((date) => cashIn(description, cents, date));
}

export function cashOutOn(dates: readonly string[], description: string, cents: number): ReportTransaction[] {
  return dates.map((date) => cashOut(description, cents, date));
}

/** Day 3 of each of so many months, the last month first: `monthly("2026-11-03", 12)`. */
export function monthly(last: string, months: number): string[] {
  const [year = 0, month = 0] = last.split("-").map(Number);
  return Array.from({ length: months }, (_month, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, Number(last.slice(8)))).toISOString().slice(0, 10),
  );
}

// ---- Accounts and banks -----------------------------------------------------------------------------------------

export type AccountSpec = Partial<Omit<ReportAccount, "owners">> & {
  /** Current balance; `availableCents` is the same unless given. */
  readonly cents: number;
  /** Names at the bank, each an owner entry of its own. */
  readonly owners?: readonly string[];
  readonly emails?: readonly string[];
  readonly lines?: readonly ReportTransaction[];
  /** Number of daily balances before the day of reading. */
  readonly days?: number;
  /** `false`: no small everyday lines. They keep an account from looking silent. */
  readonly everyday?: boolean;
};

/** An account whose balances depend on the day on which its bank is read. */
export interface AccountDraft {
  readonly id: string;
  readonly at: (readAt: string) => ReportAccount;
}

export const checking = (spec: AccountSpec) => depository("checking", spec);
export const savings = (spec: AccountSpec) => depository("savings", spec);

export function depository(subtype: string, { everyday = true, ...spec }: AccountSpec): AccountDraft {
  const draft = named("depository", subtype, spec);
  return {
    id: draft.id,
    at: (readAt) => {
      const days = spec.days ?? 90;
      const mask = draft.account.mask ?? "0000";
      const transactions = [
        ...(spec.lines ?? []),
        ...(everyday ? everydayLines(draft.id, subtype, mask, readAt, days) : []),
      ].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
      return {
        ...draft.account,
        daysAvailable: spec.daysAvailable ?? days,
        transactions,
        historicalBalances: spec.historicalBalances ?? balancesBefore(readAt, days, spec.cents, transactions),
      };
    },
  };
}

/** Investments have no daily balances and no lines. */
export function investment(subtype: string, spec: AccountSpec): AccountDraft {
  const { id, account } = named("investment", subtype, { availableCents: null, ...spec });
  return { id, at: () => account };
}

function named(type: string, subtype: string, spec: AccountSpec) {
  const {
    cents,
    owners = ["NORA QUIST"],
    emails = [],
    lines: _lines,
    days: _days,
    everyday: _everyday,
    ...more
  } = spec;
  const id = more.id ?? nextId("account");
  const account: ReportAccount = {
    persistentId: null,
    name: subtype.charAt(0).toUpperCase() + subtype.slice(1),
    officialName: null,
    mask: id.slice(-4),
    type,
    subtype,
    currency: "USD",
    currentCents: cents,
    availableCents: cents,
    limitCents: null,
    marginLoanCents: null,
    daysAvailable: 0,
    ownershipType: owners.length > 1 ? "joint" : "individual",
    owners: owners.map((name) => ({ names: [name], emails: [...emails], phones: [], addresses: [] })),
    historicalBalances: [],
    holdings: [],
    transactions: [],
    unreadCount: 0,
    ...more,
    id,
  };
  return { id, account };
}

// Amounts differ between accounts, so that no two of these lines look like one transfer or one account.
function everydayLines(id: string, subtype: string, mask: string, readAt: string, days: number): ReportTransaction[] {
  const lines: ReportTransaction[] = [];
  const isSaving = subtype !== "checking";
  const step = isSaving ? 30 : 14;
  for (let ago = isSaving ? 16 : 3; ago < days; ago += step) {
    const own = Number(mask.replace(/\D/g, "").slice(-2)) || 7;
    const cents = isSaving ? -(100 + own) : 4000 + 31 * own + (ago % 13) * 100;
    const description = isSaving ? "INTEREST PAID" : "H-E-B #455 GROCERIES";
    lines.push(cashOut(description, cents, addDays(readAt, -ago), { id: `${id}-everyday-${ago}` }));
  }
  return lines;
}

/** End-of-day balances, newest first, so that the oldest one plus the posted lines is the current balance. */
export function balancesBefore(
  readAt: string,
  days: number,
  currentCents: number,
  lines: readonly ReportTransaction[],
): ReportAccount["historicalBalances"] {
  return Array.from({ length: days }, (_day, index) => {
    const date = addDays(readAt, -1 - index);
    const later = lines.filter((line) => !line.pending && line.date > date);
    return { date, currentCents: later.reduce((cents, { amountCents }) => cents + amountCents, currentCents) };
  });
}

type ReportHolding = ReportAccount["holdings"][number];

export function holding(valueCents: number, more: Partial<ReportHolding> = {}): ReportHolding {
  return {
    name: "Total Market Index Fund",
    ticker: "TMIF",
    securityType: "mutual fund",
    currency: "USD",
    quantity: 100,
    valueCents,
    vestedValueCents: null,
    ...more,
  };
}

export interface BankSpec {
  readonly name?: string;
  readonly institutionId?: string;
  readonly readAt?: string;
  readonly accounts: readonly AccountDraft[];
}

export function bank({ name = "Bank One", institutionId, readAt = READ_AT, accounts }: BankSpec): ReportItem {
  return {
    id: nextId("item"),
    institutionId: institutionId ?? `ins_${name.toLowerCase().replace(/\W+/g, "_")}`,
    institutionName: name,
    lastUpdatedAt: `${readAt}T11:00:00.000Z`,
    accounts: accounts.map(({ at }) => at(readAt)),
  };
}

/** Reported on the day on which the last bank was read. */
export function reportOf(items: readonly ReportItem[], more: Partial<ParsedReport> = {}): ParsedReport {
  const days = items.map(({ lastUpdatedAt }) => lastUpdatedAt.slice(0, 10)).sort();
  return {
    providerReportId: "report",
    generatedAt: `${days.at(-1) ?? READ_AT}T12:00:00.000Z`,
    asOf: days[0] ?? READ_AT,
    daysRequested: 90,
    items: [...items],
    warnings: [],
    ...more,
  };
}

// ---- The loan, its people and their papers ------------------------------------------------------------------------

/** Needs $28,000.00 to close. A deposit above $4,500.00 is large; under FHA, above $4,000.00. */
export const BASE: Loan = {
  transactionType: "purchase",
  program: "conventional",
  underwriting: "aus",
  occupancy: "primary",
  units: 1,
  salesPrice: 400_000_00,
  appraisedValue: 400_000_00,
  loanAmount: 380_000_00,
  closingCosts: 6_000_00,
  prepaids: 2_000_00,
  credits: 0,
  emd: 0,
  monthlyIncome: 9_000_00,
  pitia: 2_500_00,
  reserveMonthsRequired: 0,
  isFirstTimeBuyer: true,
  creditScore: 700,
  applicationDate: "2026-10-20",
  noteDate: "2026-12-15",
  disbursementDate: "2026-12-15",
  disclosedLiabilities: [],
};

/** BASE with these terms; `undefined` takes one out. */
export function loanWith(terms: { readonly [Field in keyof Loan]?: Loan[Field] | undefined }): Loan {
  const loan = { ...BASE, ...terms };
  return Object.fromEntries(Object.entries(loan).filter(([, value]) => value !== undefined));
}

/** A refinance has no price and no earnest money. */
export function refinanceWith(terms: { readonly [Field in keyof Loan]?: Loan[Field] | undefined }): Loan {
  return loanWith({ transactionType: "rate_term", salesPrice: undefined, emd: undefined, ...terms });
}

export function person(firstName: string, lastName: string, more: Partial<LoanParty> = {}): LoanParty {
  return { firstName, middleName: null, lastName, suffix: null, email: null, phone: null, ...more };
}

export const NORA = person("Nora", "Quist");

/** Accepted evidence with a document. */
export function evidence(
  kind: EvidenceKind,
  line: ReportTransaction | null,
  sourcedCents: number,
  more: Partial<EvidenceSource> = {},
): EvidenceSource {
  return {
    id: nextId("evidence"),
    transactionId: line?.id ?? null,
    kind,
    sourcedCents,
    hasDocument: true,
    reason: null,
    ...more,
  };
}

/** A gift with a complete letter; without a line it is still to come. */
export function gift(
  relationship: string,
  cents: number,
  line: ReportTransaction | null = null,
  { donor, ...more }: Partial<Omit<EvidenceSource, "donor">> & { donor?: Donor | undefined } = {},
): EvidenceSource {
  return evidence("gift", line, cents, {
    donor: {
      name: "Ines Quist",
      address: "12 Alder Street, Austin, TX",
      phone: "512 555 0119",
      relationship,
      ...donor,
    },
    amountCents: cents,
    noRepayment: true,
    transferEvidence: true,
    ...more,
  });
}

export interface ConfirmedAbout {
  readonly line?: ReportTransaction;
  readonly account?: Pick<AccountDraft, "id">;
  readonly bankName?: string;
  readonly person?: string;
  readonly payee?: string | null;
  readonly itemId?: string;
}

export function confirmation(
  kind: ConfirmationKind,
  { line, account, bankName, person: who, payee, itemId }: ConfirmedAbout,
  more: Partial<Confirmation> = {},
): Confirmation {
  return {
    id: nextId("confirmation"),
    kind,
    subject: {
      ...(line && { transactionId: line.id }),
      ...(account && { accountId: account.id }),
      ...(bankName && { bankName }),
      ...(who && { person: who }),
      ...(payee && { payee }),
      ...(itemId && { itemId }),
    },
    reason: "Reviewed with the borrower",
    hasDocument: false,
    ...more,
  };
}

export const withDocument = { hasDocument: true } as const;

/** A waiver of this finding under all programs that it holds for. */
export function waiver({ key, factsHash, programs }: Finding): Waiver {
  return { id: nextId("waiver"), findingKey: key, programs, factsHash, reason: "Accepted by the credit committee" };
}

// ---- Evaluating ---------------------------------------------------------------------------------------------------

export interface Scenario extends Partial<EvaluationInputs> {
  /** Accounts of Bank One, read on READ_AT. */
  readonly accounts?: readonly AccountDraft[];
  readonly banks?: readonly ReportItem[];
  readonly report?: Partial<ParsedReport>;
  readonly previous?: ParsedReport;
}

export function evaluated({ accounts, banks, report, previous, ...inputs }: Scenario): Evaluation {
  return evaluate({
    report: reportOf(banks ?? [bank({ accounts: accounts ?? [] })], report),
    previous: previous ?? null,
    loan: BASE,
    borrowers: [NORA],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    ...inputs,
  });
}

// ---- Reading an evaluation ------------------------------------------------------------------------------------------

export const MAIN_PROGRAMS = ["fannie", "freddie", "fha"] as const;
type Main = (typeof MAIN_PROGRAMS)[number];

export const all = <T>(value: T) => ({ fannie: value, freddie: value, fha: value });
/** The same under Fannie Mae and Freddie Mac. */
export const split = <T>(conventional: T, fha: T) => ({ fannie: conventional, freddie: conventional, fha });

export const verdictsOf = ({ verdicts }: Evaluation) =>
  Object.values(verdicts).filter((verdict) => verdict !== undefined);

export const outcomes = ({ verdicts }: Evaluation): Record<Main, Outcome> => ({
  fannie: verdicts.fannie.outcome,
  freddie: verdicts.freddie.outcome,
  fha: verdicts.fha.outcome,
});

export function fundsOf<T>({ funds }: Evaluation, read: (funds: ProgramFunds) => T): Record<Main, T> {
  return { fannie: read(funds.fannie), freddie: read(funds.freddie), fha: read(funds.fha) };
}

/** F0, F1 and F2: money to close without unexplained and conditional money, as printed, and with both. */
export const sure = (e: Evaluation) => fundsOf(e, ({ levels }) => levels.sure.usableClosingCents);
export const printed = (e: Evaluation) => fundsOf(e, ({ levels }) => levels.printed.usableClosingCents);
export const allMoney = (e: Evaluation) => fundsOf(e, ({ levels }) => levels.all.usableClosingCents);

export const needs = (e: Evaluation) => fundsOf(e, ({ cashToCloseCents }) => cashToCloseCents);
export const surplus = (e: Evaluation) => fundsOf(e, ({ surplusCents }) => surplusCents);
export const reductions = (e: Evaluation) => fundsOf(e, ({ reductionCents }) => reductionCents);
export const reserves = (e: Evaluation) => fundsOf(e, ({ reservesCents }) => reservesCents);
export const months = (e: Evaluation) => fundsOf(e, ({ reserveMonths }) => reserveMonths);

export const findings = ({ findings: list }: Evaluation, code: string): Finding[] =>
  list.filter((one) => one.code === code);

/** The severities of a code under each program that it holds for: `{ fannie: "info", fha: "review review" }`. */
export function severities(e: Evaluation, code: string): Partial<Record<Program, string>> {
  const found: Partial<Record<Program, string>> = {};
  for (const { programs, severity } of findings(e, code))
    for (const program of programs) found[program] = found[program] ? `${found[program]} ${severity}` : severity;
  return found;
}

/** Codes with one of these severities, under one program or any. */
export function codes(e: Evaluation, program?: Program, ...only: Severity[]): string[] {
  return e.findings
    .filter(
      ({ programs, severity }) => (!program || programs.includes(program)) && (!only.length || only.includes(severity)),
    )
    .map(({ code }) => code);
}

/** Everything that a person has to look at. */
export const concerns = (e: Evaluation) =>
  e.findings.filter(({ severity }) => severity !== "info").map(({ code, severity }) => `${code} ${severity}`);

export const findingsAbout = (e: Evaluation, ...lines: readonly ReportTransaction[]) =>
  e.findings
    .filter(({ transactionIds }) => lines.some(({ id }) => transactionIds.includes(id)))
    .map(({ code }) => code);

export const depositRow = (e: Evaluation, line: ReportTransaction) =>
  e.figures.deposits.find(({ transactionId }) => transactionId === line.id);

export const classOf = (e: Evaluation, line: ReportTransaction) =>
  e.figures.lines.find(({ id }) => id === line.id)?.class;

export const accountRow = (e: Evaluation, { id }: AccountDraft) =>
  e.figures.accounts.find(({ accountId }) => accountId === id);

/** What cash to close lacks under each program, and whether the verdict says so; `null`: nothing. */
export function shortBy({ funds, verdicts }: Evaluation): Record<Main, number | null | string> {
  const read = (program: Main) => {
    const { surplusCents } = funds[program];
    if (surplusCents === null || surplusCents >= 0) return null;
    const missing = -surplusCents;
    const { text } = verdicts[program];
    return text.includes(formatMoney(missing)) ? missing : `${formatMoney(missing)} is not in the verdict: ${text}`;
  };
  return { fannie: read("fannie"), freddie: read("freddie"), fha: read("fha") };
}

/** Every sentence of the evaluation. */
export const sentences = (e: Evaluation): string =>
  [
    ...verdictsOf(e).map(({ text }) => text),
    ...Object.values(e.leastDocumentation).map((least) => least?.text ?? ""),
    ...e.findings.map(({ text }) => text),
  ].join("\n");
