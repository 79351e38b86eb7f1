import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import {
  SUBSCRIBE,
  logged,
  show,
  name,
  email,
  terms,
  payButton,
  planCard,
  isSelected,
  fillIn,
  pay,
  isOpenAgain,
  stageCheckouts,
} from "./test-checkout.tsx";

stageCheckouts();

describe("a payment", () => {
  test("sends plan, email, name and the bot check's token, then confirms the card with them", async () => {
    const { card, server } = await show();
    await userEvent.click(planCard("yearly"));
    await pay();
    await waitFor(() => expect(card.confirmCardPayment).toHaveBeenCalled());
    const [sent] = server.requests.filter(({ call }) => call === SUBSCRIBE);
    expect(sent?.body).toEqual({
      planID: "plan-1-yearly",
      cardEmail: "ada@example.net",
      name: "Ada Okafor",
      grToken: "{secret}",
    });
    expect(sent?.headers.get("idempotency-key")).toMatch(/^[\w-]{36}$/);
    expect(card.confirmCardPayment).toHaveBeenCalledWith("secret_1", {
      payment_method: { card: card.element, billing_details: { name: "Ada Okafor", email: "ada@example.net" } },
    });
  });

  test("disables everything while it is under way, and a second click pays nothing more", async () => {
    let answer = (_: object) => undefined as void;
    const { card, server, onBegin } = await show({ subscribe: () => new Promise((resolve) => (answer = resolve)) });
    await fillIn();
    const button = payButton();
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(payButton().textContent).toBe("Processing..."));
    fireEvent.click(payButton());
    expect([name(), email(), terms(), payButton()].map((control) => control.disabled)).toEqual(Array(4).fill(true));
    expect(card.element.update).toHaveBeenLastCalledWith(expect.objectContaining({ disabled: true }));
    await userEvent.click(planCard("yearly"));
    expect(isSelected("monthly")).toBe("true");
    expect(onBegin).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(server.count(SUBSCRIBE)).toBe(1));
    act(() => answer({ clientSecret: "late" }));
    await screen.findByText("Payment received");
    expect(server.count(SUBSCRIBE)).toBe(1);
    expect(payButton().disabled).toBe(true);
  });

  test("notifies analytics right away, and opens the subscription after 5 seconds, not before", async () => {
    const { router } = await show();
    await fillIn();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.click(payButton());
    await vi.waitFor(() => expect(screen.queryByText("Payment received")).not.toBeNull(), 5_000);
    expect(window.dataLayer?.map((entry) => [...(entry as unknown[])])).toEqual([
      ["event", "subscribe", { value: 25, currency: "USD" }],
    ]);
    await act(() => vi.advanceTimersByTimeAsync(4_900));
    expect(router.state.location.pathname).toBe("/");
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(router.state.location.pathname).toBe("/account/billing/subscription");
  });

  test("signs in with the answer's token, and stays on the page until the card is confirmed", async () => {
    const token = tokenOf();
    const { router, card } = await show({ subscribe: { clientSecret: "secret_1", token } });
    await pay();
    await waitFor(() => expect(card.confirmCardPayment).toHaveBeenCalled());
    expect(localStorage.getItem("token")).toBe(token);
    expect(router.state.location.pathname).toBe("/");
  });

  test("shows NO_TOKEN for an answer with an empty token, and does not submit the card", async () => {
    const { card } = await show({ subscribe: { clientSecret: "secret_1", token: "" } });
    await pay();
    await isOpenAgain();
    expect(logged.mock.calls.flat().join()).toContain("NO_TOKEN");
    expect(card.confirmCardPayment).not.toHaveBeenCalled();
  });

  test("shows a declined card under the card field, keeps all input, and starts a new attempt on retry", async () => {
    const { card, server } = await show();
    card.confirmCardPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
    await pay();
    await isOpenAgain();
    expect(screen.getByTestId("card-errors").textContent).toBe("Your card was declined.");
    expect([name().value, terms().checked]).toEqual(["Ada Okafor", true]);
    expect(window.dataLayer ?? []).toEqual([]);
    await userEvent.click(payButton());
    await screen.findByText("Payment received");
    const keys = server.requests.map(({ headers }) => headers.get("idempotency-key")).filter(Boolean);
    expect(new Set(keys).size).toBe(2);
    expect(screen.getByTestId("card-errors").textContent).toBe("");
  });

  test("says that a declined card is not charged, next to the provider's message, and marks the field", async () => {
    const { card } = await show();
    const error = { type: "card_error", message: "Your card was declined." };
    card.confirmCardPayment.mockResolvedValueOnce({ error });
    await pay();
    await isOpenAgain();
    expect(screen.getByTestId("card-errors").textContent).toBe("Your card was declined.");
    const field = screen.getByRole("group", { name: "Card" });
    expect(within(field).getByRole("status").textContent).toMatch(/^Nothing was charged\. Correct the card/);
    expect(field.querySelector("[data-faulty]")).not.toBeNull();
    act(() => card.change({ complete: false }));
    expect(within(field).getByRole("status").textContent).toBe("");
    expect(field.querySelector("[data-faulty]")).toBeNull();
  });

  test("never says that nothing was charged while the result is open", async () => {
    const { card } = await show();
    card.confirmCardPayment.mockResolvedValueOnce({ error: { type: "api_error", message: "Try later." } });
    await pay();
    await isOpenAgain();
    expect(screen.getByTestId("card-errors").textContent).toBe("Try later.");
    expect(document.body.textContent).not.toMatch(/Nothing was charged/);
  });

  test("counts if its answer was lost and the card is submitted again", async () => {
    const { card } = await show();
    card.confirmCardPayment.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    card.confirmCardPayment.mockResolvedValueOnce({
      error: { message: "You cannot confirm it again.", payment_intent: { status: "succeeded" } },
    });
    await pay();
    await isOpenAgain();
    expect(screen.getByTestId("card-errors").textContent).toMatch(/can't reach.*won't be charged twice/);
    await userEvent.click(payButton());
    await screen.findByText("Payment received");
  });
});
