import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { readTestConfig, answerHttp, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { SubscriptionPage } from "./SubscriptionPage.tsx";
import { aCardProvider, cardScripts } from "./card/test-card.ts";
import { OFFERED_PLANS, type Plan, type previewPlanSwitch, type Subscription } from "#features/billing/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import type { Standing } from "./api.ts";

export const PLANS: readonly Plan[] = OFFERED_PLANS.map((plan) => ({ ...plan, id: `plan-${plan.pricingPeriod}` }));

const [MONTHLY, YEARLY] = PLANS as [Plan, Plan];

/** Monthly, paid and in the sample period by default. */
export function aSubscription(overrides: Partial<Subscription> = {}): Subscription {
  return {
    id: "5d0f5c4e-1111-4f5b-9a37-5a9c3f6f1a01",
    status: "active",
    planID: MONTHLY.id,
    plan: MONTHLY,
    currentPeriodStart: "2026-11-20T15:00:00.000Z",
    currentPeriodEnd: "2026-12-20T15:00:00.000Z",
    cancelAtPeriodEnd: false,
    cardBrand: "visa",
    cardLast4: "4242",
    owed: null,
    balance: 0,
    createdAt: "2026-11-20T14:59:00.000Z",
    updatedAt: "2026-11-20T15:00:00.000Z",
    ...overrides,
  };
}

export function aStanding(subscription: Subscription | null, rights: Partial<Standing> = {}): Standing {
  return { subscription, mayPay: true, mayCancel: true, ...rights };
}

type Preview = ReplyOf<typeof previewPlanSwitch>;

/** By default a switch to the year on the first day of a paid month. */
export function aPreview(overrides: Partial<Preview> = {}): Preview {
  return {
    plan: YEARLY,
    charge: 24_000,
    credit: 2500,
    balanceBefore: 0,
    balanceAfter: 0,
    dueNow: 21_500,
    nextChargeAt: "2027-11-22T12:00:00.000Z",
    nextCharge: 24_000,
    prorationDate: "2026-11-22T12:00:00.000Z",
    ...overrides,
  };
}

const AT = "/admin/billing/subscription";
export const READ = "GET /account/subscription";

interface Opened {
  readonly page?: ReactElement;
}

export async function showPage(
  standing: Answer,
  answers: Record<string, Answer> = {},
  { page = <SubscriptionPage /> }: Opened = {},
) {
  await readTestConfig({ scripts: cardScripts() });
  const card = aCardProvider();
  const server = answerHttp({ [READ]: standing, "GET /payment/plans": PLANS, ...answers });
  await renderAt(AT, page);
  await screen.findByRole("heading", { level: 1, name: "Subscription" });
  return { card, server };
}

export const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

export const bodyOf = (server: Awaited<ReturnType<typeof showPage>>["server"], call: string) =>
  server.requests.find((request) => request.call === call)?.body;
