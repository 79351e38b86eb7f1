import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { SubscriptionForm, type PricingPeriod, type SubscriptionFormValues } from "#features/billing/contract.ts";
import { schemaResolver } from "#platform/web/form/schema-resolver.ts";
import { useFormDraft } from "#platform/web/form/use-form-draft.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useLazy } from "#platform/web/use-lazy.ts";
import { BillingFields } from "./BillingFields.tsx";
import { CardField, useCard } from "../card/CardField.tsx";
import { CardRefusal } from "../card/card-widget.ts";
import { usePay } from "../data.ts";
import { PayHint } from "./PayHint.tsx";
import styles from "./PaymentForm.module.css";
import { useEarlyInput } from "./use-early-input.ts";
import { useSubscriptionAhead } from "./use-subscription-ahead.ts";

const NAME = "Pay";
/** Loaded before the payment: a missing network may be the reason for the refusal. */
const loadRefusals = () => import("./payment-error-messages.tsx");

interface PaymentFormProps {
  readonly period: PricingPeriod;
  /** A user is filling in the form: load what only the payment needs, wherever the form is on the page. */
  readonly isBegun: boolean;
  readonly defaults: SubscriptionFormValues;
  /** A payment is under way or made, so the order must not change. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onPaid: () => void;
}

export function PaymentForm({ period, isBegun, defaults, onBusy, onPaid }: PaymentFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isLocked = useRef(false); // synchronous: a double click comes before the next render
  const button = useRef<HTMLDivElement>(null);
  const sent = useRef<SubscriptionFormValues>(null);
  const [isBusy, setBusy] = useState(false);
  const early = useEarlyInput(NAME);
  const form = useForm<SubscriptionFormValues>({
    resolver: schemaResolver(SubscriptionForm),
    defaultValues: { ...defaults, ...early },
    mode: "onTouched",
  });
  const card = useCard();
  const payment = usePay();
  const refusals = useLazy(isBegun ? loadRefusals : null);
  const goThere = useSubscriptionAhead();
  useFormDraft(form, NAME, element, isLocked);

  // A disabled field reads as unanswered in any event, so validate it again once it is enabled.
  useEffect(() => {
    if (isBusy || sent.current === null) return;
    form.setValue("termsAndConditions", sent.current.termsAndConditions, { shouldValidate: true });
    sent.current = null;
  }, [isBusy, form]);

  function hold(isHeld: boolean): void {
    isLocked.current = isHeld;
    setBusy(isHeld);
    onBusy(isHeld);
  }

  function send(holder: SubscriptionFormValues): void {
    if (isLocked.current) return;
    payment.reset();
    const widget = card.take();
    if (widget === null) return;
    sent.current = holder;
    hold(true);
    payment.mutate(
      { period, card: widget, holder: { name: holder.name, email: holder.email } },
      {
        onSuccess() {
          onPaid();
          goThere();
        },
        onError(error) {
          if (error instanceof CardRefusal) card.refuse(error);
          hold(false);
        },
      },
    );
  }

  // A disabled element loses the focus.
  useEffect(() => {
    if (payment.isError && document.activeElement === document.body) button.current?.querySelector("button")?.focus();
  }, [payment.isError]);

  const { error, variables } = payment;
  const isTold = error !== null && variables.period === period && !isBusy; // not shown for another order
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        name={NAME}
        className={styles.form}
        noValidate
        aria-busy={isBusy}
        onChange={() => payment.isError && payment.reset()}
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <BillingFields isDisabled={isBusy}>
          <CardField isWanted={isBegun} isDisabled={isBusy} {...card.props} />
        </BillingFields>
        {isTold && !(error instanceof CardRefusal) && (refusals.value ?? refusals.isMissing) && (
          <Alert tone="stop">{refusals.value?.payRefusal(error, variables) ?? explain(error)}</Alert>
        )}
        {payment.isSuccess && (
          <Alert tone="ok" title="Payment received">
            Thank you. Your subscription opens in a moment.
          </Alert>
        )}
        <div ref={button} className={styles.pay}>
          <Button
            type="submit"
            variant="primary"
            size="large"
            leavesFocus
            isBusy={isBusy}
            isDisabled={isBusy || !form.formState.isValid}
          >
            {isBusy ? "Processing..." : NAME}
          </Button>
          <p className={styles.note}>{!isBusy && <PayHint isCardComplete={card.isComplete} />}</p>
        </div>
      </form>
    </FormProvider>
  );
}
