import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { OFFERED_PLANS } from "#features/billing/contract.ts";
import { readTestConfig, answerHttp, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { Checkout } from "./Checkout.tsx";
import { forgetPayment } from "../paid-just-now.ts";
import { aCardProvider, cardScripts, typeCard } from "../card/test-card.ts";

export const PLANS = OFFERED_PLANS.map((plan, at) => ({ ...plan, id: `plan-${at}-${plan.pricingPeriod}` }));
export const SUBSCRIBE = "POST /payment/subscribe";

export const logged = vi.fn();

/** Registers hooks before and after each test of the calling file. */
export function stageCheckouts(): void {
  beforeEach(() => {
    localStorage.setItem("sb-testing", "1");
    vi.stubGlobal("requestIdleCallback", (act: () => void) => act());
    vi.spyOn(console, "error").mockImplementation(logged);
    vi.spyOn(console, "warn").mockImplementation(logged);
  });
  afterEach(() => {
    endSession();
    forgetPayment();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    logged.mockReset();
    Reflect.deleteProperty(window, "Stripe");
    Reflect.deleteProperty(window, "dataLayer");
  });
}

interface Stage {
  readonly plans?: object;
  readonly subscribe?: Answer;
  readonly script?: "there" | "held" | "blocked";
  readonly path?: string;
}

export async function show({
  plans = PLANS,
  subscribe = { clientSecret: "secret_1" },
  script,
  path = "/",
}: Stage = {}) {
  await readTestConfig({ scripts: cardScripts(), stripePublishableKey: "pk_test_of_config" });
  const card = aCardProvider(script);
  const server = answerHttp({ "GET /payment/plans": plans, [SUBSCRIBE]: subscribe });
  const onBegin = vi.fn();
  const { router, unmount } = await renderAt(path, <Checkout onBegin={onBegin} onPaid={() => undefined} />);
  await screen.findByRole("heading", { name: "Example Subscription Form" });
  return { card, server, router, unmount, onBegin };
}

export const name = () => screen.getByLabelText<HTMLInputElement>("Name");
export const email = () => screen.getByLabelText<HTMLInputElement>("Email");
export const terms = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /terms/ });
export const payButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /^(Pay|Processing\.\.\.)$/ });
export const planCard = (period: string) => screen.getByTestId(`plan-card-${period}`);
export const isSelected = (period: string) => within(planCard(period)).getByRole("button").getAttribute("aria-pressed");

/** All fields except the card. */
export async function fillInFields(): Promise<void> {
  await userEvent.type(name(), "Ada Okafor");
  await userEvent.type(email(), "ada@example.net");
  await userEvent.click(terms());
  await waitFor(() => expect(payButton().disabled).toBe(false));
}

export async function fillIn(): Promise<void> {
  await screen.findByTestId("card-element");
  await fillInFields();
  typeCard();
}

export async function pay(): Promise<void> {
  await fillIn();
  await userEvent.click(payButton());
}

/** For a signed-in user, whose name and address are filled in. */
export async function payAsKnown(): Promise<void> {
  await screen.findByTestId("card-element");
  await userEvent.click(terms());
  typeCard();
  await waitFor(() => expect(payButton().disabled).toBe(false));
  await userEvent.click(payButton());
}

export const isOpenAgain = () =>
  waitFor(() => {
    expect(payButton().textContent).toBe("Pay");
    expect([name(), email(), terms(), payButton()].map((control) => control.disabled)).toEqual(Array(4).fill(false));
  });
