import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { tokenOf } from "#features/identity/web/session/test-sign-in.ts";
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
  test("S3.15 S7.21 S7.65 sends plan, email, name and the check's token, then confirms the card with them", async () => {
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

  test("S4.23 S4.24 S4.25 S5.10 while it goes on all is switched off, and a second click pays nothing more", async () => {
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

  test("S4.30 S4.31 S9.3 tells analytics at once, and goes to the subscription after 5 seconds, not before", async () => {
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

  test("a token in the answer logs in, and the page stays until the card is confirmed", async () => {
    const token = tokenOf();
    const { router, card } = await show({ subscribe: { clientSecret: "secret_1", token } });
    await pay();
    await waitFor(() => expect(card.confirmCardPayment).toHaveBeenCalled());
    expect(localStorage.getItem("token")).toBe(token);
    expect(router.state.location.pathname).toBe("/");
  });

  test("an answer whose token is empty is told as NO_TOKEN, and the card is not asked", async () => {
    const { card } = await show({ subscribe: { clientSecret: "secret_1", token: "" } });
    await pay();
    await isOpenAgain();
    expect(logged.mock.calls.flat().join()).toContain("NO_TOKEN");
    expect(card.confirmCardPayment).not.toHaveBeenCalled();
  });

  test("S4.28 a declined card is told under the card, and another try is a new attempt with all words kept", async () => {
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

  test("a declined card is said to be charged nothing, beside the provider's own words, and marked", async () => {
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

  test("of a payment that was not decided nobody says that nothing was charged", async () => {
    const { card } = await show();
    card.confirmCardPayment.mockResolvedValueOnce({ error: { type: "api_error", message: "Try later." } });
    await pay();
    await isOpenAgain();
    expect(screen.getByTestId("card-errors").textContent).toBe("Try later.");
    expect(document.body.textContent).not.toMatch(/Nothing was charged/);
  });

  test("U2 a payment whose answer was lost counts when the card is asked again", async () => {
    const { card } = await show();
    card.confirmCardPayment.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    card.confirmCardPayment.mockResolvedValueOnce({
      error: { message: "You cannot confirm it again.", payment_intent: { status: "succeeded" } },
    });
    await pay();
    await isOpenAgain();
    expect(screen.getByTestId("card-errors").textContent).toMatch(/cannot be reached.*nothing is charged twice/);
    await userEvent.click(payButton());
    await screen.findByText("Payment received");
  });
});
