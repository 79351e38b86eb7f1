import type { PricingPeriod } from "#features/billing/contract.ts";
import type { ShownPlan } from "../data.ts";
import styles from "./OrderSummary.module.css";
import { PERIOD_LABELS, priceText } from "../plan-labels.ts";

interface OrderSummaryProps {
  readonly period: PricingPeriod;
  readonly plan: ShownPlan;
}

export function OrderSummary({ period, plan }: OrderSummaryProps) {
  return (
    <dl className={styles.order} aria-live="polite">
      <div>
        <dt>Plan</dt>
        <dd>{plan.name}</dd>
      </div>
      <div>
        <dt>Subscription period</dt>
        <dd data-testid="subscription-period">{PERIOD_LABELS[period].billed}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total today</dt>
        <dd data-testid="total">{plan.price === null ? "–" : priceText(plan.price)}</dd>
      </div>
      <div className={styles.note}>
        <dt className="visually-hidden">Renewal</dt>
        <dd>{PERIOD_LABELS[period].renews}</dd>
      </div>
    </dl>
  );
}
