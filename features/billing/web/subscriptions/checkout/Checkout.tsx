import { useId, useState } from "react";
import { useUser } from "#features/auth/web/session/session.ts";
import { pricesWords } from "#features/billing/web/report-prices/price-labels.ts";
import type { PricingPeriod } from "#features/billing/contract.ts";
import { useShownPlans, type ShownPlan } from "../data.ts";
import { PERIOD_LABELS, priceText } from "../plan-labels.ts";
import { FIRST_PERIOD, useCarriedPeriod } from "./carried-period.ts";
import { DemoCard } from "./DemoCard.tsx";
import { PaymentForm } from "./PaymentForm.tsx";
import { PlanCards } from "./PlanCards.tsx";
import styles from "./Checkout.module.css";

interface CheckoutProps {
  /** The period of a payment that was begun and not finished. */
  readonly initialPeriod?: PricingPeriod | undefined;
  /** The payment has begun: from now on the form stays, whatever the server reports about the subscription. */
  readonly onBegin: () => void;
  /** The payment was confirmed. */
  readonly onPaid: () => void;
}

export function Checkout({ initialPeriod = FIRST_PERIOD, onBegin, onPaid }: CheckoutProps) {
  const id = useId();
  const user = useUser();
  const planOf = useShownPlans();
  const [chosen, setChosen] = useState<PricingPeriod>();
  const carried = useCarriedPeriod();
  const period = chosen ?? carried ?? initialPeriod;
  const [isBusy, setBusy] = useState(false);
  const [isTouched, setTouched] = useState(false);

  function follow(isPaying: boolean): void {
    if (isPaying) onBegin();
    setBusy(isPaying);
  }

  return (
    <section aria-labelledby={id} className={styles.checkout} onFocus={() => setTouched(true)}>
      <header className={styles.header}>
        <p className={styles.example}>Example</p>
        <h2 id={id}>Example Subscription Form</h2>
        <p className={styles.lead}>One plan for the basic forms, paid by the month or by the year.</p>
      </header>
      <div className={styles.grid}>
        <div className={styles.plans}>
          <PlanCards selected={period} planOf={planOf} isDisabled={isBusy} onSelect={setChosen} />
          <p className={styles.byUse}>{pricesWords()}</p>
        </div>
        <div className={styles.beside}>
          <OrderSummary period={period} plan={planOf(period)} />
          <DemoCard />
        </div>
        <div className={styles.form}>
          <PaymentForm
            period={period}
            isBegun={isTouched}
            defaults={{
              name: user === null ? "" : `${user.firstName} ${user.lastName}`.trim(),
              email: user?.email ?? "",
              termsAndConditions: false,
            }}
            onBusy={follow}
            onPaid={onPaid}
          />
        </div>
      </div>
    </section>
  );
}

interface OrderSummaryProps {
  readonly period: PricingPeriod;
  readonly plan: ShownPlan;
}

function OrderSummary({ period, plan }: OrderSummaryProps) {
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
