import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentToken, endSession } from "#features/auth/web/session/session.ts";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import type { Subscription } from "#features/billing/contract.ts";
import { type Answer, answerHttp, readTestConfig } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aLine, aPeriod } from "#features/billing/web/test-statement.ts";
import { rememberPayment } from "./paid-just-now.ts";
import { SubscribeSection } from "./SubscribeSection.tsx";
import { aCardProvider, cardScripts, typeCard } from "./card/test-card.ts";
import { isSelected, pay, payAsKnown, planCard, stageCheckouts, SUBSCRIBE } from "./checkout/test-checkout.tsx";
import { aPreview, aStanding, aSubscription, PLANS, press, showPage } from "./test-subscription-page.tsx";
import { OwnSubscriptionPage } from "./OwnSubscriptionPage.tsx";

describe("SubscribeSection", () => {
  const READ = "GET /account/subscription";
  const [, YEARLY] = PLANS as [(typeof PLANS)[number], (typeof PLANS)[number]];
  const REFUSED = /An admin can subscribe/;

  stageCheckouts();

  async function show(standing?: Answer, answers: Record<string, Answer> = {}) {
    await readTestConfig({ scripts: cardScripts() });
    aCardProvider();
    const server = answerHttp({ "GET /payment/plans": PLANS, ...(standing && { [READ]: standing }), ...answers });
    const { unmount } = await renderAt("/", <SubscribeSection />);
    return Object.assign(server, { unmount });
  }

  test("on the start page a subscriber sees where the subscription is, instead of the form", async () => {
    signIn({ role: "admin" });
    await show(aStanding(aSubscription()));
    expect(await screen.findByRole("link", { name: "Show the subscription" })).toHaveProperty(
      "pathname",
      "/account/billing/subscription",
    );
    expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
  });

  test("on the start page a visitor pays, and no subscription is requested for them", async () => {
    const server = await show();
    await screen.findByRole("button", { name: "Pay" });
    expect(server.count(READ)).toBe(0);
  });

  test("on the start page a user who may not pay sees who can, instead of the form", async () => {
    signIn({ role: "observer" });
    await show(aStanding(null, { mayPay: false }));
    await screen.findByText(REFUSED);
    screen.getByText("No active subscription");
    expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
  });

  test.each(["guest", "inactive"] as const)(
    "on the start page a %s, who may not read the subscription, sees the same and stays on the page",
    async (role) => {
      signIn({ role });
      const server = await show();
      await screen.findByText(REFUSED);
      expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
      expect([server.count(READ), server.visited]).toEqual([0, []]);
    },
  );

  test("on the start page an unfinished payment shows as unfinished, with the chosen plan and the form", async () => {
    signIn({ role: "admin" });
    const standing = aStanding(aSubscription({ status: "incomplete", plan: YEARLY, planID: YEARLY.id }));
    await show(standing);
    const note = (await screen.findByText("The payment was not finished")).closest("[role=alert]");
    expect(note?.textContent).toMatch(/Basic yearly was chosen on .*Pay below to finish. You're charged once/);
    expect([isSelected("monthly"), isSelected("yearly")]).toEqual(["false", "true"]);
    await userEvent.click(planCard("monthly"));
    expect(isSelected("monthly")).toBe("true");
  });

  test("on the start page a payment under way never shows as unfinished, whatever the server returns", async () => {
    await show(aStanding(aSubscription({ status: "incomplete" })), {
      [SUBSCRIBE]: () => ({ clientSecret: "secret_1", token: tokenOf({ role: "admin" }) }),
    });
    await screen.findByRole("button", { name: "Pay" });
    await pay();
    await screen.findByText("Payment received");
    await waitFor(() => expect(currentToken()).not.toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByText("The payment was not finished")).toBeNull();
  });

  test("on the start page the notice about an earlier payment disappears once another one succeeds", async () => {
    signIn({ role: "admin" });
    await show(aStanding(aSubscription({ status: "incomplete" })), {
      [SUBSCRIBE]: () => ({ clientSecret: "secret_1" }),
    });
    await screen.findByText("The payment was not finished");
    await payAsKnown();
    await screen.findByText("Payment received");
    expect(screen.queryByText("The payment was not finished")).toBeNull();
  });

  test("back on the start page right after a payment, the page waits for the provider's confirmation and then shows it", async () => {
    const before = await show(undefined, {
      [SUBSCRIBE]: () => ({ clientSecret: "secret_1", token: tokenOf({ role: "admin" }) }),
      [READ]: () => aStanding(aSubscription({ status: "incomplete" })),
    });
    await screen.findByRole("button", { name: "Pay" });
    await pay();
    await screen.findByText("Payment received");
    before.unmount();
    let status: Subscription["status"] = "incomplete";
    await show(() => aStanding(aSubscription({ status })));
    await screen.findByText("Waiting for the card provider");
    expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
    status = "active";
    await screen.findByRole("link", { name: "Show the subscription" }, { timeout: 5_000 });
  });

  test("two minutes after a payment without confirmation the form is shown again", async () => {
    signIn({ role: "admin" });
    rememberPayment();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 121_000);
    await show(aStanding(null));
    await screen.findByRole("button", { name: "Pay" });
    expect(screen.queryByText("Waiting for the card provider")).toBeNull();
  });
});

describe("OwnSubscriptionPage", () => {
  const [, YEARLY] = PLANS as [(typeof PLANS)[number], (typeof PLANS)[number]];
  const page = <OwnSubscriptionPage />;

  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    signIn({ role: "registered" });
  });
  afterEach(() => {
    endSession();
    vi.restoreAllMocks();
    Reflect.deleteProperty(window, "Stripe");
  });

  /** The month that the server returns from now on. */
  function aMonth() {
    const month = { amount: 2500, words: "Basic monthly" };
    const read = () => ({
      currentPeriod: aPeriod({ amount: month.amount }),
      lineItems: [aLine({ description: month.words, amount: month.amount })],
      statements: [],
    });
    return { month, answers: { "GET /account/billing": read } };
  }

  test("after a switch the month below shows its new total", async () => {
    const { month, answers } = aMonth();
    let now = aSubscription();
    await showPage(
      () => aStanding(now),
      {
        ...answers,
        "POST /payment/preview-plan-switch": aPreview(),
        "POST /payment/switch-plan": () => {
          Object.assign(month, { amount: 24_000, words: "Switch to Basic yearly" });
          return (now = aSubscription({ plan: YEARLY, planID: YEARLY.id }));
        },
      },
      { page },
    );
    await screen.findByText("So far this month");
    await press("Switch to yearly");
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("Due now");
    await userEvent.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Switch to Basic yearly");
    expect(screen.getByText("So far this month").parentElement!.textContent).toContain("$240.00");
  });

  test("after another card paid what is owed, the month below shows its new total", async () => {
    const { month, answers } = aMonth();
    Object.assign(month, { amount: 0, words: "Nothing yet" });
    let now = aSubscription({ status: "past_due", owed: { amount: 2500, failedAt: null } });
    await showPage(
      () => aStanding(now),
      {
        ...answers,
        "POST /payment/begin-card-update": { clientSecret: "seti_secret" },
        "POST /payment/update-card": () => {
          Object.assign(month, { amount: 2500, words: "Basic monthly, renewed" });
          now = aSubscription();
          return { subscription: now, clientSecret: null };
        },
      },
      { page },
    );
    await screen.findByText("So far this month");
    await press("Use another card");
    await screen.findByTestId("card-element");
    typeCard();
    await press("Save card");
    await screen.findByText("Basic monthly, renewed");
    expect(screen.getByText("So far this month").parentElement!.textContent).toContain("$25.00");
  });
});
