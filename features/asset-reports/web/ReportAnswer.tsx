// Owns the first thing a report says: how much, whose, as of when, and how long that is good.
import type { Reading } from "#features/asset-reports/contract.ts";
import { formatDate } from "#kit/web/dates.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { counted, listed, typeWords } from "./account-words.ts";
import { freshnessOf } from "./freshness.ts";
import styles from "./ReportAnswer.module.css";
import { accountsOf, ownersOf, totalsOf, type Total } from "./totals.ts";

interface ReportAnswerProps {
  readonly reading: Reading;
  readonly asOf: string;
  readonly expiresOn: string;
}

export function ReportAnswer({ reading, asOf, expiresOn }: ReportAnswerProps) {
  const accounts = accountsOf(reading);
  const owners = ownersOf(accounts);
  const freshness = freshnessOf(expiresOn);
  const banks = reading.items.map(({ institutionName }) => institutionName);
  return (
    <section className={styles.answer} aria-label="Summary">
      <div className={styles.top}>
        <p>
          {owners.length === 0
            ? "The bank names no owner of"
            : `${listed(owners)} ${owners.length === 1 ? "holds" : "hold"}`}{" "}
          {counted(accounts.length, "account")} at {listed(banks)}, as of {formatDate(asOf)}.
        </p>
        <StatusPill tone={freshness.tone}>{freshness.words}</StatusPill>
      </div>
      <dl className={styles.totals}>
        {totalsOf(reading).map((total) => (
          <Sum key={`${total.type} ${total.currency}`} total={total} />
        ))}
      </dl>
    </section>
  );
}

function Sum({ total: { type, currency, accounts, cents, untold } }: { readonly total: Total }) {
  const known = untold === accounts ? null : cents;
  return (
    <div>
      <dt>{typeWords(type)}</dt>
      <dd className={styles.sum}>
        <Money cents={known} currency={currency} />
      </dd>
      <dd className={styles.count}>
        {counted(accounts, "account")}
        {untold > 0 && `, ${untold} without a balance`}
      </dd>
    </div>
  );
}
