// Owns the provider's card field itself. In a chunk of its own: it comes together with the provider's script.
import { CardElement, Elements, useElements } from "@stripe/react-stripe-js";
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent, StripeElements } from "@stripe/stripe-js";
import { useEffect } from "react";
import { asked, CardRefusal, requirePaid, requireSetUp, type CardHolder, type CardWidget } from "./card-widget.ts";
import { useCardLook } from "./use-card-look.ts";

/** What the field says of what is typed in it. */
export interface CardState {
  readonly fault: string | null;
  readonly isComplete: boolean;
  /** What can be known of the text itself, which is another once this is; empty as long as nothing is typed. */
  readonly text: string;
}

interface CardInputProps {
  readonly stripe: Stripe;
  readonly isDisabled: boolean;
  readonly onWidget: (widget: CardWidget | null) => void;
  readonly onState: (state: CardState) => void;
}

export function CardInput(props: CardInputProps) {
  return (
    <Elements stripe={props.stripe}>
      <CardBox {...props} />
    </Elements>
  );
}

function CardBox({ stripe, isDisabled, onWidget, onState }: CardInputProps) {
  const elements = useElements();
  const style = useCardLook();

  useEffect(() => {
    if (elements === null) return;
    onWidget(widgetOf(stripe, elements));
    return () => onWidget(null);
  }, [stripe, elements, onWidget]);

  return <CardElement options={{ style, disabled: isDisabled }} onChange={(event) => onState(stateOf(event))} />;
}

function stateOf({ error, complete, empty, brand, value }: StripeCardElementChangeEvent): CardState {
  return {
    fault: error?.message ?? null,
    isComplete: complete,
    text: empty ? "" : JSON.stringify([complete, brand, value.postalCode]),
  };
}

function widgetOf(stripe: Stripe, elements: StripeElements): CardWidget {
  const typed = ({ name, email }: CardHolder) => ({
    payment_method: { card: cardIn(elements), billing_details: { name, email } },
  });
  return {
    async confirmPayment(clientSecret, holder) {
      requirePaid(await asked(() => stripe.confirmCardPayment(clientSecret, typed(holder))));
    },
    async confirmSetup(clientSecret, holder) {
      return requireSetUp(await asked(() => stripe.confirmCardSetup(clientSecret, typed(holder))));
    },
    async confirmOwed(clientSecret) {
      requirePaid(await asked(() => stripe.confirmCardPayment(clientSecret)));
    },
  };
}

function cardIn(elements: StripeElements): StripeCardElement {
  const card = elements.getElement(CardElement);
  if (card === null) throw new CardRefusal("The card field is gone. Reload the page, then try again.");
  return card;
}
