export interface BalancePoint {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly currentCents: number;
}

export interface BalanceShape {
  readonly line: string;
  /** The line, closed down to zero or to the lowest balance. */
  readonly area: string;
  /** The position of zero if balances are on both sides of it. */
  readonly zero: number | null;
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

const WIDTH = 100;
const HEIGHT = 40;
const MARGIN = 3; // room for the line's own width

/** Points oldest first, at least two. */
export function balanceShape(points: readonly BalancePoint[]): BalanceShape {
  const cents = points.map(({ currentCents }) => currentCents);
  const low = Math.min(...cents);
  const high = Math.max(...cents);
  const across = (at: number) => round((at / (points.length - 1)) * WIDTH);
  const down = (value: number) =>
    high === low ? HEIGHT / 2 : round(MARGIN + ((high - value) / (high - low)) * (HEIGHT - 2 * MARGIN));
  const places = cents.map((value, at) => ({ x: across(at), y: down(value) }));
  const line = places.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
  const zero = low < 0 && high > 0 ? down(0) : null;
  const floor = zero ?? HEIGHT;
  return { line, area: `${line}V${floor}H0Z`, zero, places };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
