import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { currentToken } from "#features/identity/web/session/session.ts";
import { signIn, tokenOf } from "#features/identity/web/session/test-sign-in.ts";
import type { Subscription } from "#features/subscriptions/contract.ts";
import { readTestConfig } from "#kit/web/test-config.ts";
import { answerHttp, type Answer } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { rememberPayment } from "./paid-just-now.ts";
import { SubscribeSection } from "./SubscribeSection.tsx";
import { aCardProvider, cardScripts } from "./card/test-card.ts";
import { isSelected, pay, payAsKnown, planCard, stageCheckouts, SUBSCRIBE } from "./checkout/test-checkout.tsx";
import { aStanding, aSubscription, PLANS } from "./test-subscription.ts";

const READ = "GET /account/subscription";
const [, YEARLY] = PLANS as [(typeof PLANS)[number], (typeof PLANS)[number]];
const BARRED = /One of its admins can subscribe/;

stageCheckouts();

async function show(standing?: Answer, answers: Record<string, Answer> = {}) {
  await readTestConfig({ scripts: cardScripts() });
  aCardProvider();
  const server = answerHttp({ "GET /payment/plans": PLANS, ...(standing && { [READ]: standing }), ...answers });
  const { unmount } = await renderAt("/", <SubscribeSection />);
  return Object.assign(server, { unmount });
}

test("on the start page who is subscribed reads where the subscription is, in place of the form", async () => {
  signIn({ role: "admin" });
  await show(aStanding(aSubscription()));
  expect(await screen.findByRole("link", { name: "Show the subscription" })).toHaveProperty(
    "pathname",
    "/account/billing/subscription",
  );
  expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
});

test("on the start page a visitor pays, and nothing is asked about them", async () => {
  const server = await show();
  await screen.findByRole("button", { name: "Pay" });
  expect(server.count(READ)).toBe(0);
});

test("on the start page who may not pay is told who can, in place of the form", async () => {
  signIn({ role: "observer" });
  await show(aStanding(null, { mayPay: false }));
  await screen.findByText(BARRED);
  screen.getByText("There is no active subscription");
  expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
});

test.each(["guest", "inactive"] as const)(
  "on the start page a %s, who may not ask, is told the same, and is not sent away for it",
  async (role) => {
    signIn({ role });
    const server = await show();
    await screen.findByText(BARRED);
    expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
    expect([server.count(READ), server.visited]).toEqual([0, []]);
  },
);

test("on the start page a payment that was not finished says so, with the plan that was chosen and the form", async () => {
  signIn({ role: "admin" });
  const standing = aStanding(aSubscription({ status: "incomplete", plan: YEARLY, planID: YEARLY.id }));
  await show(standing);
  const note = (await screen.findByText("The payment was not finished")).closest("[role=alert]");
  expect(note?.textContent).toMatch(/Basic yearly was chosen on .*Pay below to finish: it is charged once/);
  expect([isSelected("monthly"), isSelected("yearly")]).toEqual(["false", "true"]);
  await userEvent.click(planCard("monthly"));
  expect(isSelected("monthly")).toBe("true");
});

test("on the start page a payment under way is not called unfinished, whatever the server tells meanwhile", async () => {
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

test("on the start page what was said of the payment before goes as soon as another came through", async () => {
  signIn({ role: "admin" });
  await show(aStanding(aSubscription({ status: "incomplete" })), { [SUBSCRIBE]: () => ({ clientSecret: "secret_1" }) });
  await screen.findByText("The payment was not finished");
  await payAsKnown();
  await screen.findByText("Payment received");
  expect(screen.queryByText("The payment was not finished")).toBeNull();
});

test("back on the start page right after a payment the provider's word is waited for, and then shown", async () => {
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

test("two minutes after a payment of which nothing was heard the form is there again", async () => {
  signIn({ role: "admin" });
  rememberPayment();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 121_000);
  await show(aStanding(null));
  await screen.findByRole("button", { name: "Pay" });
  expect(screen.queryByText("Waiting for the card provider")).toBeNull();
});
