import { act } from "@testing-library/react";
import { vi } from "vitest";

type Change = { complete: boolean; empty?: boolean; error?: { message: string } };
type Listener = (event?: object) => void;

let tellCurrent = (_: Change): void => undefined;

/** Arrives when the page asks for its script; `script: "held"` delays it until `arrive`, `"blocked"` blocks it. */
export function aCardProvider(script: "there" | "held" | "blocked" = "there") {
  const listeners = new Map<string, Listener>();
  const element = {
    mount: vi.fn((place: HTMLElement) => place.append("a card field")),
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    update: vi.fn(() => ({})), // the script returns the element, which an effect must not return
    destroy: () => undefined,
  };
  const elements = { create: vi.fn(() => element) };
  const confirmCardPayment = vi.fn(
    async (
      _secret: string,
      _data?: { payment_method: { card: unknown; billing_details: { name: string; email: string } } },
    ): Promise<object> => ({ paymentIntent: { id: "pi_1", status: "succeeded" } }),
  );
  const confirmCardSetup = vi.fn(async (_secret: string, _data?: object): Promise<object> => ({
    setupIntent: { id: "seti_1", status: "succeeded" },
  }));
  const opened = vi.fn((_key: string) => ({
    elements: () => elements,
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment,
    confirmCardSetup,
  }));
  let isHeld = script === "held";
  let waiting: (() => void)[] = [];
  const added = vi.spyOn(document.head, "append").mockImplementation((tag) => {
    const come = () => {
      if (script === "blocked") return (tag as HTMLScriptElement).dispatchEvent(new Event("error"));
      Object.assign(window, { Stripe: opened });
      return (tag as HTMLScriptElement).dispatchEvent(new Event("load"));
    };
    if (isHeld) waiting.push(come);
    else come();
  });
  tellCurrent = (event) =>
    listeners.get("change")?.({ empty: false, brand: "visa", value: { postalCode: "10001" }, ...event });
  return {
    element,
    elements,
    opened,
    added,
    confirmCardPayment,
    confirmCardSetup,
    arrive() {
      isHeld = false;
      for (const come of waiting) come();
      waiting = [];
    },
    /** Reports changes of the input as the script does. */
    change: tellCurrent,
  };
}

/** Fills a good card into the mounted field. */
export function typeCard(): void {
  act(() => tellCurrent({ complete: true }));
}

let scripts = 0;

/** Each has its own address, because a page loads each script once. */
export function cardScripts() {
  scripts += 1;
  return {
    recaptcha: "https://check.example/recaptcha.js",
    stripe: `https://card.example/v3/?${scripts}`,
    plaidLink: "",
    markdownEditor: "",
    markdownRenderer: "",
  };
}
