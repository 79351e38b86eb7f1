import { Link } from "@tanstack/react-router";
import { formatMoney } from "#platform/money/money.ts";
import { setsSpendCap, SPEND_WARNING_PERCENT, type CurrentPeriod } from "#features/billing/contract.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import { FREE_REFRESH_DAYS } from "#features/billing/rules/report-prices.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import styles from "./Billing.module.css";

interface PeriodAnswerProps {
  readonly period: CurrentPeriod;
}

export function PeriodAnswer({ period }: PeriodAnswerProps) {
  const { amount, periodEnd, timeZone, prices, drift } = period;
  return (
    <>
      {drift && (
        <Alert tone="stop" title="Our figures and the card provider's don't match">
          We have {formatMoney(drift.ours)}, the provider has {formatMoney(drift.theirs)}. They have differed since{" "}
          <DateText at={drift.since} withTime zone={timeZone} /> and were compared last on{" "}
          <DateText at={drift.checkedAt} withTime zone={timeZone} />. You won't be charged more because of it. Please
          contact support.
        </Alert>
      )}
      <div className={styles.answer}>
        <p className={styles.figure}>
          <span className={styles.label}>So far this month</span>
          <strong>
            <Money cents={amount} />
          </strong>
          <span className={styles.soft}>
            Closes on <DateText at={periodEnd} zone={timeZone} />
          </span>
        </p>
        <Cap period={period} />
        <dl className={styles.prices}>
          <div>
            <dt>Asset report</dt>
            <dd>
              <Money cents={prices.asset_report} />
            </dd>
          </div>
          <div>
            <dt>Again within {FREE_REFRESH_DAYS} days</dt>
            <dd>Free</dd>
          </div>
          <div>
            <dt>Again later</dt>
            <dd>
              <Money cents={prices.report_refresh} />
            </dd>
          </div>
          <div>
            <dt>A report that fails</dt>
            <dd>Free</dd>
          </div>
        </dl>
      </div>
    </>
  );
}

/** What remains of the cap, and whether another report fits. */
function leftWords(left: number, price: number): string {
  if (left === 0) return "Reached: only free reports can be generated.";
  if (left < price) return `${formatMoney(left)} left, not enough for another report at ${formatMoney(price)}.`;
  return `${formatMoney(left)} left for reports this month.`;
}

/** The same levels as in the warning emails. */
function toneOf(used: number): "ask" | "stop" | undefined {
  if (used >= 1) return "stop";
  return used * 100 >= SPEND_WARNING_PERCENT ? "ask" : undefined;
}

function Cap({ period: { spendCap, spent, prices } }: PeriodAnswerProps) {
  const role = useMembership()?.role.name;
  if (spendCap === null)
    return (
      <p className={styles.figure}>
        <span className={styles.label}>Spend cap</span>
        <strong>None</strong>
        {setsSpendCap(role) && (
          <span className={styles.soft}>
            <Link to="/admin/organization">Set one under Organization</Link>
          </span>
        )}
      </p>
    );
  const left = Math.max(0, spendCap - spent);
  const used = spendCap === 0 ? 1 : Math.min(1, spent / spendCap);
  return (
    <div className={styles.figure}>
      <span className={styles.label}>Spend cap</span>
      <strong>
        <Money cents={spent} /> of <Money cents={spendCap} />
      </strong>
      <ProgressBar label="Spend cap used" value={used} tone={toneOf(used)} />
      <span className={styles.soft}>{leftWords(left, prices.asset_report)}</span>
    </div>
  );
}
