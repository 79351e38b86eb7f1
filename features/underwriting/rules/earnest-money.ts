import type { Loan } from "#features/borrowers/contract.ts";
import { averageBefore } from "./balances.ts";
import { isAboutAccount } from "./counting.ts";
import { dayNumber } from "./days.ts";
import type { EvidenceSource } from "./evaluation.ts";
import { readGifts } from "./gifts.ts";
import { isFree, isPayment, type Account, type Line, type Model } from "./model.ts";
import { sum } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

export interface EarnestMoney {
  readonly enteredCents: number;
  /** Payments found on counted accounts. */
  readonly payments: readonly EarnestPayment[];
  readonly foundCents: number;
  /** Shown by receipts. */
  readonly receiptCents: number;
  /** Of it, what a gift of the same amount paid: counted as a gift, and not credited again. */
  readonly givenCents: number;
  /** Credited for certain, and only while a check or a receipt that is conditional counts. Both before reductions. */
  readonly sureCents: number;
  readonly conditionalCents: number;
  /** A payment of the amount from an account that does not count. */
  readonly fromOther: readonly Line[];
  readonly uncounted: readonly Line[];
}

export interface EarnestPayment {
  readonly line: Line;
  /** Average of the 60 daily balances before the payment; `null` without balances. */
  readonly averageCents: number | null;
  readonly isSupported: boolean | null;
}

const { leastPercent, mostPercent, payments: MAX_PAYMENTS, averageDays } = RULES.R14.parameters;

/** Combinations are tried among the newest payments only, which keeps them few on hostile data. */
const MAX_CANDIDATES = 40;

/** R14. `null`: there is none, or none is entered. */
export function readEarnestMoney(model: Model, loan: Loan): EarnestMoney | null {
  const { emd } = loan;
  if (loan.transactionType !== "purchase" || !emd) return null;
  const since = loan.contractDate === undefined ? -Infinity : dayNumber(loan.contractDate);
  const isCounted = ({ account }: Line) => model.counting.get(account)?.isCounted === true;
  const candidates = candidatesOf(model).filter(({ day }) => day >= since);
  const paid = choose(candidates.filter(isCounted), emd);
  const chosen = paid.length > 1 && cameBack(model, paid) ? [] : paid;
  const check =
    chosen.length > 0
      ? undefined
      : checksOf(model).find((line) => line.cents === emd && line.day >= since && isCounted(line));
  const isConfirmed = check !== undefined && model.confirmed("thisCheck", { line: check }) !== undefined;
  const lines = check ? [check] : chosen;
  const foundCents = sum(lines.map(({ cents }) => cents));
  const isSure = check === undefined || isConfirmed;
  const shown = readReceipts(model, loan, isSure ? lines : [], emd);
  const sureCents = Math.min(emd, (isSure ? foundCents : 0) + shown.goneCents);
  const fromOther =
    lines.length > 0
      ? []
      : choose(
          candidates.filter((line) => !isCounted(line)),
          emd,
        );
  return {
    enteredCents: emd,
    payments: lines.map(supportOf),
    foundCents,
    receiptCents: shown.cents,
    givenCents: Math.min(emd - sureCents, shown.givenCents),
    sureCents,
    conditionalCents: Math.min(emd - sureCents, isSure ? shown.undatedCents : foundCents),
    fromOther,
    uncounted: isSure ? [] : lines,
  };
}

/** Payments to title and escrow companies and to brokers. */
const candidatesOf = once((model: Model): readonly Line[] => {
  // A payment that came back, even in part, is no longer with the title company.
  const netted = new Set([...model.netOf].flat());
  const payments = titleLines(model).filter(
    (line) => isPayment(line) && !model.transferOf.has(line) && !netted.has(line),
  );
  const returned = new Set<Line>();
  for (const one of titleDeposits(model)) {
    const payment = payments.findLast((line) => !returned.has(line) && isReturnOf(one, [line]));
    if (payment) returned.add(payment);
  }
  return payments.filter((line) => !returned.has(line));
});

const titleLines = once((model: Model): readonly Line[] =>
  model.accounts
    .flatMap(({ lines }) => lines.filter((line) => line.class === "title_escrow"))
    .sort((a, b) => a.day - b.day || compare(keyOf(a), keyOf(b))),
);

/** The newest ones on counted accounts, posted or pending: a report has a few, hostile data thousands. */
const titleDeposits = once((model: Model): readonly Line[] =>
  titleLines(model)
    .filter(({ account, cents }) => cents < 0 && model.counting.get(account)?.isCounted === true)
    .slice(-MAX_CANDIDATES),
);

/** A title company that later pays about as much gave it back, less a fee at most. Proceeds of a sale are more. */
function isReturnOf(line: Line, paid: readonly Line[]): boolean {
  const cents = sum(paid.map((one) => one.cents));
  return paid.every(({ day }) => day <= line.day) && -line.cents <= cents && -line.cents * 100 >= cents * leastPercent;
}

function cameBack(model: Model, paid: readonly Line[]): boolean {
  return titleDeposits(model).some((line) => isReturnOf(line, paid));
}

const keyOf = ({ account, key }: Line) => `${account.key}#${key}`;

function choose(candidates: readonly Line[], emd: number): Line[] {
  const recent = candidates.slice(-MAX_CANDIDATES);
  let best: { lines: Line[]; apart: number } | undefined;
  const offer = (lines: Line[]) => {
    const paid = sum(lines.map(({ cents }) => cents));
    if (paid * 100 < emd * leastPercent || paid > emd) return;
    const apart = emd - paid;
    if (!best || apart < best.apart || (apart === best.apart && lines.length < best.lines.length))
      best = { lines, apart };
  };
  const extend = (lines: Line[], from: number) => {
    for (let at = from; at < recent.length; at++) {
      const next = [...lines, recent[at]!];
      offer(next);
      if (next.length < MAX_PAYMENTS) extend(next, at + 1);
    }
  };
  extend([], 0);
  if (best) return best.lines;
  const above = recent
    .filter(({ cents }) => cents > emd && cents * 100 <= emd * mostPercent)
    .sort((a, b) => a.cents - b.cents || compare(keyOf(a), keyOf(b)));
  return above.slice(0, 1);
}

/** Checks whose payee the bank does not report, the newest first. */
const checksOf = once((model: Model): readonly Line[] =>
  model.accounts
    .flatMap(({ lines }) =>
      lines.filter(
        (line) =>
          line.class === "check" &&
          isPayment(line) &&
          line.classification.payee === null &&
          !model.transferOf.has(line) &&
          !model.netOf.has(line),
      ),
    )
    .sort((a, b) => b.day - a.day || compare(keyOf(a), keyOf(b))),
);

interface Receipts {
  readonly cents: number;
  readonly givenCents: number;
  /** Beyond the payments that were found: no longer in a counted balance, and perhaps still in one. */
  readonly goneCents: number;
  readonly undatedCents: number;
}

/** A receipt for more than is missing, or for just the amount of a payment, is for payments that were found. */
function readReceipts(model: Model, loan: Loan, paid: readonly Line[], emd: number): Receipts {
  const lineOf = new Map([...model.evidenceOf].flatMap(([line, all]) => all.map((one) => [one, line] as const)));
  const paidCents = sum(paid.map(({ cents }) => cents));
  const receipts = withoutRepeats(model.evidence.filter(({ kind }) => kind === "emd_receipt"));
  const further = receipts.filter((one) => {
    const line = lineOf.get(one);
    return line === undefined || (isPayment(line) && isFree(model, line) && !paid.includes(line));
  });
  const isForPaid = ({ sourcedCents }: EvidenceSource) =>
    sourcedCents > emd - paidCents || paid.some(({ cents }) => cents === sourcedCents);
  const isGone = (one: EvidenceSource) => lineOf.has(one) || holdersOf(model, one).length === 0;
  const given = giftsToCome(model, loan);
  const isGiven = (cents: number) => {
    const at = given.findIndex((amounts) => amounts.includes(cents));
    if (at < 0) return false;
    given.splice(at, 1);
    return true;
  };
  const isOwn = (one: EvidenceSource) => model.counting.get(lineOf.get(one)!.account)?.isCounted === true;
  const others = further.filter((one) => !isForPaid(one));
  const byGift = new Set(others.filter((one) => !(lineOf.has(one) && isOwn(one)) && isGiven(one.sourcedCents)));
  const rest = others.filter((one) => !byGift.has(one));
  const repeated = further.filter(isForPaid);
  const isRepeatedGone = repeated.every(isGone);
  const beyond = Math.max(0, centsOf(repeated) - paidCents);
  const givenBeyond = !repeated.some((one) => lineOf.has(one)) && isGiven(beyond) ? beyond : 0;
  const beyondCents = beyond - givenBeyond;
  const open = [...rest, ...repeated].filter((one) => !isGone(one));
  const shownCents = centsOf(rest) + beyondCents;
  const openCents = centsOf(rest.filter((one) => !isGone(one))) + (isRepeatedGone ? 0 : beyondCents);
  const holders = new Set(open.flatMap((one) => holdersOf(model, one)));
  // Only what the accounts count for could be counted a second time.
  const undatedCents = Math.min(openCents, sum([...holders].map((account) => model.counting.get(account)!.cents)));
  return {
    cents: centsOf(receipts),
    givenCents: centsOf([...byGift]) + givenBeyond,
    goneCents: shownCents - undatedCents,
    undatedCents,
  };
}

/** The amounts by which each gift that is still to come may be known on a receipt. */
function giftsToCome(model: Model, loan: Loan): (number | undefined)[][] {
  return readGifts(model, loan)
    .filter(({ isToCome, depositedAs, isRepeat }) => isToCome && depositedAs === null && !isRepeat)
    .map(({ cents, evidence }) => [cents, evidence.amountCents]);
}

/** One receipt that was accepted twice shows one payment. */
function withoutRepeats(receipts: readonly EvidenceSource[]): EvidenceSource[] {
  const contents = new Set<string>();
  return receipts.filter(({ transactionId, lineKey, accountId, sourcedCents, clearedOn }) => {
    const content = JSON.stringify([lineKey ?? transactionId, accountId, sourcedCents, clearedOn]);
    return contents.size < contents.add(content).size;
  });
}

const centsOf = (receipts: readonly EvidenceSource[]) => sum(receipts.map(({ sourcedCents }) => sourcedCents));

/** Counted accounts whose balance may still include the payment: none once it cleared before the bank was read. */
function holdersOf(model: Model, receipt: EvidenceSource): Account[] {
  const named = model.accounts.filter((account) => isAboutAccount(receipt, account));
  const day = receipt.clearedOn ? dayNumber(receipt.clearedOn) : Infinity;
  return (named.length > 0 ? named : model.accounts).filter(
    (account) =>
      model.counting.get(account)?.isCounted === true &&
      (day >= account.asOf || isStillPending(account, receipt.sourcedCents)),
  );
}

/** A payment of the amount that the bank still shows as pending, and did not yet take off what is available. */
function isStillPending({ lines, source: { currentCents, availableCents } }: Account, cents: number): boolean {
  const isPending = lines.some((line) => line.isPending && line.cents === cents && line.class === "title_escrow");
  return isPending && (availableCents === null || availableCents > (currentCents ?? 0) - cents);
}

/** Whether the account's own history supports the payment. */
function supportOf(line: Line): EarnestPayment {
  const averageCents = averageBefore(line.account, line.day, averageDays);
  return { line, averageCents, isSupported: averageCents === null ? null : averageCents >= line.cents };
}
