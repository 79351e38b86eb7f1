import { useState } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { creditOf, nextChargeOf, type Subscription } from "#features/billing/contract.ts";
import { confirm } from "#platform/web/confirm.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, Money, StatusPill } from "#platform/web/parts/Values.tsx";
import { MESSAGES } from "#features/billing/messages.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { type Standing, useOtherPlan } from "../api.ts";
import { brandText, PERIOD_LABELS, priceText, STATUS_LABELS } from "../plan-labels.ts";
import { useCancelSubscription, useResumeSubscription, useUpdateCard } from "./changes.ts";
import { SwitchPlan } from "./SwitchPlan.tsx";
import styles from "./SubscriptionPanel.module.css";
import { CardField, useCard } from "../card/CardField.tsx";
import { CardRefusal } from "../card/card-widget.ts";

interface SubscriptionPanelProps {
  readonly standing: Standing;
  /** It was paid just now. */
  readonly isNew: boolean;
}

export function SubscriptionPanel({ standing: { subscription, mayPay, mayCancel }, isNew }: SubscriptionPanelProps) {
  const [open, setOpen] = useState<"switch" | "card" | null>(null);
  const cancel = useCancelSubscription();
  const resume = useResumeSubscription();
  const other = useOtherPlan(subscription?.plan.pricingPeriod ?? "monthly");
  if (subscription === null) return null; // the panel is only shown for a running subscription
  const { plan, status, cancelAtPeriodEnd } = subscription;
  const { tone, word } = STATUS_LABELS[status];
  const error = cancel.error ?? resume.error;
  const close = () => setOpen(null);

  async function askToCancel(): Promise<void> {
    const isSure = await confirm({
      title: "Cancel the subscription?",
      text: `${endText(subscription, "Your plan stays until")} and you won't be charged again. You can undo this until then.${creditText(subscription)}`,
      cancel: "Keep it",
      tone: "danger",
    });
    if (isSure) cancel.mutate({});
  }

  return (
    <div className={styles.panel}>
      {isNew && !cancelAtPeriodEnd && status === "active" && (
        <Alert tone="ok" title="Your subscription is active">
          The payment went through and is included in this month’s charges.
        </Alert>
      )}
      {error !== null && <Alert tone="stop">{explain(error)}</Alert>}
      <OwedAlert subscription={subscription} mayPay={mayPay} onUpdate={() => setOpen("card")} />
      {cancelAtPeriodEnd && (
        <Alert
          tone="info"
          title={`${endText(subscription, "Your plan ends on")}.`}
          action={
            mayPay && (
              <Button size="small" isBusy={resume.isPending} onClick={() => resume.mutate({})}>
                Keep subscription
              </Button>
            )
          }
        >
          You won't be charged for it again.
        </Alert>
      )}
      <div className={styles.card}>
        <div className={styles.top}>
          <h2>{plan.name}</h2>
          <StatusPill tone={tone}>{word}</StatusPill>
          <p className={styles.price}>
            {priceText(plan.price)} <span>{PERIOD_LABELS[plan.pricingPeriod].per}</span>
          </p>
        </div>
        <SubscriptionFacts subscription={subscription} />
        <div className={styles.acts}>
          {mayPay && other && !cancelAtPeriodEnd && subscription.owed === null && (
            <Button onClick={() => setOpen("switch")}>Switch to {other.pricingPeriod}</Button>
          )}
          {mayPay && <Button onClick={() => setOpen("card")}>Update card</Button>}
          {mayCancel && !cancelAtPeriodEnd && (
            <Button variant="quiet" isBusy={cancel.isPending} onClick={() => void askToCancel()}>
              Cancel subscription
            </Button>
          )}
        </div>
        {!mayPay && <p className={styles.note}>Your role is read-only here. An admin manages payment.</p>}
      </div>
      {open === "switch" && other && <SwitchPlan from={plan} to={other} onClose={close} />}
      {open === "card" && <UpdateCard owed={subscription.owed?.amount ?? 0} onClose={close} />}
    </div>
  );
}

interface OwedAlertProps {
  readonly subscription: Subscription;
  readonly mayPay: boolean;
  readonly onUpdate: () => void;
}

function OwedAlert({ subscription: { owed, status }, mayPay, onUpdate }: OwedAlertProps) {
  if (owed === null || status === "active") return null;
  const failed = owed.failedAt === null ? "" : ` on ${formatDate(owed.failedAt)}`;
  return (
    <Alert
      tone="stop"
      title={`A charge of ${formatMoney(owed.amount)} failed${failed}`}
      action={
        mayPay && (
          <Button size="small" onClick={onUpdate}>
            Use another card
          </Button>
        )
      }
    >
      {mayPay
        ? "Update the card: what is owed is charged to it at once, and the plan goes on."
        : "Ask an admin to update the card. The plan continues once it's paid."}
    </Alert>
  );
}

/** The provider does not pay out a balance, but deducts it from the next invoice. */
function creditText(subscription: Subscription | null): string {
  const credit = subscription === null ? 0 : creditOf(subscription);
  if (credit === 0) return "";
  return ` Your credit of ${formatMoney(credit)} isn't paid out. It's used first for later charges.`;
}

function endText(subscription: Subscription | null, words: string): string {
  const end = subscription?.currentPeriodEnd;
  return end ? `${words} ${formatDate(end)}` : `${words} the end of the paid period`;
}

interface SubscriptionFactsProps {
  readonly subscription: Subscription;
}

function SubscriptionFacts({ subscription }: SubscriptionFactsProps) {
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

// On the page, not in a dialog: the bank's own challenge has to appear on top.

interface UpdateCardProps {
  /** Cents that are charged to the card when it is saved; 0: nothing. */
  readonly owed: number;
  readonly onClose: () => void;
}

export function UpdateCard({ owed, onClose }: UpdateCardProps) {
  const user = useUser();
  const card = useCard();
  const update = useUpdateCard();
  const [isBusy, setBusy] = useState(false);
  if (user === null) return null; // on the way to the sign-in page
  const holder = { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email };

  function save(): void {
    const widget = card.take();
    if (widget === null || isBusy) return;
    setBusy(true);
    update.mutate(
      { card: widget, holder },
      {
        onSuccess({ isSettled }) {
          const isPaid = owed > 0 && isSettled;
          const words = isPaid ? `${formatMoney(owed)} was charged to the new card.` : "It will be used from now on.";
          showToast("Card updated", words, { autohide: true });
          onClose();
        },
        onError(error) {
          if (error instanceof CardRefusal) card.refuse(error);
        },
        onSettled: () => setBusy(false),
      },
    );
  }

  return (
    <Section title="Update card">
      <div className={styles.update}>
        <CardField isWanted isDisabled={isBusy} {...card.props} />
        {update.error !== null && !(update.error instanceof CardRefusal) && !isBusy && (
          <Alert tone="stop">{explain(update.error, MESSAGES.updateCard)}</Alert>
        )}
        <div className={styles.buttons}>
          <Button variant="primary" isBusy={isBusy} onClick={save}>
            Save card
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Section>
  );
}
