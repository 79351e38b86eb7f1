// In its own chunk: it loads in parallel with the provider's script.
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from "@stripe/stripe-js";
import { useEffect, useEffectEvent, useRef } from "react";
import { asked, requirePaid, requireSetUp, type CardHolder, type CardWidget } from "./card-widget.ts";
import { useCardLook } from "./use-card-look.ts";

/** What the field reports about its input. */
export interface CardState {
  readonly fault: string | null;
  readonly isComplete: boolean;
  /** Everything known about the text itself: it changes when the text changes, and is empty until the user types. */
  readonly text: string;
}

interface CardInputProps {
  readonly stripe: Stripe;
  readonly isDisabled: boolean;
  readonly onWidget: (widget: CardWidget | null) => void;
  readonly onState: (state: CardState) => void;
}

export function CardInput({ stripe, isDisabled, onWidget, onState }: CardInputProps) {
  const place = useRef<HTMLDivElement>(null);
  const card = useRef<StripeCardElement>(null);
  const style = useCardLook();
  const optionsNow = useEffectEvent(() => ({ style, disabled: isDisabled }));
  const tell = useEffectEvent((event: StripeCardElementChangeEvent) => onState(stateOf(event)));

  useEffect(() => {
    if (place.current === null) return;
    const made = stripe.elements().create("card", optionsNow());
    made.on("change", (event) => tell(event));
    made.mount(place.current);
    card.current = made;
    onWidget(widgetOf(stripe, made));
    return () => {
      onWidget(null);
      card.current = null;
      made.destroy();
    };
  }, [stripe, onWidget]);

  useEffect(() => {
    card.current?.update({ style, disabled: isDisabled });
  }, [style, isDisabled]);

  return <div ref={place} />;
}

function stateOf({ error, complete, empty, brand, value }: StripeCardElementChangeEvent): CardState {
  return {
    fault: error?.message ?? null,
    isComplete: complete,
    text: empty ? "" : JSON.stringify([complete, brand, value.postalCode]),
  };
}

function widgetOf(stripe: Stripe, card: StripeCardElement): CardWidget {
  const typed = ({ name, email }: CardHolder) => ({
    payment_method: { card, billing_details: { name, email } },
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
