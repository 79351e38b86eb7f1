import type { Subscription } from "#features/billing/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import type { Standing } from "./api.ts";

interface StandingNoteProps {
  /** `null`: the user may not read the subscription. */
  readonly standing: Standing | null;
  /** Only the card provider's confirmation of a payment is missing. */
  readonly isAwaited: boolean;
}

export function StandingNote({ standing, isAwaited }: StandingNoteProps) {
  if (isAwaited) return <Awaited />;
  if (standing === null) return <NotThePayer />;
  const { subscription, mayPay } = standing;
  return (
    <>
      {subscription?.status === "canceled" && <Ended subscription={subscription} />}
      {subscription?.status === "incomplete" && <Unfinished subscription={subscription} mayPay={mayPay} />}
      {!mayPay && <NotThePayer title="No active subscription" />}
    </>
  );
}

function Awaited() {
  return (
    <Alert tone="info" title="Waiting for the card provider">
      Your payment was confirmed. Your subscription appears here once the card provider confirms it, usually within
      seconds.
    </Alert>
  );
}

function Ended({ subscription: { plan, currentPeriodEnd, updatedAt } }: { readonly subscription: Subscription }) {
  return (
    <Alert tone="info" title={`${plan.name} has ended`}>
      It ended on <DateText at={currentPeriodEnd ?? updatedAt} />. Nothing more is charged.
    </Alert>
  );
}

interface UnfinishedProps {
  readonly subscription: Subscription;
  readonly mayPay: boolean;
}

function Unfinished({ subscription: { plan, createdAt }, mayPay }: UnfinishedProps) {
  return (
    <Alert tone="ask" title="The payment was not finished">
      {plan.name} was chosen on <DateText at={createdAt} />, but the payment hasn't arrived.{" "}
      {mayPay && "Pay below to finish. You're charged once."}
    </Alert>
  );
}

function NotThePayer({ title = "" }: { readonly title?: string }) {
  return (
    <Alert tone="info" title={title}>
      Your role can't pay for this organization. An admin can subscribe on this page.
    </Alert>
  );
}
