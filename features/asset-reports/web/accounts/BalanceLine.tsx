import { type PointerEvent, useMemo, useState } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Money } from "#platform/web/parts/Money.tsx";
import styles from "./BalanceLine.module.css";

interface BalancePoint {
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

interface BalanceLineProps {
  /** Names the account. */
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly BalancePoint[];
  readonly currency: string | null;
}

export function BalanceLine({ label, points, currency }: BalanceLineProps) {
  const [at, setAt] = useState<number | null>(null);
  const shape = useMemo(() => (points.length > 1 ? balanceShape(points) : null), [points]);
  const last = points.length - 1;
  const shown = points[at ?? last];
  if (shape === null || shown === undefined) return <p className={styles.caption}>No history available.</p>;

  function readAt(event: PointerEvent<HTMLInputElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    setAt(Math.round(share * last));
  }

  const mark = at === null ? undefined : shape.places[at];
  return (
    <figure className={styles.figure}>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
          <path d={shape.area} className={styles.area} />
          {shape.zero !== null && <path d={`M0 ${shape.zero}H100`} className={styles.zero} />}
          <path d={shape.line} className={styles.line} />
          {mark && (
            <>
              <path d={`M${mark.x} 0V40`} className={styles.hair} />
              <path d={`M${mark.x} ${mark.y}h0`} className={styles.dot} />
            </>
          )}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={at ?? last}
          aria-label={`Balance by day, ${label}`}
          aria-valuetext={`${formatDate(shown.date)}: ${formatMoney(shown.currentCents, currency)}`}
          onChange={(event) => setAt(Number(event.target.value))}
          onFocus={() => setAt((now) => now ?? last)}
          onBlur={() => setAt(null)}
          onPointerMove={readAt}
          onPointerLeave={(event) => event.currentTarget !== document.activeElement && setAt(null)}
        />
      </div>
      <figcaption className={styles.caption}>
        {at === null ? (
          <Span points={points} currency={currency} />
        ) : (
          <>
            <span className="numbers">{formatDate(shown.date)}</span>
            <Money cents={shown.currentCents} currency={currency} />
          </>
        )}
      </figcaption>
    </figure>
  );
}

function Span({ points, currency }: Pick<BalanceLineProps, "points" | "currency">) {
  const low = Math.min(...points.map(({ currentCents }) => currentCents));
  return (
    <>
      <span className="numbers">{points.length} days</span>
      <span>
        lowest <Money cents={low} currency={currency} />
      </span>
    </>
  );
}
