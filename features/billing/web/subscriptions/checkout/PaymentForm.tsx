import { useEffect, useRef, useState, type ReactNode } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useHydrated, useNavigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { SubscriptionForm, type PricingPeriod, type SubscriptionFormValues } from "#features/billing/contract.ts";
import { schemaResolver } from "#platform/web/form/schema-resolver.ts";
import { useFormDraft } from "#platform/web/form/use-form-draft.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useLazy } from "#platform/web/use-lazy.ts";
import { CardField, useCard } from "../card/CardField.tsx";
import { CardRefusal } from "../card/card-widget.ts";
import { usePay } from "../api.ts";
import { rememberPayment } from "../paid-just-now.ts";
import { Checkbox } from "#platform/web/form/ChoiceGroup.tsx";
import styles from "./Checkout.module.css";
import { TextField } from "#platform/web/form/TextField.tsx";

const TERMS_ERROR = "You must accept the terms & conditions.";

interface BillingFieldsProps {
  readonly isDisabled?: boolean;
  /** Filled in before the terms are accepted: the card. */
  readonly children?: ReactNode;
}

export function BillingFields({ isDisabled = false, children }: BillingFieldsProps) {
  return (
    <>
      <TextField name="name" label="Name" autoComplete="name" isDisabled={isDisabled} />
      <TextField name="email" label="Email" type="email" autoComplete="email" isDisabled={isDisabled} />
      {children}
      <Checkbox
        name="termsAndConditions"
        errorTexts={{ INVALID_VALUE: TERMS_ERROR, REQUIRED: TERMS_ERROR }}
        isDisabled={isDisabled}
      >
        I accept the{" "}
        <a href="/terms-and-conditions" target="_blank" rel="noopener">
          terms & conditions
        </a>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Checkbox>
    </>
  );
}

const AHEAD = "/account/billing/subscription";
const WAIT_MS = 5_000;

/** A user who leaves earlier stays where they went. */
function useSubscriptionAhead(): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function go(): Promise<void> {
    const isThere = window.location.pathname === AHEAD;
    await navigate({ to: AHEAD, replace: isThere });
    if (isThere) window.location.reload();
  }

  return () => {
    rememberPayment();
    timer.current = setTimeout(() => void go(), WAIT_MS);
  };
}

const NAME = "Pay";
/** Loaded before the payment: a missing network may be the reason for the refusal. */
const loadRefusals = () => import("./PaymentRefusal.tsx");

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
        className={styles.paymentForm}
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
            Thank you. Your subscription opens in a few seconds.
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
          <p className={styles.paymentNote}>
            {isBusy ? (
              !payment.isSuccess && "We're confirming your payment. Keep this page open."
            ) : (
              <PayHint isCardComplete={card.isComplete} />
            )}
          </p>
        </div>
      </form>
    </FormProvider>
  );
}

type Early = Record<string, string | boolean>;

/** @param name of the form; read once, before the form is taken over */
function useEarlyInput(name: string): Early {
  const [early] = useState(() => wordsIn(name));
  return early;
}

function wordsIn(name: string): Early {
  const form = typeof document === "undefined" ? null : document.forms.namedItem(name);
  const words: Early = {};
  for (const field of form?.querySelectorAll("input") ?? []) {
    if (field.type === "checkbox" && field.checked) words[field.name] = true;
    else if (field.type !== "checkbox" && field.value !== "") words[field.name] = field.value;
  }
  return words;
}

interface PayHintProps {
  readonly isCardComplete: boolean;
}

/** Within the form. */
function PayHint({ isCardComplete }: PayHintProps) {
  const values = useWatch<SubscriptionFormValues>();
  const isLive = useHydrated(); // The prerendered page does not know what was typed before.
  return hintFor(isLive ? values : {}, isCardComplete);
}

function hintFor(values: Partial<SubscriptionFormValues>, isCardComplete: boolean): string {
  const { error } = z.safeParse(SubscriptionForm, values);
  const missing = new Set(error?.issues.map(({ path }) => path[0]));
  if (!isCardComplete) missing.add("card");
  const things = ["name", "email", "card"].filter((thing) => missing.has(thing));
  const acts = [
    ...(things.length > 0 ? [`enter your ${listed(things)}`] : []),
    ...(missing.has("termsAndConditions") ? ["accept the terms"] : []),
  ];
  if (acts.length === 0) return "";
  const words = acts.join(things.length > 1 ? ", and " : " and ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, then pay.`;
}

function listed(things: readonly string[]): string {
  return things.length < 2 ? things.join() : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}
