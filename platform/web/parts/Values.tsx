import { moneyText } from "#platform/money/money.ts";
import { formatDate, relativeDate } from "../format/dates.ts";
import styles from "./Values.module.css";

interface MoneyProps {
  /** Integer cents; `null`: not known, shown as a dash. */
  readonly cents: number | null;
  /** ISO 4217; default USD. `null`: unknown, and not shown. */
  readonly currency?: string | null;
}

export function Money({ cents, currency = "USD" }: MoneyProps) {
  if (cents === null) return <span className={styles.money}>–</span>;
  const text = moneyText(cents, currency);
  return (
    <span className={styles.money}>
      {text.whole}
      <span className={styles.cents}>{text.cents}</span>
    </span>
  );
}

interface DateTextProps {
  /** A timestamp (ISO 8601) or a day (`YYYY-MM-DD`); `null` is shown as a dash. */
  readonly at: string | null;
  readonly withTime?: boolean;
  /** IANA name; default: the organization's. */
  readonly zone?: string;
}

export function DateText({ at, withTime = false, zone }: DateTextProps) {
  if (at === null) return <span>–</span>;
  return (
    <time dateTime={at} title={relativeDate(at)} className="numbers">
      {formatDate(at, { withTime, zone })}
    </time>
  );
}

/** grey: nothing yet; blue: informed; amber: needs attention; green: good; red: stops; hollow: over. */
export type Tone = "grey" | "blue" | "amber" | "green" | "red" | "hollow";

interface StatusPillProps {
  readonly tone: Tone;
  readonly children: string;
}

export function StatusPill({ tone, children }: StatusPillProps) {
  return (
    <span className={styles.pill} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
