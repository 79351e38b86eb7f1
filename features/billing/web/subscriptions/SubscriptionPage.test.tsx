import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseMembership, endSession } from "#features/auth/web/session/session.ts";
import { SECOND_MEMBERSHIP, signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Subscription } from "#features/billing/contract.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { forgetPayment, rememberPayment } from "./paid-just-now.ts";
import { typeCard } from "./card/test-card.ts";
import { payAsKnown } from "./checkout/test-checkout.tsx";
import { aStanding, aSubscription, bodyOf, PLANS, press, READ, showPage } from "./test-subscription-page.tsx";

const [, YEARLY] = PLANS as [(typeof PLANS)[number], (typeof PLANS)[number]];

beforeEach(() => {
  vi.stubGlobal("requestIdleCallback", (go: () => void) => go());
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  signIn({ role: "admin" });
});
afterEach(() => {
  endSession();
  forgetPayment();
  confirmStore.get()?.answer(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, "Stripe");
});

const answer = (isYes: boolean) => act(() => confirmStore.get()?.answer(isYes));

describe("without a running subscription", () => {
  test("the whole form is on the page, with the name and email address of the signed-in user", async () => {
    await showPage(aStanding(null));
    await screen.findByRole("heading", { level: 2, name: "Example Subscription Form" });
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Regina Registered");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("regina@example.com");
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    await screen.findByTestId("card-element");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /terms/ }).checked).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true);
  });

  test("a user with several organizations sees which of them the plan would be for", async () => {
    const words = /This plan would be for Beta Credit. Plans of your other organizations don't cover it/;
    signIn({ role: "admin", alsoAs: "admin" });
    chooseMembership(SECOND_MEMBERSHIP);
    const { server } = await showPage(aStanding(null));
    await screen.findByText(words);
    expect([...new Set(server.requests.map(({ call }) => call))].sort()).toEqual([READ, "GET /payment/plans"].sort());
    cleanup();
    await showPage(aStanding(null, { mayPay: false }));
    await screen.findByText(/An admin can subscribe/);
    expect(screen.queryByText(/This plan would be for/)).toBeNull();
  });

  test("a user with one organization sees nothing about others", async () => {
    await showPage(aStanding(null));
    await screen.findByRole("button", { name: "Pay" });
    expect(screen.queryByText(/This plan would be for/)).toBeNull();
  });

  test("a user who may not pay sees who can", async () => {
    await showPage(aStanding(null, { mayPay: false }));
    await screen.findByText(/An admin can subscribe/);
    expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
  });

  test("an ended subscription says when it ended, with the form below", async () => {
    await showPage(aStanding(aSubscription({ status: "canceled" })));
    expect((await screen.findByText("Basic monthly has ended")).closest("[role=status]")?.textContent).toContain(
      "Dec 20, 2026",
    );
    screen.getByRole("button", { name: "Pay" });
  });

  test("an unpaid subscription can be finished, with the plan that was chosen", async () => {
    await showPage(aStanding(aSubscription({ status: "incomplete", plan: YEARLY, planID: YEARLY.id })));
    await screen.findByText(/Pay below to finish/);
    expect(within(screen.getByTestId("plan-card-yearly")).getByRole("button").getAttribute("aria-pressed")).toBe(
      "true",
    );
  });

  test("the notice about the last payment stays while another payment is under way, and disappears once it succeeds", async () => {
    localStorage.setItem("sb-testing", "1");
    const { card } = await showPage(aStanding(aSubscription({ status: "incomplete" })), {
      "POST /payment/subscribe": { clientSecret: "secret_1" },
    });
    card.confirmCardPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
    await payAsKnown();
    await waitFor(() => expect(screen.getByTestId("card-errors").textContent).toBe("Your card was declined."));
    screen.getByText("The payment was not finished");
    await press("Pay");
    await screen.findByText("Payment received");
    expect(screen.queryByText("The payment was not finished")).toBeNull();
  });

  test("after a payment the page polls for the provider's confirmation at a low rate and then shows it", async () => {
    let status: Subscription["status"] = "incomplete";
    rememberPayment();
    const { server } = await showPage(() => aStanding(aSubscription({ status })));
    await screen.findByText("Waiting for the card provider");
    expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
    status = "active";
    await screen.findByText("Your subscription is active", {}, { timeout: 5_000 });
    const asked = server.count(READ);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(server.count(READ)).toBe(asked);
  });
});

describe("a running subscription", () => {
  test("shows plan, status, period, next charge and card", async () => {
    await showPage(aStanding(aSubscription()));
    await screen.findByRole("heading", { level: 2, name: "Basic monthly" });
    const words = document.body.textContent;
    for (const fact of ["Active", "$25 a month", "Nov 20, 2026 to Dec 20, 2026", "$25.00 on Dec 20, 2026"])
      expect(words).toContain(fact);
    expect(words).toContain("Visa ending in 4242");
    expect(screen.queryByRole("heading", { name: "Example Subscription Form" })).toBeNull();
  });

  test("shows the credit that the next charge uses first, and the rest that is charged", async () => {
    await showPage(aStanding(aSubscription({ balance: -21_500 })));
    await screen.findByText("$215.00 of credit is used first");
    expect(document.body.textContent).toContain("$0.00 on Dec 20, 2026");
  });

  test("is canceled after a question that names the day, and that can be undone", async () => {
    const ending = aSubscription({ cancelAtPeriodEnd: true });
    let now = aSubscription();
    const { server } = await showPage(() => aStanding(now), {
      "POST /payment/cancel-subscription": () => (now = ending),
      "POST /payment/resume-subscription": () => (now = aSubscription()),
    });
    await press("Cancel subscription");
    expect(confirmStore.get()?.text).toContain("Dec 20, 2026");
    answer(false);
    expect(server.count("POST /payment/cancel-subscription")).toBe(0);
    await press("Cancel subscription");
    answer(true);
    await screen.findByText("Your plan ends on Dec 20, 2026.");
    expect(screen.queryByRole("button", { name: "Cancel subscription" })).toBeNull();
    await press("Keep subscription");
    await screen.findByRole("button", { name: "Cancel subscription" });
  });

  test("explains before its cancellation what happens to the credit, if there is any", async () => {
    let now = aSubscription();
    await showPage(() => aStanding(now));
    await press("Cancel subscription");
    expect(confirmStore.get()?.text).not.toContain("credit");
    answer(false);
    cleanup();
    now = aSubscription({ balance: -21_500 });
    await showPage(() => aStanding(now));
    await press("Cancel subscription");
    expect(confirmStore.get()?.text).toContain("Your credit of $215.00 isn't paid out.");
  });

  test("can be canceled, and nothing else, by an editor who may not pay for it", async () => {
    await showPage(aStanding(aSubscription(), { mayPay: false }));
    await screen.findByRole("button", { name: "Cancel subscription" });
    for (const name of ["Update card", "Switch to yearly"]) expect(screen.queryByRole("button", { name })).toBeNull();
  });

  test("shows what is owed; another card pays it immediately, confirmed by its holder if the bank asks", async () => {
    let now = aSubscription({ status: "past_due", owed: { amount: 2500, failedAt: "2026-11-21T12:00:00.000Z" } });
    const { card, server } = await showPage(() => aStanding(now), {
      "POST /payment/begin-card-update": { clientSecret: "seti_secret" },
      "POST /payment/update-card": () => {
        now = aSubscription({ cardBrand: "mastercard", cardLast4: "4444" });
        return { subscription: now, clientSecret: "pi_secret" };
      },
    });
    await screen.findByText("A charge of $25.00 failed on Nov 21, 2026");
    expect(screen.getByText("Owed").nextElementSibling!.textContent).toBe("$25.00");
    expect(screen.queryByText("Next charge")).toBeNull();
    await press("Use another card");
    await screen.findByTestId("card-element");
    typeCard();
    await press("Save card");
    await screen.findByText("Mastercard ending in 4444");
    expect(card.confirmCardSetup).toHaveBeenCalledWith("seti_secret", {
      payment_method: {
        card: card.element,
        billing_details: { name: "Regina Registered", email: "regina@example.com" },
      },
    });
    expect(bodyOf(server, "POST /payment/update-card")).toEqual({ setupIntentID: "seti_1" });
    expect(card.confirmCardPayment).toHaveBeenCalledWith("pi_secret");
    await waitFor(() => expect(toastStore.get().at(-1)?.body).toBe("$25.00 was charged to the new card."));
  });

  test("a new card that is declined shows an error under the field, and the old one stays", async () => {
    const { card, server } = await showPage(aStanding(aSubscription()), {
      "POST /payment/begin-card-update": { clientSecret: "seti_secret" },
    });
    card.confirmCardSetup.mockResolvedValueOnce({ error: { message: "Your card has expired." } });
    await press("Update card");
    await screen.findByTestId("card-element");
    typeCard();
    await press("Save card");
    await waitFor(() => expect(screen.getByTestId("card-errors").textContent).toBe("Your card has expired."));
    expect(server.count("POST /payment/update-card")).toBe(0);
  });
});
