import { Check } from "lucide-react";
import { PRICING_PERIODS, YEARLY_SAVES_PERCENT, type PricingPeriod } from "#features/billing/contract.ts";
import type { ShownPlan } from "../data.ts";
import styles from "./PlanCards.module.css";
import { PERIOD_LABELS, priceText } from "../plan-labels.ts";

const FEATURES: Record<PricingPeriod, readonly string[]> = {
  monthly: ["Every basic form", "Unlimited borrowers", "Cancel at the end of any month"],
  yearly: ["Every basic form", "Unlimited borrowers", "One payment for twelve months"],
};

interface PlanCardsProps {
  readonly selected: PricingPeriod;
  readonly planOf: (period: PricingPeriod) => ShownPlan;
  /** Nothing can be selected while a payment is under way. */
  readonly isDisabled: boolean;
  readonly onSelect: (period: PricingPeriod) => void;
}

export function PlanCards({ selected, planOf, isDisabled, onSelect }: PlanCardsProps) {
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
