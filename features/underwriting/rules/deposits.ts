import type { Loan } from "#features/borrowers/contract.ts";
import { averageBefore, dailyBalances } from "./balances.ts";
import { isAboutAccount } from "./counting.ts";
import type { EvidenceSource, Program } from "./evaluation.ts";
import { mayBeSamePerson, showsNoNewDebt } from "./gifts.ts";
import { bankIdOf, isFromOwner, printsSource } from "./line-source.ts";
import { payDayCents, payIdentification } from "./income.ts";
import { findPayee } from "./classifier/classify.ts";
import { isDeposit, isFree, isWithin, type Account, type Line, type Model } from "./model.ts";
import { sum } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { isConventional, type Terms, fhaThreshold } from "./terms.ts";
import { compare, nameWords } from "./text.ts";

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
  /** Accepted cents without gifts whose letter does not show that the money is no new debt. */
  readonly noNewDebtCents: number;
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
    const isCounted = isCountedIn(model, account);
    for (const line of account.lines) if (isDeposit(line)) deposits.push(read(model, line, isCounted, pay));
  }
  return deposits;
});

const isCountedIn = ({ counting }: Model, account: Account) => counting.get(account)?.isCounted === true;

function read(model: Model, line: Line, isCounted: boolean, pay: ReturnType<typeof payIdentification>): Deposit {
  const cents = -line.cents;
  const sources = (model.evidenceOf.get(line) ?? []).filter(({ kind }) => SOURCING.has(kind));
  const total = (of: readonly EvidenceSource[]) => Math.min(cents, sum(of.map(({ sourcedCents }) => sourcedCents)));
  const paid = pay.get(line);
  const identifiedAs = identify(model, line, paid);
  return {
    line,
    cents,
    identifiedAs,
    isAchPayroll: identifiedAs === null && paid === "achPayrollOnly" && showsSource(model, line),
    refundCents: model.partialRefundOf.get(line) ?? 0,
    sourcedCents: total(sources),
    documentedCents: total(sources.filter(({ hasDocument }) => hasDocument)),
    noNewDebtCents: total(sources.filter((one) => one.kind !== "gift" || showsNoNewDebt(one, cents))),
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
function identify(model: Model, line: Line, pay: string | undefined): string | null {
  if (model.transferOf.has(line)) return "own_transfer";
  const net = model.netOf.get(line);
  if (net) return net.day >= line.day && net.account === line.account ? "returned" : "refund";
  if (isConfirmedTransfer(model, line)) return "own_transfer_confirmed";
  if (!showsSource(model, line)) return null;
  switch (line.class) {
    case "payroll":
      return pay === "stream" ? "payroll" : null;
    case "benefit":
    case "tax_refund":
      return line.class;
    case "interest":
      return isOwnInterest(line) ? "interest" : null;
    default:
      return null;
  }
}

/** What another person is paid is money of that person, whatever its source. */
function showsSource({ forOthers }: Model, line: Line): boolean {
  return printsSource(line) && !forOthers.has(line);
}

/** Where the report does not show the other leg, a document must. */
function isConfirmedTransfer(model: Model, line: Line): boolean {
  const confirmed = model.confirmed("ownTransfer", { line });
  return confirmed !== undefined && (confirmed.hasDocument || model.possibleTransferOf.has(line));
}

/** Interest of the account's own bank, small against its balance, without a person's name. */
function isOwnInterest({ account, classification: { payee, person }, cents }: Line): boolean {
  if (person !== null) return false;
  if (payee !== null && findPayee(account.item.institutionName)?.id !== payee.id) return false;
  const average = averageBefore(account, Infinity, Infinity) ?? account.source.currentCents;
  return average !== null && -cents * 100 <= average * RULES.S2.parameters.interestPercentOfAverage;
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

/** Places of those that are not settled. */
const unsettled = once((model: Model): readonly number[] =>
  settled(model).flatMap((one, at) => (one === null ? [at] : [])),
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
  const hasParties = loan.interestedParties !== undefined && loan.interestedParties.length > 0;
  if (hasParties) {
    const all = deposits.map((deposit) => testDeposit(deposit, test));
    return { all, open: all };
  }
  const all = [...settled(model)] as TestedDeposit[]; // the others are tested now
  const open = unsettled(model).map((at) => (all[at] = testDeposit(deposits[at]!, test)));
  return { all, open: [...open, ...notable(model)] };
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

/** Cents of a matched own transfer that have no source once the account they came from is not the borrower's. */
export function unsourcedOfTransfer(test: Test, line: Line): number {
  const deposit = depositOf(test.model).get(line);
  if (!deposit?.isCounted) return 0;
  const { outcome, unsourcedCents } = testDeposit({ ...deposit, identifiedAs: null }, test);
  return outcome === "large_unsourced" || outcome === "document_source" ? unsourcedCents : 0;
}

const depositOf = once(
  (model: Model): ReadonlyMap<Line, Deposit> => new Map(readDeposits(model).map((one) => [one.line, one])),
);

/** R3, R3c, R8 and R29 on one deposit under one program. */
function testDeposit(deposit: Deposit, { model, loan, program, terms }: Test): TestedDeposit {
  const { cents, isCounted, isInWindow, refundCents, line } = deposit;
  const isIncome =
    deposit.isAchPayroll &&
    loan.monthlyIncome !== undefined &&
    (payDayCents(model).get(line) ?? cents) <= loan.monthlyIncome &&
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
    : fha(result, terms, deposit);
}

type Result = (outcome: DepositOutcome, why?: string | null) => TestedDeposit;

function conventional(result: Result, loan: Loan, terms: Terms, cents: number, unsourced: number): TestedDeposit {
  if (terms.isPurchase === false) return result("not_tested", "A refinance needs no source");
  if (terms.isPurchase === null || loan.monthlyIncome === undefined) return result("not_tested", "Not evaluated");
  const isLarge = (amount: number) => amount * 100 > loan.monthlyIncome! * terms.parameters.incomePercent;
  if (!isLarge(cents)) return result("below_threshold");
  if (isLarge(unsourced)) return result("large_unsourced");
  return result(unsourced === 0 ? "sourced" : "not_large_after_sourcing");
}

function fha(result: Result, terms: Terms, deposit: Deposit): TestedDeposit {
  const threshold = fhaThreshold(terms);
  if (threshold === null) return result("not_tested", "Not evaluated");
  if (deposit.cents - deposit.refundCents <= threshold) return result("below_threshold");
  const unsourcedCents = fhaOpenCents(deposit);
  return unsourcedCents === 0 ? result("sourced") : { ...result("document_source"), unsourcedCents };
}

/** What FHA asks the source of. */
export function fhaOpenCents({ cents, refundCents, noNewDebtCents }: Deposit): number {
  return Math.max(0, cents - refundCents - noNewDebtCents);
}

/** Whether FHA asks for the source of a deposit that another rule already took off. */
export function needsFhaSource({ deposit }: TestedDeposit, terms: Terms): boolean {
  const threshold = fhaThreshold(terms);
  return threshold !== null && deposit.isInWindow && deposit.cents > threshold && fhaOpenCents(deposit) > 0;
}

/** R29: the interested party whom the words of a deposit name. */
export function interestedPartyOf({ source, classification }: Line, { interestedParties }: Loan): string | undefined {
  if (!interestedParties?.length) return undefined;
  const words = nameWords(source.description);
  const text = ` ${words.join(" ")} `;
  return interestedParties.find(({ name }) => {
    if (classification.person !== null && mayBeSamePerson(classification.person, name)) return true;
    const named = nameWords(name).filter((part) => !COMPANY_FORMS.has(part));
    // Short names, such as KB Home or Hale, as they are written.
    const whole = named.join(" ");
    if (whole.length > 3 && text.includes(` ${whole} `)) return true;
    const parts = named.filter((part) => part.length > 2);
    return parts.join("").length > 4 && parts.every((part) => words.includes(part));
  })?.name;
}

const COMPANY_FORMS = new Set(["LLC", "INC", "CORP", "LTD", "LLP", "THE", "AND", "CO"]);

/**
 * Unmatched transfers into an account that was read later than another counted bank (section 2). The older money is
 * laid to lines that are not taken off anyway before those that are, since either may be what moved.
 */
export function movedAfterReading(model: Model, takenOff: ReadonlySet<Line>): readonly { line: Line; cents: number }[] {
  const lines = unmatchedTransfers(model);
  const left = new Map([...model.counting].map(([account, { cents }]) => [account, cents]));
  const found: { line: Line; cents: number }[] = [];
  for (const line of [...lines.filter((one) => !takenOff.has(one)), ...lines.filter((one) => takenOff.has(one))]) {
    let cents = 0;
    const isAnyAccount = isSaidToBeMoved(model, line);
    const named = namedSources(model, line);
    for (const account of model.accounts) {
      if (named.length > 0 && !named.includes(account)) continue;
      const isReadBefore = account.asOf < line.account.asOf && account.asOf < line.day;
      if (!isReadBefore || !mayBeFrom(line, account)) continue;
      if (!isAnyAccount && account.kind !== "investment") continue;
      const taken = Math.min(-line.cents - cents, left.get(account)!);
      left.set(account, left.get(account)! - taken);
      cents += taken;
    }
    if (cents > 0) found.push({ line, cents });
  }
  return found;
}

const unmatchedTransfers = once((model: Model): readonly Line[] =>
  readDeposits(model)
    .filter(
      ({ line, isCounted }) =>
        isCounted && (isSaidToBeMoved(model, line) || isSold(model, line)) && isFree(model, line),
    )
    .map(({ line }) => line)
    .sort((a, b) => a.day - b.day || compare(a.account.key, b.account.key) || compare(a.key, b.key)),
);

/** Papers that show another account as the source do not show that its balance is newer than the transfer. */
function isSaidToBeMoved(model: Model, line: Line): boolean {
  if ((line.class === "own_transfer" && line.classification.hasTransferWords) || isFromOwner(line)) return true;
  if (model.possibleTransferOf.has(line)) return false; // the report shows the payment
  return (
    model.confirmed("ownTransfer", { line }) !== undefined ||
    (model.evidenceOf.get(line) ?? []).some(({ kind }) => kind === "transfer")
  );
}

/** The accounts that papers for all of a deposit name as its source; none where a part is not shown to be theirs. */
function namedSources({ accounts, evidenceOf }: Model, line: Line): readonly Account[] {
  const papers = (evidenceOf.get(line) ?? []).filter(({ kind }) => kind === "transfer" || kind === "liquidation");
  const named = accounts
    .filter((account) => account !== line.account)
    .map((account) => ({ account, of: papers.filter((one) => isAboutAccount(one, account)) }));
  const shownCents = sum(named.flatMap(({ of }) => of.map(({ sourcedCents }) => sourcedCents)));
  if (shownCents < -line.cents) return [];
  return named.filter(({ of }) => of.length > 0).map(({ account }) => account);
}

/** What was sold for it may still be in the older value of an investment. */
function isSold(model: Model, line: Line): boolean {
  return (model.evidenceOf.get(line) ?? []).some(({ kind }) => kind === "liquidation");
}

/** A line names where the money is from; its own account and bank may be named beside them. */
function mayBeFrom({ classification, account: own }: Line, { source, item }: Account): boolean {
  const masks = classification.masks.filter((mask) => mask !== own.source.mask);
  const banks = classification.banks.filter((bank) => bank !== bankIdOf(own.item));
  if (masks.length > 0 && source.mask !== null && !masks.includes(source.mask)) return false;
  const bank = bankIdOf(item);
  return banks.length === 0 || bank === undefined || banks.includes(bank);
}

/** The lowest sum of counted daily balances from a day on, at least 0 (R8). */
export function lowestBalanceSince(model: Model, day: number): number {
  const { last, lowest } = lowestSums(model);
  return lowest[Math.min(Math.max(0, last - day), MAX_DAYS)]!; // within the list
}

/** The most days that a report may ask for, and some more. */
const MAX_DAYS = 800;

/** For each day, back from the last, the lowest sum of it and later ones. A day without a balance has the one before. */
const lowestSums = once((model: Model): { last: number; lowest: readonly number[] } => {
  const histories = model.accounts
    .filter((account) => account.kind === "depository" && isCountedIn(model, account))
    .map((account) => ({ account, balances: [...dailyBalances(account)] }));
  const last = Math.max(...histories.map(({ account }) => account.asOf));
  const lowest: number[] = [];
  for (let day = last; lowest.length <= MAX_DAYS; day--) {
    const cents = histories.map(({ account, balances }) => {
      while (balances.length > 1 && balances.at(-1)!.day > day) balances.pop();
      const balance = day < account.asOf ? balances.at(-1)?.cents : undefined;
      return balance ?? account.source.currentCents ?? 0;
    });
    lowest.push(Math.max(0, Math.min(sum(cents), lowest.at(-1) ?? Infinity)));
  }
  return { last, lowest };
});
