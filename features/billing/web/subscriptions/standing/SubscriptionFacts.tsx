import { creditOf, nextChargeOf, type Subscription } from "#features/billing/contract.ts";
import { formatMoney } from "#platform/web/format/money.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
import { brandText } from "../plan-labels.ts";
import styles from "./SubscriptionPanel.module.css";

interface SubscriptionFactsProps {
  readonly subscription: Subscription;
}

export function SubscriptionFacts({ subscription }: SubscriptionFactsProps) {
  const { currentPeriodStart, currentPeriodEnd, cardBrand, cardLast4, owed } = subscription;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Current period</dt>
        <dd>
          <DateText at={currentPeriodStart} /> to <DateText at={currentPeriodEnd} />
        </dd>
      </div>
      <div>
        <dt>{owed === null ? "Next charge" : "Owed"}</dt>
        <dd>{owed === null ? <NextCharge subscription={subscription} /> : <Money cents={owed.amount} />}</dd>
      </div>
      <div>
        <dt>Card</dt>
        <dd className="numbers">{cardLast4 === null ? "–" : `${brandText(cardBrand)} ending in ${cardLast4}`}</dd>
      </div>
    </dl>
  );
}

function NextCharge({ subscription }: SubscriptionFactsProps) {
  const { cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (cancelAtPeriodEnd || currentPeriodEnd === null) return "None";
  return (
    <>
      <Money cents={nextChargeOf(subscription)} /> on <DateText at={currentPeriodEnd} />
      {creditOf(subscription) > 0 && (
        <span className={styles.credit}>{formatMoney(creditOf(subscription))} of credit is used first</span>
      )}
    </>
  );
}
