import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { heldAddress, takeTarget } from "#features/auth/web/session/return-target.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { refusal } from "#platform/web/test-http.ts";
import {
  email,
  fillIn,
  isOpenAgain,
  isSelected,
  logged,
  pay,
  payButton,
  planCard,
  PLANS,
  show,
  stageCheckouts,
  SUBSCRIBE,
} from "./test-checkout.tsx";

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
