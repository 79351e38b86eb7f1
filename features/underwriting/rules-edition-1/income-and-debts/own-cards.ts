// Owns which payments went to a card that is in the report itself: money moved between own accounts, no debt apart (R11).
import { isPayment, linesOf, type Line } from "../case.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { RULES } from "../rule-set.ts";

/**
 * Payments matched one to one with equal sums that a card was credited with within three days: the nearest first, then by
 * the ids of both.
 */
export const paidToOwnCards = once((layout): ReadonlySet<Line> => {
  const payments = new Map<string, Line[]>(); // by sum and day, the last by id first
  for (const line of linesOf(layout)) {
    if (!isPayment(line)) continue;
    const key = placeOf(line.cents, line.day);
    const same = payments.get(key);
    if (same) same.push(line);
    else payments.set(key, [line]);
  }
  for (const same of payments.values()) same.sort((a, b) => order(b.id, a.id));

  const paid = new Set<Line>();
  let open = [...linesOf(layout)].filter(isCardCredit).sort((a, b) => order(a.id, b.id));
  for (let apart = 0; apart <= RULES.R3d.parameters.transferDays; apart++)
    open = open.filter((credit) => {
      const payment = [credit.day - apart, credit.day + apart]
        .map((day) => payments.get(placeOf(-credit.cents, day)))
        .find((same) => same && same.length > 0)
        ?.pop();
      if (payment) paid.add(payment);
      return !payment;
    });
  return paid;
});

function isCardCredit({ cents, isPending, holding }: Line): boolean {
  return cents < 0 && !isPending && holding.isDollars && holding.account.type === "credit";
}

function placeOf(cents: number, day: number): string {
  return `${cents} ${day}`;
}
