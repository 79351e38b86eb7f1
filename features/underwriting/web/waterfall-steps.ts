import type { ProgramFunds } from "#features/underwriting/rules/evaluation.ts";
import { FUNDS_TEXTS } from "#features/underwriting/labels.ts";

export interface WaterfallStep {
  readonly label: string;
  /** Signed: below zero is taken off. `null`: loan terms are missing. */
  readonly cents: number | null;
  /** A running total, drawn from zero; other steps are drawn from the previous total. */
  readonly isTotal: boolean;
  readonly note?: string;
  /** Shares of the width, 0 to 100; `null` if there is nothing to draw. */
  readonly bar: { readonly from: number; readonly to: number } | null;
}

type Part = Omit<WaterfallStep, "bar">;

/** Steps of $0 are left out, except cash to close and the totals. */
export function waterfallOf(funds: ProgramFunds): WaterfallStep[] {
  const { cashToCloseCents: cash, surplusCents, reservesCents, investmentReserveCents } = funds;
  const counted = funds.usableByAccount.reduce((total, { countedCents }) => total + countedCents, 0);
  const taken = funds.usableByAccount.reduce((total, { reductionCents }) => total + reductionCents, 0);
  const notReserves =
    surplusCents === null || reservesCents === null
      ? 0
      : reservesCents - Math.max(0, surplusCents) - investmentReserveCents;
  const parts: Part[] = [
    { label: FUNDS_TEXTS.usableByAccount, cents: counted, isTotal: true },
    ...some({ label: FUNDS_TEXTS.reductionCents, cents: -taken, isTotal: false }),
    ...some({ label: FUNDS_TEXTS.giftCents, cents: funds.giftCents, isTotal: false, note: "Documented" }),
    { label: FUNDS_TEXTS.usableClosingCents, cents: funds.usableClosingCents, isTotal: true },
    ...some({ label: FUNDS_TEXTS.investmentClosingCents, cents: funds.investmentClosingCents, isTotal: false }),
    {
      label: FUNDS_TEXTS.cashToCloseCents,
      cents: cash === null ? null : cash === 0 ? 0 : -cash,
      isTotal: false,
      ...(funds.earnestPaidCents > 0 && { note: "After the earnest money credit" }),
    },
    { label: FUNDS_TEXTS.surplusCents, cents: surplusCents, isTotal: true },
    ...some({ label: FUNDS_TEXTS.investmentReserveCents, cents: investmentReserveCents, isTotal: false }),
    ...some({ label: NOT_RESERVES, cents: Math.min(0, notReserves), isTotal: false }),
    { label: FUNDS_TEXTS.reservesCents, cents: reservesCents, isTotal: true },
  ];
  return withBars(parts);
}

/** FHA: gifts that closing does not use. */
const NOT_RESERVES = "Gifts, not counted as reserves";

function some(part: Part): Part[] {
  return part.cents === 0 ? [] : [part];
}

function withBars(parts: readonly Part[]): WaterfallStep[] {
  let height = 0;
  const spans = parts.map(({ cents, isTotal }) => {
    if (cents === null) return null;
    const from = isTotal ? 0 : height;
    height = isTotal ? cents : height + cents;
    return [Math.min(from, height), Math.max(from, height)] as const;
  });
  const ends = spans.flatMap((span) => span ?? []);
  const least = Math.min(0, ...ends);
  const width = Math.max(0, ...ends) - least || 1;
  const share = (cents: number) => Math.round(((cents - least) / width) * 10_000) / 100;
  return parts.map((part, at) => {
    const span = spans[at];
    return { ...part, bar: span ? { from: share(span[0]), to: share(span[1]) } : null };
  });
}
