// Owns the first thing a report says: the answer, how long it is good, and below it how much, whose, as of when.
import type { ReactNode } from "react";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { listed } from "#features/borrowers/labels.ts";
import { counted, typeWords } from "#features/underwriting/labels.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { accountsOf, ownersOf, totalsOf, type Total } from "../accounts/totals.ts";
import { FreshnessClock } from "./FreshnessClock.tsx";
import styles from "./ReportAnswer.module.css";

interface ReportAnswerProps {
  readonly parsedReport: ParsedReport;
  readonly asOf: string;
  readonly expiresOn: string;
  /** The answer itself. */
  readonly children: ReactNode;
}

export function ReportAnswer({ parsedReport, asOf, expiresOn, children }: ReportAnswerProps) {
  const accounts = accountsOf(parsedReport);
  const owners = ownersOf(accounts);
  const banks = parsedReport.items.map(({ institutionName }) => institutionName);
  return (
    <section className={styles.answer} aria-label="Summary">
      <div className={styles.top}>
        {children}
        <FreshnessClock asOf={asOf} expiresOn={expiresOn} />
      </div>
      <div className={styles.below}>
        <p>
          {owners.length === 0
            ? "The bank gave no owner of"
            : `${listed(owners)} ${owners.length === 1 ? "holds" : "hold"}`}{" "}
          {counted(accounts.length, "account")} at {listed(banks)}, as of {formatDate(asOf)}.
        </p>
        <dl className={styles.totals}>
          {totalsOf(parsedReport).map((total) => (
            <Sum key={`${total.type} ${total.currency}`} total={total} />
          ))}
        </dl>
      </div>
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
      {untold > 0 && <dd className={styles.count}>{untold} without a balance</dd>}
    </div>
  );
}
