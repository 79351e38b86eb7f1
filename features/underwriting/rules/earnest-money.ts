import type { Loan } from "#features/borrowers/contract.ts";
import { averageBefore } from "./balances.ts";
import { isAboutAccount } from "./counting.ts";
import { dayNumber } from "./days.ts";
import type { EvidenceSource } from "./evaluation.ts";
import { readGifts, type Gift } from "./gifts.ts";
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
  /** ReceiptPayment by receipts. */
  readonly receiptCents: number;
  /** Of it, what a gift of the same amount paid: counted as a gift, and not credited again. */
  readonly givenCents: number;
  /** Payments from accounts of others that gift letters are about: counted as gifts, and not credited. */
  readonly giftedCents: number;
  /** Credited for certain, and only while a check or a receipt that is conditional counts. Both before reductions. */
  readonly sureCents: number;
  readonly conditionalCents: number;
  /** The accounts that the credited payments left, as far as the bank or a receipt says. */
  readonly paidFrom: readonly PaidFrom[];
  /** A payment of the amount from an account that does not count. */
  readonly fromOther: readonly Line[];
  readonly uncounted: readonly Line[];
}

interface PaidFrom {
  readonly account: Account;
  readonly cents: number;
}

export interface EarnestPayment {
  readonly line: Line;
  /** Average of the 60 daily balances before the payment; `null` without balances. */
  readonly averageCents: number | null;
  readonly isSupported: boolean | null;
}

const { leastPercent, mostPercent, payments: MAX_PAYMENTS, averageDays, daysBeforeContract } = RULES.R14.parameters;

/** Combinations are tried among the newest payments only, which keeps them few on hostile data. */
const MAX_CANDIDATES = 40;

/** R14. `null`: there is none, or none is entered. */
export function readEarnestMoney(model: Model, loan: Loan): EarnestMoney | null {
  const { emd } = loan;
  if (loan.transactionType !== "purchase" || !emd) return null;
  const since = loan.contractDate === undefined ? -Infinity : dayNumber(loan.contractDate);
  const isCounted = ({ account }: Line) => model.counting.get(account)?.isCounted === true;
  const candidates = titlePayments(model).unreturned.filter(({ day }) => day >= since);
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
  const gifts = giftsToCome(model, loan);
  const shown = readReceipts(model, isSure ? lines : [], emd, gifts, since);
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
    giftedCents: sum(fromOther.map((line) => Math.min(line.cents, centsOfGifts(gifts, line)))),
    sureCents,
    conditionalCents: Math.min(emd - sureCents, isSure ? shown.undatedCents : foundCents),
    paidFrom: [...lines.map(({ account, cents }) => ({ account, cents })), ...shown.paidFrom],
    fromOther,
    uncounted: isSure ? [] : lines,
  };
}

interface TitlePayments {
  readonly unreturned: readonly Line[];
  /** What came back, even in part, is no longer with the title company. */
  readonly returned: readonly Line[];
}

/** To title and escrow companies and to brokers. */
const titlePayments = once((model: Model): TitlePayments => {
  const netted = new Set([...model.netOf].flat());
  const payments = titleLines(model).filter((line) => isPayment(line) && !model.transferOf.has(line));
  const returned = new Set(payments.filter((line) => netted.has(line)));
  const deposits = new Set(titleDeposits(model));
  for (const one of deposits) {
    const payment = payments.findLast((line) => !returned.has(line) && isReturnOf([one], [line]));
    if (!payment) continue;
    returned.add(payment);
    deposits.delete(one);
  }
  for (const payment of payments) {
    if (returned.has(payment)) continue;
    const parts = [...deposits].filter((one) => one.day >= payment.day && mayBeOneParty(one, payment));
    if (parts.length < 2 || !isReturnOf(parts, [payment])) continue;
    returned.add(payment);
    for (const one of parts) deposits.delete(one);
  }
  return { unreturned: payments.filter((line) => !returned.has(line)), returned: [...returned] };
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
function isReturnOf(back: readonly Line[], paid: readonly Line[]): boolean {
  const paidCents = sum(paid.map(({ cents }) => cents));
  const backCents = sum(back.map(({ cents }) => -cents));
  const isLater = back.every((one) => paid.every((line) => line.day <= one.day && mayBeOneParty(one, line)));
  return isLater && backCents <= paidCents && backCents * 100 >= paidCents * leastPercent;
}

/** One title company does not give back what another was paid. */
function mayBeOneParty(one: Line, other: Line): boolean {
  const [payee, known] = [one.classification.payee, other.classification.payee];
  return payee === null || known === null || payee.id === known.id;
}

function cameBack(model: Model, paid: readonly Line[]): boolean {
  return titleDeposits(model).some((line) => isReturnOf([line], paid));
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
  /** Where what is gone was paid from, as far as the receipts say. */
  readonly paidFrom: readonly PaidFrom[];
}

/** What a receipt shows of one payment. */
interface ReceiptPayment {
  readonly receipt: EvidenceSource;
  /** The payment in the bank data, where the receipt is linked to it. */
  readonly line: Line | undefined;
  readonly cents: number;
}

/** A receipt for more than is missing, or for just the amount of a payment, is for payments that were found. */
function readReceipts(
  model: Model,
  paid: readonly Line[],
  emd: number,
  gifts: readonly Gift[],
  since: number,
): Receipts {
  const paidCents = sum(paid.map(({ cents }) => cents));
  const receipts = shownByReceipts(model).filter((one) => dayOfPayment(one) >= since - daysBeforeContract);
  const isGift = (line: Line) => gifts.some(({ paidBy }) => paidBy === line);
  const further = receipts.filter(
    ({ line }) =>
      line === undefined || (isPayment(line) && isFree(model, line) && !paid.includes(line) && !isGift(line)),
  );
  const isForPaid = ({ cents: shown }: ReceiptPayment) =>
    shown > emd - paidCents || paid.some(({ cents }) => cents === shown);
  const isGone = ({ receipt, line }: ReceiptPayment) => line !== undefined || holdersOf(model, receipt).length === 0;
  const given = gifts.map(({ cents, evidence, paidBy }) => [cents, evidence.amountCents, paidBy?.cents]);
  const isGiven = (cents: number) => {
    const at = given.findIndex((amounts) => amounts.includes(cents));
    if (at < 0) return false;
    given.splice(at, 1);
    return true;
  };
  const isOwn = (line: Line) => model.counting.get(line.account)?.isCounted === true;
  const others = further.filter((one) => !isForPaid(one));
  const byGift = new Set(others.filter(({ line, cents }) => !(line && isOwn(line)) && isGiven(cents)));
  const rest = others.filter((one) => !byGift.has(one));
  const repeated = further.filter(isForPaid);
  const isRepeatedGone = repeated.every(isGone);
  const beyond = Math.max(0, centsOf(repeated) - paidCents);
  const givenBeyond = !repeated.some(({ line }) => line) && isGiven(beyond) ? beyond : 0;
  const beyondCents = beyond - givenBeyond;
  const open = [...rest, ...repeated].filter((one) => !isGone(one));
  const shownCents = centsOf(rest) + beyondCents;
  const openCents = centsOf(rest.filter((one) => !isGone(one))) + (isRepeatedGone ? 0 : beyondCents);
  const holders = new Set(open.flatMap(({ receipt }) => holdersOf(model, receipt)));
  // Only what the accounts count for could be counted a second time.
  const undatedCents = Math.min(openCents, sum([...holders].map((account) => model.counting.get(account)!.cents)));
  return {
    cents: centsOf(receipts),
    givenCents: centsOf([...byGift]) + givenBeyond,
    goneCents: shownCents - undatedCents,
    undatedCents,
    paidFrom: [...paidFrom(model, rest.filter(isGone), Infinity), ...paidFrom(model, repeated, beyondCents)],
  };
}

/** @param most what is credited of them */
function paidFrom(model: Model, payments: readonly ReceiptPayment[], most: number): PaidFrom[] {
  let left = most;
  return payments.flatMap(({ receipt, line, cents }) => {
    const account = line?.account ?? model.accounts.find((one) => isAboutAccount(receipt, one));
    if (!account) return [];
    const credited = Math.min(left, cents);
    left -= credited;
    return [{ account, cents: credited }];
  });
}

/** One payment is shown once: up to what its line says, and not at all when it came back. */
function shownByReceipts(model: Model): ReceiptPayment[] {
  const lineOf = new Map([...model.evidenceOf].flatMap(([line, all]) => all.map((one) => [one, line] as const)));
  const receipts = withoutRepeats(model.evidence.filter(({ kind }) => kind === "emd_receipt"));
  const linked = Map.groupBy(receipts, (one) => lineOf.get(one));
  const alone = linked.get(undefined) ?? [];
  linked.delete(undefined);
  const { returned } = titlePayments(model);
  const ofLines = [...linked].flatMap(([line, all]): ReceiptPayment[] => {
    if (line === undefined || returned.includes(line)) return [];
    return [{ receipt: all[0]!, line, cents: Math.min(Math.abs(line.cents), sum(all.map((one) => one.sourcedCents))) }];
  });
  const isShown = ({ sourcedCents, clearedOn }: EvidenceSource) =>
    clearedOn !== undefined &&
    (ofLines.some(({ line, cents }) => cents === sourcedCents && line!.source.date === clearedOn) ||
      returned.some(({ cents, source }) => cents === sourcedCents && source.date === clearedOn));
  const ofPapers = alone
    .filter((receipt) => !isShown(receipt))
    .map((receipt): ReceiptPayment => ({ receipt, line: undefined, cents: receipt.sourcedCents }));
  return [...ofLines, ...ofPapers];
}

/** Gifts of which a receipt may be the closing agent's. */
function giftsToCome(model: Model, loan: Loan): Gift[] {
  return readGifts(model, loan).filter(
    ({ isToCome, depositedAs, isRepeat }) => isToCome && depositedAs === null && !isRepeat,
  );
}

function centsOfGifts(gifts: readonly Gift[], line: Line): number {
  return sum(gifts.filter(({ paidBy }) => paidBy === line).map(({ cents }) => cents));
}

/** A receipt that says no day is not older than the contract. */
function dayOfPayment({ line, receipt: { clearedOn } }: ReceiptPayment): number {
  return line?.day ?? (clearedOn ? dayNumber(clearedOn) : Infinity);
}

/** One receipt that was accepted twice shows one payment. */
function withoutRepeats(receipts: readonly EvidenceSource[]): EvidenceSource[] {
  const contents = new Set<string>();
  return receipts.filter(({ transactionId, lineKey, accountId, sourcedCents, clearedOn }) => {
    const content = JSON.stringify([lineKey ?? transactionId, accountId, sourcedCents, clearedOn]);
    return contents.size < contents.add(content).size;
  });
}

const centsOf = (receipts: readonly ReceiptPayment[]) => sum(receipts.map(({ cents }) => cents));

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
