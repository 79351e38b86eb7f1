// Owns what a switch comes to: rows that add up to what is due now, and apart from them the next charge.
import type { ReactNode } from "react";
import type { Plan, previewPlanSwitch } from "#features/subscriptions/contract.ts";
import type { ReplyOf } from "#kit/contract/call.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Money } from "#kit/web/parts/Money.tsx";
import styles from "./SubscriptionPanel.module.css";

interface SwitchSumsProps {
  readonly from: Plan;
  readonly sums: ReplyOf<typeof previewPlanSwitch>;
}

export function SwitchSums({ from, sums }: SwitchSumsProps) {
  const { plan, charge, credit, balanceBefore, balanceAfter, dueNow, nextChargeAt, nextCharge } = sums;
  return (
    <>
      <dl className={styles.sums}>
        <Sum cents={charge}>{plan.name} from today</Sum>
        <Sum cents={-credit}>Less what is unused of {from.name}</Sum>
        {balanceBefore !== 0 && (
          <Sum cents={balanceBefore}>
            {balanceBefore < 0 ? "Less credit from before" : "Not charged yet from before"}
          </Sum>
        )}
        {balanceAfter !== 0 && (
          <Sum cents={-balanceAfter}>{balanceAfter < 0 ? "Left as credit" : "Charged with the next"}</Sum>
        )}
        <Sum isResult cents={dueNow}>
          Due now
        </Sum>
      </dl>
      <dl className={styles.sums}>
        <Sum cents={nextCharge}>
          Next charge on <DateText at={nextChargeAt} />
          {balanceAfter < 0 && (
            <span className={styles.credit}>{formatMoney(-balanceAfter)} of credit is used first</span>
          )}
        </Sum>
      </dl>
    </>
  );
}

interface SumProps {
  readonly cents: number;
  readonly isResult?: boolean;
  readonly children: ReactNode;
}

function Sum({ cents, isResult = false, children }: SumProps) {
  return (
    <div className={isResult ? styles.now : undefined}>
      <dt>{children}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
