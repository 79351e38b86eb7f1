import { useEffect, type ReactNode } from "react";
import { MESSAGES } from "#features/billing/messages.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Plan, previewPlanSwitch } from "#features/billing/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import type { ReplyOf } from "#platform/contract/call.ts";
import { DateText, Money } from "#platform/web/parts/Values.tsx";
import { usePreviewSwitch, useSwitchPlan } from "./changes.ts";
import styles from "./SubscriptionPanel.module.css";

interface SwitchPlanProps {
  readonly from: Plan;
  readonly to: Plan;
  readonly onClose: () => void;
}

export function SwitchPlan({ from, to, onClose }: SwitchPlanProps) {
  const preview = usePreviewSwitch();
  const change = useSwitchPlan();
  const { mutate: look } = preview;
  useEffect(() => look({ planID: to.id }), [look, to.id]);
  const error = change.error ?? preview.error;
  const shown = preview.data;

  function confirmSwitch(): void {
    if (!shown) return;
    change.mutate(
      { planID: to.id, prorationDate: shown.prorationDate },
      {
        onSuccess: onClose,
        // The server repeats the answer to a declined switch until the figures are new.
        onError: (refused) => ["STALE", "CARD_DECLINED"].includes(codeOf(refused) ?? "") && look({ planID: to.id }),
      },
    );
  }

  return (
    <Dialog
      title={`Switch to ${to.pricingPeriod}?`}
      text={`${to.name} starts now. You're credited for the rest of the current period.`}
      onClose={onClose}
    >
      <div className={styles.answer}>
        {error !== null && <Alert tone="stop">{explain(error, MESSAGES.switchPlan)}</Alert>}
        {shown ? <SwitchSums from={from} sums={shown} /> : preview.error === null && <Skeleton lines={3} />}
      </div>
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isBusy={change.isPending}
          disabledReason={shown ? undefined : "The cost isn't known yet."}
          onClick={confirmSwitch}
        >
          Confirm
        </Button>
      </div>
    </Dialog>
  );
}

interface SwitchSumsProps {
  readonly from: Plan;
  readonly sums: ReplyOf<typeof previewPlanSwitch>;
}

function SwitchSums({ from, sums }: SwitchSumsProps) {
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
