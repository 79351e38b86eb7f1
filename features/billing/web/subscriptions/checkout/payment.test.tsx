import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import {
  email,
  fillIn,
  isOpenAgain,
  isSelected,
  logged,
  name,
  pay,
  payButton,
  planCard,
  PLANS,
  show,
  stageCheckouts,
  SUBSCRIBE,
  terms,
} from "./test-checkout.tsx";
import { heldAddress, takeTarget } from "#features/auth/web/session/return-target.ts";
import { refusal } from "#platform/web/test-http.ts";

const CONFIRMING = "We're confirming your payment. Keep this page open.";

describe("payment", () => {
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
      screen.getByText(CONFIRMING);
      fireEvent.click(payButton());
      expect([name(), email(), terms(), payButton()].map((control) => control.disabled)).toEqual(Array(4).fill(true));
      expect(card.element.update).toHaveBeenLastCalledWith(expect.objectContaining({ disabled: true }));
      await userEvent.click(planCard("yearly"));
      expect(isSelected("monthly")).toBe("true");
      expect(onBegin).toHaveBeenCalledTimes(1);
      await waitFor(() => expect(server.count(SUBSCRIBE)).toBe(1));
      act(() => answer({ clientSecret: "late" }));
      await screen.findByText("Payment received");
      expect(screen.queryByText(CONFIRMING)).toBeNull();
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
      expect(field.querySelector("[data-invalid]")).not.toBeNull();
      act(() => card.change({ complete: false }));
      expect(within(field).getByRole("status").textContent).toBe("");
      expect(field.querySelector("[data-invalid]")).toBeNull();
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
});

describe("refusals", () => {
  const SPAM = "This submission was flagged as spam. If you belive this is an error, please contact us.";

  stageCheckouts();

  describe("a refusal", () => {
    test("of 403 shows the exact spam message, and the form is enabled again", async () => {
      const { server } = await show({ subscribe: refusal(403, "FLAGGED_AS_SPAM") });
      await pay();
      expect((await screen.findByText(SPAM)).closest("[role=alert]")?.textContent).toBe(SPAM);
      await isOpenAgain();
      expect(server.visited).toEqual([]);
    });

    test.each([
      [400, "VALIDATION_ERROR"],
      [500, "INTERNAL_ERROR"],
      [503, "OVERLOADED"],
      [504, "UNREADABLE"],
    ])("of %i opens no error page, and says what to do", async (status, code) => {
      const { server } = await show({ subscribe: refusal(status, code) });
      await pay();
      await isOpenAgain();
      expect(
        screen
          .getAllByRole("alert")
          .map(({ textContent }) => textContent)
          .join(""),
      ).toMatch(/\w+ \w+/);
      expect(server.visited).toEqual([]);
    });

    test.each([
      [409, "NOT_THE_PAYER", /Ask an admin/],
      [409, "ALREADY_SUBSCRIBED", /You weren't charged again.*Show the subscription/],
      [502, "PROVIDER_UNAVAILABLE", /card provider isn't responding.*Try again in a minute/],
      [429, "TOO_MANY_REQUESTS", /Too many attempts/],
    ])("of %i %s says what it means and what to do", async (status, code, words) => {
      await show({ subscribe: refusal(status, code) });
      await pay();
      await isOpenAgain();
      expect(
        screen
          .getAllByRole("alert")
          .map(({ textContent }) => textContent)
          .join(""),
      ).toMatch(words);
    });

    test("of a known address leads to the sign-in, and back here", async () => {
      const { router } = await show({ subscribe: refusal(409, "LOG_IN_TO_PAY"), path: "/admin/billing/subscription" });
      await pay();
      await userEvent.click(await screen.findByRole("link", { name: "Log in to pay" }));
      await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
      expect(localStorage.getItem("redirectURL")).toBe("/admin/billing/subscription");
      expect(heldAddress()).toBe("ada@example.net");
    });

    test("keeps the chosen period through the sign-in and back, and the email address out of every page address", async () => {
      const { unmount } = await show({ subscribe: refusal(409, "LOG_IN_TO_PAY") });
      await userEvent.click(planCard("yearly"));
      await pay();
      await userEvent.click(await screen.findByRole("link", { name: "Log in to pay" }));
      const target = takeTarget();
      expect(target).toBe("/?period=yearly#subscribe");
      unmount();
      signIn();
      await show({ path: target });
      expect([isSelected("monthly"), isSelected("yearly")]).toEqual(["false", "true"]);
      await userEvent.click(planCard("monthly"));
      expect(isSelected("monthly")).toBe("true");
    });

    test("disappears when a field is edited, another attempt begins or the other plan is chosen", async () => {
      const { card } = await show({ subscribe: refusal(409, "LOG_IN_TO_PAY") });
      await pay();
      await screen.findByText(/An account with this email already exists/);
      await userEvent.type(email(), "m");
      expect(screen.queryByText(/An account with this email already exists/)).toBeNull();
      expect(screen.getByTestId("card-errors").textContent).toBe("");
      await userEvent.click(payButton());
      await screen.findByText(/An account with this email already exists/);
      act(() => card.change({ complete: false }));
      await userEvent.click(payButton());
      expect(screen.getByTestId("card-errors").textContent).toMatch(/incomplete/);
      expect(screen.queryByText(/An account with this email already exists/)).toBeNull();
      act(() => card.change({ complete: true }));
      await userEvent.click(payButton());
      await screen.findByText(/An account with this email already exists/);
      await userEvent.click(planCard("yearly"));
      expect(screen.queryByText(/An account with this email already exists/)).toBeNull();
    });

    test("for a missing network continues the same attempt: its key stays until there is an answer", async () => {
      let tries = 0;
      const { server } = await show({
        subscribe: () => {
          tries += 1;
          if (tries === 1) throw new TypeError("Failed to fetch");
          return tries === 2 ? refusal(403, "FLAGGED_AS_SPAM") : { clientSecret: "secret_1" };
        },
      });
      await pay();
      await screen.findByText(/can't reach.*won't be charged twice/);
      await isOpenAgain();
      await userEvent.click(payButton());
      await screen.findByText(SPAM);
      await isOpenAgain();
      await userEvent.click(payButton());
      await screen.findByText("Payment received");
      const [lost, refused, last] = server.requests.flatMap(({ headers }) => headers.get("idempotency-key") ?? []);
      expect(refused).toBe(lost);
      expect(last).not.toBe(lost);
    });

    test.each([["monthly"], ["yearly"]])(
      "without a %s plan: UNABLE_TO_DETERMINE_PLAN, logged and shown, and no call",
      async (period) => {
        const { server } = await show({ plans: PLANS.filter(({ pricingPeriod }) => pricingPeriod !== period) });
        if (period === "yearly") await userEvent.click(planCard("yearly"));
        await pay();
        await screen.findByText(/This plan isn't available right now/);
        expect(logged.mock.calls.flat().join()).toContain("UNABLE_TO_DETERMINE_PLAN");
        expect(server.count(SUBSCRIBE)).toBe(0);
        await isOpenAgain();
        await userEvent.click(planCard("yearly"));
        await userEvent.click(payButton());
        await screen.findByText("Payment received");
      },
    );

    test("of a bot check that does not load is shown, and nothing is sent", async () => {
      const { server } = await show();
      await fillIn();
      localStorage.removeItem("sb-testing");
      vi.spyOn(document.head, "append").mockImplementation((tag) => {
        (tag as HTMLScriptElement).dispatchEvent(new Event("error"));
      });
      await userEvent.click(payButton());
      await screen.findByText(/bot check didn't load/);
      await isOpenAgain();
      expect(server.count(SUBSCRIBE)).toBe(0);
    });
  });
});
