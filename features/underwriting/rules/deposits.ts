import type { Loan } from "#features/loans/contract.ts";
import { dailyBalances } from "./balances.ts";
import type { EvidenceSource, Program } from "./evaluation.ts";
import { isSameName } from "./gifts.ts";
import { payIdentification } from "./income.ts";
import { findPayee } from "./classifier/classify.ts";
import { isDeposit, isWithin, type Account, type Line, type Model } from "./model.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { isConventional, type Terms, fhaThreshold } from "./terms.ts";

/** Evidence that shows where money comes from. The other kinds settle other points. */
const SOURCING: ReadonlySet<EvidenceSource["kind"]> = new Set([
  "gift",
  "sale_of_personal_asset",
  "transfer",
  "secured_loan",
  "income",
  "insurance_settlement",
  "refund",
  "liquidation",
  "other",
] as const);

/** What is known of a deposit without the loan. */
export interface Deposit {
  readonly line: Line;
  readonly cents: number;
  /** As what it is identified on the statement itself; `null` when it is not, or only with the loan's income. */
  readonly identifiedAs: string | null;
  /** Payroll by the ACH entry alone: identified up to the loan's monthly income. */
  readonly isAchPayroll: boolean;
  /** A refund above what was paid: cents that are identified. */
  readonly refundCents: number;
  /** Accepted cents, gifts included, at most the deposit. */
  readonly sourcedCents: number;
  /** The same from evidence with a document; borrowed money asks for one. */
  readonly documentedCents: number;
  readonly giftCents: number;
  readonly evidenceIds: readonly string[];
  readonly isCounted: boolean;
  readonly isInWindow: boolean;
  readonly isBorrowed: boolean;
}

/** Every posted deposit on a depository account, in the order of accounts and lines. */
export const readDeposits = once((model: Model): readonly Deposit[] => {
  const pay = payIdentification(model);
  const deposits: Deposit[] = [];
  for (const account of model.accounts) {
    if (account.kind !== "depository") continue;
    const isCounted = model.counting.get(account)?.isCounted === true;
    for (const line of account.lines) if (isDeposit(line)) deposits.push(read(model, line, isCounted, pay));
  }
  return deposits;
});

function read(model: Model, line: Line, isCounted: boolean, pay: ReturnType<typeof payIdentification>): Deposit {
  const cents = -line.cents;
  const sources = (model.evidenceOf.get(line) ?? []).filter(({ kind }) => SOURCING.has(kind));
  const total = (of: readonly EvidenceSource[]) =>
    Math.min(
      cents,
      of.reduce((sum, { sourcedCents }) => sum + sourcedCents, 0),
    );
  const paid = line.class === "payroll" ? (pay.get(line) ?? "no") : "no";
  const identifiedAs = identify(model, line, paid);
  return {
    line,
    cents,
    identifiedAs,
    isAchPayroll: identifiedAs === null && paid === "achPayrollOnly" && !isFromBorrower(line),
    refundCents: model.partialRefundOf.get(line) ?? 0,
    sourcedCents: total(sources),
    documentedCents: total(sources.filter(({ hasDocument }) => hasDocument)),
    giftCents: total(sources.filter(({ kind }) => kind === "gift")),
    evidenceIds: sources.flatMap(({ id }) => (id === undefined ? [] : [id])),
    isCounted,
    isInWindow: isWithin(line, RULES.R3.parameters.windowDays),
    isBorrowed:
      identifiedAs === null &&
      line.class === "loan_proceeds" &&
      model.confirmed("notALoan", { line })?.hasDocument !== true,
  };
}

/** Section 2, "Identified": the source is printed on the statement. Nothing else is. */
function identify(model: Model, line: Line, pay: string): string | null {
  if (model.transferOf.has(line)) return "own_transfer";
  const net = model.netOf.get(line);
  if (net) return net.day >= line.day && net.account === line.account ? "returned" : "refund";
  if (model.confirmed("ownTransfer", { line })) return "own_transfer_confirmed";
  switch (line.class) {
    case "payroll":
      return pay === "stream" && !isFromBorrower(line) ? "payroll" : null;
    case "benefit":
    case "tax_refund":
      return isFromBorrower(line) ? null : line.class;
    case "interest":
      return isOwnInterest(line) ? "interest" : null;
    default:
      return null;
  }
}

/** An entry in the borrower's own name shows no employer or agency, whatever its purpose says. */
function isFromBorrower({ account, classification: { party, payee } }: Line): boolean {
  return (
    payee === null && account.ownership.persons.some(({ borrower }) => borrower !== null && isSameName(party, borrower))
  );
}

/** Interest of the account's own bank, small against its balance, without a person's name. */
function isOwnInterest({ account, classification: { payee, person }, cents }: Line): boolean {
  if (person !== null) return false;
  if (payee !== null && findPayee(account.item.institutionName)?.id !== payee.id) return false;
  const { historicalBalances, currentCents } = account.source;
  const average =
    historicalBalances.length > 0
      ? historicalBalances.reduce((total, one) => total + one.currentCents, 0) / historicalBalances.length
      : (currentCents ?? 0);
  return -cents * 100 <= average * RULES.S2.parameters.interestPercentOfAverage;
}

export type DepositOutcome =
  | "identified"
  | "below_threshold"
  | "sourced"
  | "not_large_after_sourcing"
  | "large_unsourced"
  | "borrowed"
  | "interested_party"
  | "document_source"
  | "not_tested";

export interface TestedDeposit {
  readonly deposit: Deposit;
  readonly outcome: DepositOutcome;
  readonly identifiedAs: string | null;
  readonly unsourcedCents: number;
  readonly why: string | null;
}

/** What is known of a deposit whatever the loan's terms are; `null`: the terms decide. */
const settled = once((model: Model): readonly (TestedDeposit | null)[] =>
  readDeposits(model).map((deposit) => {
    const { identifiedAs, isAchPayroll, isCounted, isInWindow, isBorrowed } = deposit;
    const row = { deposit, identifiedAs, unsourcedCents: openCents(deposit, identifiedAs) };
    if (identifiedAs !== null) return { ...row, outcome: "identified", why: null };
    if (isAchPayroll || isBorrowed) return null;
    if (!isCounted) return { ...row, outcome: "not_tested", why: NOT_COUNTED };
    if (!isInWindow) return { ...row, outcome: "not_tested", why: OLDER };
    return null;
  }),
);

const NOT_COUNTED = "On an account that does not count";
const OLDER = `Older than ${RULES.R3.parameters.windowDays} days`;

function openCents({ cents, refundCents, sourcedCents }: Deposit, identifiedAs: string | null): number {
  return identifiedAs ? 0 : Math.max(0, cents - refundCents - sourcedCents);
}

/** Lines that rules look at although the terms do not matter to them: returned deposits, and money from abroad. */
const notable = once(
  (model: Model): readonly TestedDeposit[] =>
    settled(model).filter(
      (one) =>
        one !== null &&
        one.deposit.isCounted &&
        (one.identifiedAs === "returned" || (one.identifiedAs === null && one.deposit.line.classification.isForeign)),
    ) as TestedDeposit[],
);

export interface TestedDeposits {
  /** In the order of `readDeposits`. */
  readonly all: readonly TestedDeposit[];
  /** Those that a rule may have something to say about. */
  readonly open: readonly TestedDeposit[];
}

export function testDeposits(test: Test): TestedDeposits {
  const { model, loan } = test;
  const deposits = readDeposits(model);
  // Any line may name an interested party.
  const fixed = (loan.interestedParties ?? []).length > 0 ? [] : settled(model);
  const open: TestedDeposit[] = [];
  const all = deposits.map((deposit, at) => {
    const known = fixed[at];
    if (known) return known;
    const tested = testDeposit(deposit, test);
    open.push(tested);
    return tested;
  });
  return { all, open: fixed.length > 0 ? [...open, ...notable(model)] : open };
}

/** Whether the loan's terms do not matter to what became of it. */
export function isSettled(model: Model, at: number): boolean {
  return settled(model)[at] !== null;
}

interface Test {
  readonly model: Model;
  readonly loan: Loan;
  readonly program: Program;
  readonly terms: Terms;
}

/** R3, R3c, R8 and R29 on one deposit under one program. */
function testDeposit(deposit: Deposit, { loan, program, terms }: Test): TestedDeposit {
  const { cents, isCounted, isInWindow, refundCents, line } = deposit;
  const isIncome =
    deposit.isAchPayroll &&
    loan.monthlyIncome !== undefined &&
    cents <= loan.monthlyIncome &&
    interestedPartyOf(line, loan) === undefined;
  const identifiedAs = deposit.identifiedAs ?? (isIncome ? "payroll" : null);
  const unsourcedCents = openCents(deposit, identifiedAs);
  const result = (outcome: DepositOutcome, why: string | null = null): TestedDeposit => ({
    deposit,
    outcome,
    identifiedAs,
    unsourcedCents,
    why,
  });
  if (identifiedAs) return result("identified");
  if (!isCounted) return result("not_tested", NOT_COUNTED);
  if (interestedPartyOf(line, loan)) return result("interested_party");
  if (deposit.isBorrowed && isInWindow) return result("borrowed");
  if (!isInWindow) return result("not_tested", OLDER);
  if (program === "va" || program === "usda")
    return result("not_tested", "This program has no large-deposit test here");
  return isConventional(program)
    ? conventional(result, loan, terms, cents - refundCents, unsourcedCents)
    : fha(result, terms, cents - refundCents, unsourcedCents);
}

type Result = (outcome: DepositOutcome, why?: string | null) => TestedDeposit;

function conventional(result: Result, loan: Loan, terms: Terms, cents: number, unsourced: number): TestedDeposit {
  if (terms.isPurchase === false) return result("not_tested", "A refinance needs no source");
  if (terms.isPurchase === null || loan.monthlyIncome === undefined) return result("not_tested", "Not evaluated");
  const isLarge = (sum: number) => sum * 100 > loan.monthlyIncome! * RULES.R3.parameters.incomePercent;
  if (!isLarge(cents)) return result("below_threshold");
  if (isLarge(unsourced)) return result("large_unsourced");
  return result(unsourced === 0 ? "sourced" : "not_large_after_sourcing");
}

function fha(result: Result, terms: Terms, cents: number, unsourced: number): TestedDeposit {
  const threshold = fhaThreshold(terms);
  if (threshold === null) return result("not_tested", "Not evaluated");
  if (cents <= threshold) return result("below_threshold");
  return result(unsourced === 0 ? "sourced" : "document_source");
}

/** Whether FHA asks for the source of a deposit that another rule already took off. */
export function needsFhaSource({ deposit, unsourcedCents }: TestedDeposit, terms: Terms): boolean {
  const threshold = fhaThreshold(terms);
  return threshold !== null && deposit.isInWindow && deposit.cents > threshold && unsourcedCents > 0;
}

/** R29: the interested party whom the words of a deposit name. */
export function interestedPartyOf(
  { source, classification }: Line,
  { interestedParties = [] }: Loan,
): string | undefined {
  if (interestedParties.length === 0) return undefined;
  const text = source.description.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  const words = new Set(text.split(" "));
  return interestedParties.find(({ name }) => {
    if (classification.person !== null && isSameName(classification.person, name)) return true;
    const named = name
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .split(" ")
      .filter((part) => part !== "" && !COMPANY_FORMS.has(part));
    // Short names, such as KB Home or Hale, as they are written.
    const whole = named.join(" ");
    if (whole.length > 3 && ` ${text} `.includes(` ${whole} `)) return true;
    const parts = named.filter((part) => part.length > 2);
    return parts.length > 0 && (parts.length > 1 || parts[0]!.length > 4) && parts.every((part) => words.has(part));
  })?.name;
}

const COMPANY_FORMS = new Set(["LLC", "INC", "CORP", "LTD", "LLP", "THE", "AND", "CO"]);

/**
 * Unmatched transfers into an account that was read later than another counted bank (section 2). The older money is
 * laid to lines that are not taken off anyway before those that are, since either may be what moved.
 */
export function movedAfterReading(model: Model, takenOff: ReadonlySet<Line>): readonly { line: Line; cents: number }[] {
  const lines = transfersAfterReading(model);
  if (lines.length === 0) return [];
  const counted = model.accounts.filter((account) => model.counting.get(account)?.isCounted === true);
  const left = new Map(counted.map((account) => [account, model.counting.get(account)!.cents]));
  const found: { line: Line; cents: number }[] = [];
  for (const line of [...lines.filter((one) => !takenOff.has(one)), ...lines.filter((one) => takenOff.has(one))]) {
    let open = -line.cents;
    let cents = 0;
    for (const account of counted) {
      const isReadBefore = account.asOf < line.account.asOf && account.asOf < line.day;
      if (!isReadBefore || !mayBeFrom(line, account)) continue;
      const taken = Math.min(open, left.get(account)!);
      left.set(account, left.get(account)! - taken);
      open -= taken;
      cents += taken;
    }
    if (cents > 0) found.push({ line, cents });
  }
  return found;
}

const transfersAfterReading = once((model: Model): readonly Line[] => {
  const counted = model.accounts.filter((account) => model.counting.get(account)?.isCounted === true);
  const first = Math.min(...counted.map(({ asOf }) => asOf));
  return readDeposits(model)
    .filter(
      ({ line, isCounted }) =>
        isCounted &&
        line.day > first &&
        line.class === "own_transfer" &&
        line.classification.hasTransferWords &&
        !model.transferOf.has(line) &&
        !model.netOf.has(line),
    )
    .map(({ line }) => line)
    .sort((a, b) => a.day - b.day || (a.account.key + a.key < b.account.key + b.key ? -1 : 1));
});

function mayBeFrom({ classification: { mask, bank } }: Line, { source, item }: Account): boolean {
  if (mask !== null && source.mask !== null && mask !== source.mask) return false;
  return bank === null || (findPayee(item.institutionName)?.id ?? bank) === bank;
}

/** The lowest sum of counted daily balances from a day on, at least 0 (R8). */
export function lowestBalanceSince(model: Model, day: number): number {
  const { first, lowest } = lowestFrom(model);
  return lowest[Math.min(Math.max(0, day - first), lowest.length - 1)] ?? 0;
}

/** The most days that a report may ask for, and some more. */
const DAYS_MOST = 800;

/** For each day the lowest sum of that day and all later ones. Days without a balance have that of the day before. */
const lowestFrom = once((model: Model): { first: number; lowest: readonly number[] } => {
  const accounts = model.accounts.filter(
    (account) => account.kind === "depository" && model.counting.get(account)?.isCounted === true,
  );
  if (accounts.length === 0) return { first: 0, lowest: [] };
  const last = Math.max(...accounts.map(({ asOf }) => asOf));
  const histories = accounts.map((account) => ({ account, balances: dailyBalances(account) }));
  const first = Math.max(
    last - DAYS_MOST,
    Math.min(last, ...histories.map(({ balances }) => balances[0]?.day ?? last)),
  );
  const sums = new Array<number>(last - first + 1).fill(0);
  for (const { account, balances } of histories) {
    const current = account.source.currentCents ?? 0;
    let at = 0;
    let cents = balances[0]?.cents ?? current;
    for (let day = first; day <= last; day++) {
      while (at < balances.length && balances[at]!.day <= day) cents = balances[at++]!.cents;
      sums[day - first]! += day >= account.asOf ? current : cents;
    }
  }
  for (let at = sums.length - 2; at >= 0; at--) sums[at] = Math.min(sums[at]!, sums[at + 1]!);
  return { first, lowest: sums.map((cents) => Math.max(0, cents)) };
});
