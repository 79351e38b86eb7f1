import type { ReactNode } from "react";
import { formatList, formatCount } from "#platform/text/text.ts";
import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { typeWords } from "#features/underwriting/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Money } from "#platform/web/parts/Money.tsx";
import { daysBetween, freshnessOf } from "#features/borrowers/web/freshness.ts";
import { accountsOf, ownersOf, totalsOf, type Total } from "../accounts/totals.ts";
import styles from "./ReportAnswer.module.css";

interface ReportAnswerProps {
  readonly parsedReport: ParsedReport;
  /** Accounts that two sign-ins show; each is added once. */
  readonly seenTwice: Figures["seenTwice"];
  readonly asOf: string;
  /** The last day on which the data is young enough; `null`: no account counts. */
  readonly validThrough: string | null;
  /** The answer itself. */
  readonly children: ReactNode;
}

export function ReportAnswer({ parsedReport, seenTwice, asOf, validThrough, children }: ReportAnswerProps) {
  const accounts = accountsOf(parsedReport);
  const owners = ownersOf(accounts);
  const banks = parsedReport.items.map(({ institutionName }) => institutionName);
  return (
    <section className={styles.answer} aria-label="Summary">
      <div className={styles.top}>
        {children}
        {validThrough !== null && <FreshnessClock asOf={asOf} expiresOn={validThrough} />}
      </div>
      <div className={styles.below}>
        <p>
          {owners.length === 0
            ? "The bank doesn't name an owner of"
            : `${formatList(owners)} ${owners.length === 1 ? "holds" : "hold"}`}{" "}
          {formatCount(accounts.length, "account")} at {formatList(banks)}, as of {formatDate(asOf)}.
        </p>
        <dl className={styles.totals}>
          {totalsOf(parsedReport, seenTwice).map((total) => (
            <Sum key={`${total.type} ${total.currency}`} total={total} />
          ))}
        </dl>
      </div>
    </section>
  );
}

function Sum({ total: { type, currency, accounts, cents, withoutBalance } }: { readonly total: Total }) {
  const known = withoutBalance === accounts ? null : cents;
  return (
    <div>
      <dt>{typeWords(type)}</dt>
      <dd className={styles.sum}>
        <Money cents={known} currency={currency} />
      </dd>
      {withoutBalance > 0 && <dd className={styles.count}>{withoutBalance} without a balance</dd>}
    </div>
  );
}

interface FreshnessClockProps {
  readonly asOf: string;
  readonly expiresOn: string;
}

function FreshnessClock({ asOf, expiresOn }: FreshnessClockProps) {
  const { tone, words, daysLeft } = freshnessOf(expiresOn);
  const whole = daysBetween(Date.parse(asOf), Date.parse(expiresOn)) || 1;
  const percent = Math.min(100, Math.max(0, (daysLeft / whole) * 100));
  return (
    <p className={styles.clock} data-tone={tone}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx={10} cy={10} r={8} className={styles.face} />
        <circle cx={10} cy={10} r={8} pathLength={100} strokeDasharray={`${percent} 100`} className={styles.left} />
      </svg>
      {words}
    </p>
  );
}
