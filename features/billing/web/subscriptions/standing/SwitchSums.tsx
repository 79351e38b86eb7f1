import type { ReactNode } from "react";
import type { Plan, previewPlanSwitch } from "#features/billing/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { formatMoney } from "#platform/web/format/money.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
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
