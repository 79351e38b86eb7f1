import { moneyText } from "#platform/money/money.ts";
import styles from "./Money.module.css";

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
