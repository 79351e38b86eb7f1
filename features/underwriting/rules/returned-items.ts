import { longDay } from "#platform/dates/days.ts";
import { capped, lastingFinding } from "./cadence.ts";
import { isAboutAccount } from "./counting.ts";
import { dayNumber, dayOf } from "./days.ts";
import type { Finding, NotEvaluated, NsfSummary, Program } from "./evaluation.ts";
import { evidence } from "./finding.ts";
import { isBorrowers } from "./income.ts";
import { isDeposit, isPayment, isWithin, type Account, type Line, type Model } from "./model.ts";
import { once } from "./once.ts";
import type { Parameters } from "./overlay.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

export interface ReturnedItems {
  readonly summary: NsfSummary;
  /** Fees, and returned debits without a fee, of the last 365 days, newest first. */
  readonly events: readonly Line[];
}

const { days: COUNTED_DAYS } = RULES.R10.parameters;
/** A bank charges its fee within days of the item. */
const FEE_WITHIN = 3;
/** Banks refund a fee within months. */
const REFUND_WITHIN = RULES.S2.parameters.refundDays;
const NSF_WORDS = /\b(?:NSF|NON.?SUFF\w*|INSUFF\w*|OVERDRAFTS?|OVERDRAWN|OD|UNAVAILABLE|RETURN(?:ED)?|UNPAID)\b/i;
const OTHER_FEE_WORDS =
  /\b(?:ATM|WIRE|MAINT\w*|MONTHLY|FOREIGN|INTL|INTERNATIONAL|LATE|CARD|TRANSFER|PROTECTION|STOP|DEPOSITED)\b/i;

/** R10. Transfers that protect from overdrafts, and late, foreign and card fees, are classified as other fees. */
export const findReturnedItems = once((model: Model): ReturnedItems => {
  const events: Line[] = [];
  const negativeDays: NsfSummary["negativeDays"][number][] = [];
  let refunded = 0;
  let netCents = 0;
  for (const account of model.accounts) {
    if (account.kind !== "depository" || !isBorrowers(model, account)) continue;
    const read = readAccount(account);
    events.push(...read.events);
    refunded += read.refunded;
    netCents += read.netCents;
    negativeDays.push(...negativeDaysOf(account));
  }
  events.sort((a, b) => b.day - a.day || compare(a.key, b.key) || compare(a.account.key, b.account.key));
  const within = (days: number) => events.filter((line) => isWithin(line, days)).length;
  return {
    events,
    summary: {
      count60: within(60),
      count90: within(90),
      count365: events.length,
      refunded,
      netCents: capped(netCents),
      transactionIds: events.map(({ id }) => id),
      negativeDays,
    },
  };
});

interface Read {
  readonly events: Line[];
  readonly refunded: number;
  readonly netCents: number;
}

/** A refund or a net never takes an event away, so no line is left out for being part of one. */
function readAccount(account: Account): Read {
  const recent = account.lines.filter((line) => isWithin(line, COUNTED_DAYS));
  const fees = recent.filter((line) => line.class === "nsf_fee" && isPayment(line));
  const { refunded, refundedCents } = matchRefunds(fees, recent.filter(isFeeRefund));
  const charged = fees.reduce((total, { cents }) => total + cents, 0);
  return {
    events: [...fees, ...withoutFee(recent.filter(isReturnedDebit), fees)],
    refunded,
    netCents: account.isDollars ? Math.max(0, charged - refundedCents) : 0,
  };
}

function isReturnedDebit(line: Line): boolean {
  return line.class === "refund_reversal" && line.classification.subclass === "returned_debit" && isDeposit(line);
}

function isFeeRefund(line: Line): boolean {
  return line.class === "fee_refund" && isDeposit(line) && (saysReturned(line) || !OTHER_FEE_WORDS.test(wordsOf(line)));
}

const wordsOf = ({ source }: Line) => source.description.slice(0, 300);
const saysReturned = (line: Line) => NSF_WORDS.test(wordsOf(line));

/** Each fee takes one returned debit of the same days with it. */
function withoutFee(returned: readonly Line[], fees: readonly Line[]): Line[] {
  let next = 0; // both are by day
  return returned.filter(({ day }) => {
    while (next < fees.length && fees[next]!.day < day - FEE_WITHIN) next++; // within the list
    if (next >= fees.length || fees[next]!.day > day + FEE_WITHIN) return true;
    next++;
    return false;
  });
}

/** Fees that one refund may be made up of. */
const MAX_TOGETHER = 50;

/** A refund of an equal sum marks one event; one sum for several marks the newest ones that add up to it. */
function matchRefunds(fees: readonly Line[], refunds: readonly Line[]): { refunded: number; refundedCents: number } {
  const open: Line[] = []; // by day, as the fees are
  let next = 0;
  let refunded = 0;
  let refundedCents = 0;
  for (const refund of refunds) {
    while (next < fees.length && fees[next]!.day <= refund.day) open.push(fees[next++]!); // within the list
    const cents = -refund.cents;
    const at = open.findLastIndex((fee) => fee.cents === cents && fee.day >= refund.day - REFUND_WITHIN);
    const recent = open
      .slice(-MAX_TOGETHER)
      .filter(({ day }) => day >= refund.day - REFUND_WITHIN)
      .reverse();
    const matched = at >= 0 ? [open[at]!] : sumTo(recent, cents); // just found
    for (const fee of matched) open.splice(open.lastIndexOf(fee), 1);
    refunded += matched.length;
    if (matched.length > 0) refundedCents += cents;
    // A part of a fee comes back: the event is not refunded, but costs less.
    else if (saysReturned(refund))
      refundedCents += Math.min(
        cents,
        recent.reduce((total, fee) => total + fee.cents, 0),
      );
  }
  return { refunded, refundedCents };
}

/** The newest run of fees, or the newest fees of one amount, that add up to the sum. */
function sumTo(newestFirst: readonly Line[], cents: number): Line[] {
  for (let from = 0; from < newestFirst.length; from++) {
    let total = 0;
    for (let to = from; to < newestFirst.length && total < cents; to++) {
      total += newestFirst[to]!.cents; // within the list
      if (total === cents) return newestFirst.slice(from, to + 1);
    }
  }
  for (const amount of new Set(newestFirst.map((fee) => fee.cents))) {
    const same = newestFirst.filter((fee) => fee.cents === amount);
    if (cents % amount === 0 && same.length >= cents / amount) return same.slice(0, cents / amount);
  }
  return [];
}

function negativeDaysOf(account: Account): NsfSummary["negativeDays"] {
  if (!account.isDollars) return [];
  const oldest = account.asOf - COUNTED_DAYS;
  return account.source.historicalBalances
    .filter(({ currentCents, date }) => currentCents < 0 && dayNumber(date) >= oldest)
    .map(({ date, currentCents }) => ({ accountId: account.id, date, cents: currentCents }))
    .sort((a, b) => compare(a.date, b.date) || a.cents - b.cents);
}

export interface ReturnedItemsContext {
  readonly model: Model;
  readonly policy: Pick<Parameters, "nsfReview" | "nsfBlocker">;
  readonly programs: readonly Program[];
}

export function evaluateReturnedItems(
  { summary, events }: ReturnedItems,
  { model, policy, programs }: ReturnedItemsContext,
): { summary: NsfSummary; findings: Finding[]; notEvaluated: NotEvaluated[] } {
  const { count60, count90, count365, refunded, netCents } = summary;
  const isBlocker = count365 >= policy.nsfBlocker;
  const newest = events[0];
  // A letter covers the event it is about and those before it; a letter about the account covers all of it.
  const letters = model.evidence.filter(({ kind }) => kind === "letter");
  const explained = events.find(
    (line) =>
      model.evidenceOf.get(line)?.some(({ kind }) => kind === "letter") ||
      letters.some((one) => one.transactionId === null && isAboutAccount(one, line.account)),
  );
  if (!newest || (!isBlocker && count365 < policy.nsfReview) || (explained && explained.day >= newest.day))
    return { summary, findings: [], notEvaluated: [] };
  return {
    summary,
    findings: [
      lastingFinding({
        ruleId: "R10",
        code: "RETURNED_ITEMS",
        programs,
        severity: isBlocker ? "blocker" : "review",
        text: `${count365 === 1 ? "1 returned item or overdraft" : `${count365} returned items or overdrafts`} in 12 months, the last on ${longDay(dayOf(newest.day))}; ${count60} in 60 days, ${refunded} refunded. Add a letter that explains the last one.`,
        clearedBy: [evidence("letter")],
        inputs: {
          count60,
          count90,
          count365,
          refunded,
          netCents,
          reviewFrom: policy.nsfReview,
          blockFrom: policy.nsfBlocker,
        },
        lines: events,
      }),
    ],
    notEvaluated: [],
  };
}
