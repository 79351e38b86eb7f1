// Owns the form that pays: who, by which card, under which terms; and what becomes of each try.
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { SubscriptionForm, type PricingPeriod, type SubscriptionFormValues } from "#features/subscriptions/contract.ts";
import { schemaResolver } from "#kit/web/form/schema-resolver.ts";
import { useKeptWords } from "#kit/web/form/use-kept-words.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useOnDemand } from "#kit/web/use-on-demand.ts";
import { BillingFields } from "./BillingFields.tsx";
import { CardField, useCard } from "../card/CardField.tsx";
import { CardRefusal } from "../card/card-widget.ts";
import { usePay } from "../data.ts";
import { PayHint } from "./PayHint.tsx";
import styles from "./PaymentForm.module.css";
import { useEarlyWords } from "./use-early-words.ts";
import { useSubscriptionAhead } from "./use-subscription-ahead.ts";

const NAME = "Pay";
/** Wanted before anybody pays: what is refused may be refused for want of a network. */
const loadRefusals = () => import("./pay-refusal.tsx");

interface PaymentFormProps {
  readonly period: PricingPeriod;
  /** Somebody fills it in: what is wanted only then is loaded, wherever it stands. */
  readonly isBegun: boolean;
  readonly defaults: SubscriptionFormValues;
  /** A payment is under way, or made: nothing of the order is changed. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onPaid: () => void;
}

export function PaymentForm({ period, isBegun, defaults, onBusy, onPaid }: PaymentFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isLocked = useRef(false); // at once: a double click comes before anything is drawn anew
  const button = useRef<HTMLDivElement>(null);
  const sent = useRef<SubscriptionFormValues>(null);
  const [isBusy, setBusy] = useState(false);
  const early = useEarlyWords(NAME);
  const form = useForm<SubscriptionFormValues>({
    resolver: schemaResolver(SubscriptionForm),
    defaultValues: { ...defaults, ...early },
    mode: "onTouched",
  });
  const card = useCard();
  const payment = usePay();
  const refusals = useOnDemand(isBegun ? loadRefusals : null);
  const goThere = useSubscriptionAhead();
  useKeptWords(form, NAME, element, isLocked);

  // What is switched off reads as unanswered, by whatever event it is read then; so it is said again once it is on.
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

  // What has the focus loses it while it is switched off.
  useEffect(() => {
    if (payment.isError && document.activeElement === document.body) button.current?.querySelector("button")?.focus();
  }, [payment.isError]);

  const { error, variables } = payment;
  const isTold = error !== null && variables.period === period && !isBusy; // of another order it says nothing
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
