import { useMemo, useState, type PointerEvent } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Money } from "#platform/web/parts/Money.tsx";
import { balanceShape, type BalancePoint } from "./balance-shape.ts";
import styles from "./BalanceLine.module.css";

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
