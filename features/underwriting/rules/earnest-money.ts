import type { Loan } from "#features/loans/contract.ts";
import { averageBefore } from "./balances.ts";
import { dayNumber } from "./days.ts";
import { isPayment, type Line, type Model } from "./model.ts";
import { sum } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

export interface EarnestMoney {
  readonly enteredCents: number;
  /** Payments found on counted accounts. */
  readonly payments: readonly EarnestPayment[];
  readonly foundCents: number;
  /** Shown by a receipt. */
  readonly receiptCents: number;
  /** Credited for certain, and only while an unconfirmed check counts. Both before reductions. */
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

const { leastPercent, mostPercent, payments: MOST_PAYMENTS, averageDays } = RULES.R14.parameters;

/** R14. `null`: there is none, or none is entered. */
export function readEarnestMoney(model: Model, loan: Loan): EarnestMoney | null {
  const { emd } = loan;
  if (loan.transactionType !== "purchase" || !emd) return null;
  const since = loan.contractDate === undefined ? -Infinity : dayNumber(loan.contractDate);
  const isCounted = ({ account }: Line) => model.counting.get(account)?.isCounted === true;
  const candidates = candidatesOf(model).filter(({ day }) => day >= since);
  const chosen = choose(candidates.filter(isCounted), emd);
  const check =
    chosen.length > 0
      ? undefined
      : checksOf(model).find((line) => line.cents === emd && line.day >= since && isCounted(line));
  const isConfirmed = check !== undefined && model.confirmed("thisCheck", { line: check }) !== undefined;
  const lines = check ? [check] : chosen;
  const foundCents = sum(lines.map(({ cents }) => cents));
  const receiptCents = receipts(model);
  const isSure = check === undefined || isConfirmed;
  const sureCents = Math.min(emd, (isSure ? foundCents : 0) + receiptCents);
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
    receiptCents,
    sureCents,
    conditionalCents: isSure ? 0 : Math.min(emd - sureCents, foundCents),
    fromOther,
    uncounted: isSure ? [] : lines,
  };
}

/** Payments to title and escrow companies and to brokers. */
const candidatesOf = once((model: Model): readonly Line[] => {
  // A payment that came back, even in part, is no longer with the title company.
  const netted = new Set([...model.netOf].flat());
  return model.accounts
    .flatMap(({ lines }) =>
      lines.filter(
        (line) => line.class === "title_escrow" && isPayment(line) && !model.transferOf.has(line) && !netted.has(line),
      ),
    )
    .sort((a, b) => a.day - b.day || compare(keyOf(a), keyOf(b)));
});

const keyOf = ({ account, key }: Line) => `${account.key}#${key}`;

/** Combinations are tried among the newest payments only, which keeps them few on hostile data. */
const MOST_CANDIDATES = 40;

function choose(candidates: readonly Line[], emd: number): Line[] {
  const recent = candidates.slice(-MOST_CANDIDATES);
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
      if (next.length < MOST_PAYMENTS) extend(next, at + 1);
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

function receipts({ evidence }: Model): number {
  return sum(evidence.filter(({ kind }) => kind === "emd_receipt").map(({ sourcedCents }) => sourcedCents));
}

/** Whether the account's own history supports the payment. */
function supportOf(line: Line): EarnestPayment {
  const averageCents = averageBefore(line.account, line.day, averageDays);
  return { line, averageCents, isSupported: averageCents === null ? null : averageCents >= line.cents };
}
