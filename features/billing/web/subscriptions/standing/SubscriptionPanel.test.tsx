import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, readTestConfig, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aPreview, aStanding, aSubscription, bodyOf, PLANS, press, showPage } from "../test-subscription-page.tsx";
import { aCardProvider, cardScripts } from "../card/test-card.ts";
import { stageCheckouts } from "../checkout/test-checkout.tsx";
import { UpdateCard } from "./SubscriptionPanel.tsx";

describe("SwitchPlan", () => {
  const [MONTHLY, YEARLY] = PLANS as [(typeof PLANS)[number], (typeof PLANS)[number]];

  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    signIn({ role: "admin" });
  });
  afterEach(() => {
    endSession();
    vi.restoreAllMocks();
    Reflect.deleteProperty(window, "Stripe");
  });

  test("switches at the price that was shown", async () => {
    const preview = aPreview({ credit: 1650, dueNow: 22_350 });
    let now = aSubscription();
    const { server } = await showPage(() => aStanding(now), {
      "POST /payment/preview-plan-switch": preview,
      "POST /payment/switch-plan": () => (now = aSubscription({ plan: YEARLY, planID: YEARLY.id })),
    });
    await press("Switch to yearly");
    const dialog = await screen.findByRole("dialog", { name: "Switch to yearly?" });
    await within(dialog).findByText("Due now");
    expect(dialog.textContent).toMatch(
      /Basic yearly from today\$240\.00Less what is unused of Basic monthly−\$16\.50Due now\$223\.50/,
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await screen.findByRole("heading", { level: 2, name: "Basic yearly" });
    expect(bodyOf(server, "POST /payment/switch-plan")).toEqual({
      planID: YEARLY.id,
      prorationDate: preview.prorationDate,
    });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("a switch with a declined card says so, stays open, and shows the new charge of the next attempt", async () => {
    let looks = 0;
    const { server } = await showPage(aStanding(aSubscription()), {
      "POST /payment/preview-plan-switch": () => aPreview({ prorationDate: `2026-11-22T12:00:0${looks++}.000Z` }),
      "POST /payment/switch-plan": refusal(409, "CARD_DECLINED"),
    });
    await press("Switch to yearly");
    await screen.findByText("Due now");
    await press("Confirm");
    await screen.findByText(/the plan wasn't switched. Update the card/);
    await waitFor(() => expect(looks).toBe(2));
    await press("Confirm");
    const asked = () => server.requests.filter(({ call }) => call === "POST /payment/switch-plan");
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]!.body).toMatchObject({ prorationDate: "2026-11-22T12:00:01.000Z" });
  });

  test.each([
    {
      what: "more is given back than is charged: the rest stays as credit",
      sums: { plan: MONTHLY, charge: 2500, credit: 24_000, balanceAfter: -21_500, dueNow: 0, nextCharge: 0 },
      rows: ["$25.00", "−$240.00", "$215.00", "$0.00"],
      words: ["Left as credit", "$215.00 of credit is used first"],
    },
    {
      what: "credit from before pays a part",
      sums: { credit: 2500, balanceBefore: -10_000, dueNow: 11_500 },
      rows: ["$240.00", "−$25.00", "−$100.00", "$115.00"],
      words: ["Less credit from before"],
    },
  ])("its rows add up to what is due now: $what", async ({ sums, rows, words }) => {
    await showPage(aStanding(aSubscription()), { "POST /payment/preview-plan-switch": aPreview(sums) });
    await press("Switch to yearly");
    const dialog = await screen.findByRole("dialog");
    const dueNow = await within(dialog).findByText("Due now");
    const shown = [...dueNow.closest("dl")!.querySelectorAll("dd")].map(({ textContent }) => textContent);
    expect(shown).toEqual(rows);
    for (const word of words) within(dialog).getByText(word);
    expect(
      within(dialog)
        .getByText(/^Next charge on/)
        .closest("dl"),
    ).not.toBe(dueNow.closest("dl"));
  });
});

describe("UpdateCard", () => {
  stageCheckouts();

  test("an untouched card field is shown as incomplete right away, and nothing is sent", async () => {
    await readTestConfig({ scripts: cardScripts() });
    aCardProvider();
    signIn({ role: "admin" });
    const server = answerHttp({});
    await renderAt("/admin/billing/subscription", <UpdateCard owed={0} onClose={vi.fn()} />);
    await screen.findByTestId("card-element");
    await userEvent.click(screen.getByRole("button", { name: "Save card" }));
    expect(screen.getByTestId("card-errors").textContent).toBe("Your card details are incomplete.");
    expect(server.requests).toEqual([]);
  });
});
