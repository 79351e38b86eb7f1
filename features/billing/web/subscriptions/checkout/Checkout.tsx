import { useId, useState } from "react";
import { useUser } from "#features/auth/web/session/session.ts";
import { pricesWords } from "#features/billing/web/report-prices/report-price.ts";
import { PRICING_PERIODS, type PricingPeriod, YEARLY_SAVES_PERCENT } from "#features/billing/contract.ts";
import { type ShownPlan, useShownPlans } from "../api.ts";
import { PERIOD_LABELS, priceText } from "../plan-labels.ts";
import { FIRST_PERIOD, useCarriedPeriod } from "./carried-period.ts";
import { PaymentForm } from "./PaymentForm.tsx";
import styles from "./Checkout.module.css";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import Check from "lucide-react/icons/check";

const DETAILS = [
  { name: "Card number", value: "4242 4242 4242 4242" },
  { name: "Expiry", value: "12/34" },
  { name: "Security code", value: "123" },
  { name: "Zip", value: "10001" },
] as const;

function DemoCard() {
  return (
    <div className={styles.demo} data-testid="demo-card">
      <h3>Demo card</h3>
      <p className={styles.demoCardLead}>This is a demo checkout. Use this test card. No real charge is made.</p>
      <dl className={styles.details}>
        {DETAILS.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.value}>{value}</span>
              <CopyButton isIcon name={name} text={value.replaceAll(" ", "")} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const FEATURES: Record<PricingPeriod, readonly string[]> = {
  monthly: ["All basic forms", "Unlimited borrowers", "Cancel anytime"],
  yearly: ["All basic forms", "Unlimited borrowers", "Billed once a year"],
};

interface PlanCardsProps {
  readonly selected: PricingPeriod;
  readonly planOf: (period: PricingPeriod) => ShownPlan;
  /** Nothing can be selected while a payment is under way. */
  readonly isDisabled: boolean;
  readonly onSelect: (period: PricingPeriod) => void;
}

function PlanCards({ selected, planOf, isDisabled, onSelect }: PlanCardsProps) {
  const toggle = () => {
    if (!isDisabled) onSelect(otherThan(selected));
  };
  return (
    <div role="group" aria-label="Plan" className={styles.cards}>
      {PRICING_PERIODS.map((period) => {
        const { name, price } = planOf(period);
        return (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button within is what keys and screen readers use; its click arrives here as well
          <div
            key={period}
            className={styles.card}
            data-testid={`plan-card-${period}`}
            data-selected={period === selected}
            onClick={toggle}
          >
            <div className={styles.top}>
              <button type="button" className={styles.name} aria-pressed={period === selected} disabled={isDisabled}>
                <span className={styles.mark} aria-hidden="true">
                  {period === selected && <Check />}
                </span>
                {name}
              </button>
              {period === "yearly" && <span className={styles.badge}>Save {YEARLY_SAVES_PERCENT}%</span>}
            </div>
            <p className={styles.price}>
              {price === null ? (
                <span className={styles.per}>Not available now</span>
              ) : (
                <>
                  {priceText(price)} <span className={styles.per}>{PERIOD_LABELS[period].per}</span>
                </>
              )}
            </p>
            <ul role="list" className={styles.features}>
              {FEATURES[period].map((feature) => (
                <li key={feature}>
                  <Check aria-hidden="true" />
                  {feature}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

function otherThan(period: PricingPeriod): PricingPeriod {
  return period === "monthly" ? "yearly" : "monthly";
}

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
        <p className={styles.lead}>One plan. Pay monthly or yearly.</p>
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
