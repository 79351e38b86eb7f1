// Owns what a deposit is by itself (R3d): pay, a benefit, a refund of tax, interest, or money moved between own accounts.
import { countsFor, isDeposit, linesOf, type Line } from "../case.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { RULES } from "../rule-set.ts";
import { CATEGORY, WORDS } from "../word-lists.ts";

export type Identity = "payroll" | "government_benefit" | "tax_refund" | "transfer_verified_account" | "interest";

const BY_CATEGORY = [
  ["payroll", CATEGORY.payroll],
  ["government_benefit", CATEGORY.benefit],
  ["tax_refund", CATEGORY.taxRefund],
  ["interest", CATEGORY.interest],
] as const;
const BY_WORDS = [
  ["tax_refund", WORDS.taxRefund],
  ["government_benefit", WORDS.benefit],
  ["payroll", WORDS.payroll],
  ["interest", WORDS.interest],
] as const;

/** What a deposit is, where the statement itself says it; the provider's category first, its words then. */
export function identityByItself({ category, words }: Pick<Line, "category" | "words">): Identity | null {
  if (category !== "") for (const [identity, pattern] of BY_CATEGORY) if (pattern.test(category)) return identity;
  for (const [identity, pattern] of BY_WORDS) if (pattern.test(words)) return identity;
  return null;
}

export interface Transfers {
  /** Of each deposit that came from another account of the report, the line it left by. */
  readonly from: ReadonlyMap<Line, Line>;
  readonly debits: ReadonlySet<Line>;
}

/**
 * Deposits matched one to one with equal sums that left another account within three days: the nearest first, then by the
 * ids of deposit and debit. Card and loan accounts take no part: what comes from there is borrowed.
 */
export const matchTransfers = once((layout): Transfers => {
  const leaving = new Map<string, Line[]>(); // by sum and day, in the order of ids
  const open: Line[] = [];
  for (const line of linesOf(layout)) {
    if (line.isPending || !countsFor(line.holding)) continue;
    if (isDeposit(line)) open.push(line);
    else if (line.cents > 0 && (line.holding.isDepository || line.holding.isInvestment)) {
      const key = placeOf(line.cents, line.day);
      const same = leaving.get(key);
      if (same) same.push(line);
      else leaving.set(key, [line]);
    }
  }
  for (const same of leaving.values()) same.sort((a, b) => order(a.id, b.id));

  const from = new Map<Line, Line>();
  const debits = new Set<Line>();
  let waiting = open.sort((a, b) => order(a.id, b.id));
  for (let apart = 0; apart <= RULES.R3d.parameters.transferDays; apart++)
    waiting = waiting.filter((deposit) => {
      const debit = takeDebit(leaving, deposit, apart);
      if (!debit) return true;
      from.set(deposit, debit);
      debits.add(debit);
      return false;
    });
  return { from, debits };
});

/** The first by id among those that left so many days before or after, from another account. */
function takeDebit(leaving: ReadonlyMap<string, Line[]>, deposit: Line, apart: number): Line | null {
  const days = apart === 0 ? [deposit.day] : [deposit.day - apart, deposit.day + apart];
  let best: { readonly list: Line[]; readonly at: number; readonly line: Line } | null = null;
  for (const day of days) {
    const list = leaving.get(placeOf(-deposit.cents, day));
    const at = list?.findIndex(({ holding }) => holding !== deposit.holding) ?? -1;
    const line = list?.[at];
    if (list && line && (!best || order(line.id, best.line.id) < 0)) best = { list, at, line };
  }
  best?.list.splice(best.at, 1);
  return best?.line ?? null;
}

function placeOf(cents: number, day: number): string {
  return `${cents} ${day}`;
}

export function identify(line: Line, { from }: Transfers): Identity | null {
  return identityByItself(line) ?? (from.has(line) ? "transfer_verified_account" : null);
}
