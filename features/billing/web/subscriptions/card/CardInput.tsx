// In its own chunk: it loads in parallel with the provider's script.
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent, StripeElementStyle } from "@stripe/stripe-js";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { asked, type CardHolder, type CardWidget, requirePaid, requireSetUp } from "./card-widget.ts";
import { themeStore } from "#platform/web/theme.ts";

/** What the field reports about its input. */
export interface CardState {
  readonly error: string | null;
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
    error: error?.message ?? null,
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

/** Follows the chosen theme and the system's theme. */
function useCardLook(): StripeElementStyle {
  const [look, setLook] = useState(readLook);
  useEffect(() => {
    const follow = () => setLook(readLook());
    const stop = themeStore.subscribe(follow);
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", follow);
    return () => {
      stop();
      system.removeEventListener("change", follow);
    };
  }, []);
  return look;
}

function readLook(): StripeElementStyle {
  const colours = colourReader();
  const ink = colours.read("--ink");
  const faint = colours.read("--ink-3");
  const stop = colours.read("--stop");
  colours.end();
  return {
    base: {
      color: ink,
      iconColor: faint,
      fontFamily: "ui-sans-serif, system-ui, sans-serif",
      fontSize: window.matchMedia("(pointer: fine)").matches ? "14px" : "16px", // like the fields around it
      "::placeholder": { color: faint },
      ":disabled": { color: faint },
    },
    invalid: { color: stop, iconColor: stop },
  };
}

function colourReader() {
  const probe = document.createElement("span");
  document.body.append(probe);
  return {
    read(token: string): string {
      probe.style.color = `var(${token})`;
      return plainColour(getComputedStyle(probe).color);
    },
    end: () => probe.remove(),
  };
}

/** Converts a color to a format that the provider's script reads. It may not support OKLCH yet. */
function plainColour(cssColor: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d");
  if (!pen) return cssColor;
  pen.fillStyle = cssColor;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
