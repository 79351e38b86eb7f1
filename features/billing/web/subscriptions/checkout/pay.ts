import { startSession } from "#features/auth/web/session/session.ts";
import { subscribe, type Plan, type PricingPeriod } from "#features/billing/contract.ts";
import type { Input } from "#platform/contract/call.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { send } from "#platform/web/http/client.ts";
import { log } from "#platform/web/log.ts";
import { trackSubscribe } from "#platform/web/scripts/analytics.ts";
import { captchaToken } from "#platform/web/scripts/captcha.ts";
import type { CardHolder, CardWidget } from "../card/card-widget.ts";

let current: { readonly key: string; readonly order: string } | undefined;

/** The key of this order: a new one, unless the same order was sent and no answer came. */
function attemptFor(order: string): string {
  if (current?.order !== order) current = { key: crypto.randomUUID(), order };
  return current.key;
}

function settleAttempt(): void {
  current = undefined;
}

interface PlanPayment {
  readonly period: PricingPeriod;
  /** `undefined`: no plan with this period is offered. */
  readonly plan: Plan | undefined;
  readonly holder: CardHolder;
  readonly card: CardWidget;
}

export async function pay({ period, plan, holder, card }: PlanPayment): Promise<void> {
  if (plan === undefined) {
    log.error(`UNABLE_TO_DETERMINE_PLAN: none is offered ${period}`);
    throw new Error("UNABLE_TO_DETERMINE_PLAN");
  }
  const grToken = await checked();
  const { clientSecret, token } = await begin({
    planID: plan.id,
    cardEmail: holder.email,
    name: holder.name,
    grToken,
  });
  if (token !== undefined) startSession(token);
  await card.confirmPayment(clientSecret, holder);
  trackSubscribe(plan.price);
}

async function checked(): Promise<string> {
  try {
    return await captchaToken();
  } catch (cause) {
    log.error("CAPTCHA_UNAVAILABLE: the bot check gave no token", cause);
    throw new Error("CAPTCHA_UNAVAILABLE", { cause });
  }
}

/**
 * A definite answer ends the attempt. If the answer was lost or the server failed halfway, the same attempt continues.
 */
async function begin(order: Input<typeof subscribe>) {
  const { grToken: _, ...named } = order;
  try {
    const reply = await send(subscribe, order, { idempotencyKey: attemptFor(JSON.stringify(named)) });
    settleAttempt();
    return reply;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) settleAttempt();
    throw error;
  }
}
