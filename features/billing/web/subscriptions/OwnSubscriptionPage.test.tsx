import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aLine, aPeriod } from "#features/billing/web/test-statement.ts";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { OwnSubscriptionPage } from "./OwnSubscriptionPage.tsx";
import { typeCard } from "./card/test-card.ts";
import { aPreview, aStanding, aSubscription, PLANS, press, showPage } from "./test-subscription-page.tsx";

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
