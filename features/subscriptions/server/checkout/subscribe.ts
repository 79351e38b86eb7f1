// Owns who may begin to pay for a plan, in which order that is asked, and what a visitor gets besides.
import type * as z from "zod/mini";
import type { subscribe } from "#features/subscriptions/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import { Id } from "#kit/contract/fields.ts";
import type { Actor, Visitor } from "#kit/server/actor.ts";
import { claimIdempotencyKey } from "#kit/server/idempotency.ts";
import { actAs } from "#kit/server/http/asker.ts";
import { requireHuman } from "./bot-check.ts";
import { checkOut, type Checkout } from "./checkout.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { mayPay } from "../running/rights.ts";
import { readOfferedPlan, readOfferedPlans } from "../plans/plan-store.ts";
import { readByKey } from "../store.ts";
import { toPlan } from "../running/subscription.ts";
import { subscribeAsVisitor } from "./visitor.ts";

type SubscribeRequest = z.output<(typeof subscribe)["body"]>;

interface Begun {
  readonly clientSecret: string;
  readonly token?: string;
}

export async function listOfferedPlans({ billing: { db, across } }: SubscriptionDeps) {
  return (await readOfferedPlans(db, across)).map(toPlan);
}

/**
 * What was asked before under the same name is answered before anybody is suspected of being a bot. Nothing is asked of
 * the card provider before that suspicion is gone. Throws what the contract lists.
 */
export async function beginToSubscribe(
  deps: SubscriptionDeps,
  visitor: Visitor,
  request: SubscribeRequest,
): Promise<Begun> {
  const { db, across } = deps.billing;
  const plan = Id.safeParse(request.planID).success && (await readOfferedPlan(db, across, request.planID));
  if (!plan) throw new AppError("UNABLE_TO_DETERMINE_PLAN");
  const checkout = { plan, cardName: request.name, cardEmail: request.cardEmail };
  if (visitor.bearer === null) return subscribeAsVisitor(deps, visitor, checkout, request.grToken);

  const actor = await actorOf(deps, visitor, visitor.bearer);
  await requirePayer(deps, actor);
  // Not what the bot check gave: a repeated request brings a new token.
  await claimIdempotencyKey(db, actor, ["subscribe", plan.id, request.name, request.cardEmail]);
  if (!(await isRepeated(deps, actor, checkout)))
    await requireHuman(deps, visitor, request.grToken).catch(async (error: unknown) => {
      // The same request a moment ago may have used the token up.
      if (!(await isRepeated(deps, actor, checkout))) throw error;
    });
  return { clientSecret: await checkOut(deps, actor, checkout) };
}

/** Throws INVALID_JWT, NO_USER, and NOT_THE_PAYER for a membership that is not theirs or may not be used now. */
async function actorOf({ authenticate }: SubscriptionDeps, visitor: Visitor, bearer: string): Promise<Actor> {
  const person = await authenticate(bearer);
  try {
    const actor = actAs(person, visitor.membershipId ?? undefined, visitor.address);
    return { ...actor, idempotencyKey: visitor.idempotencyKey };
  } catch (error) {
    // To pay, 403 says spam and nothing else.
    const isBarred =
      error instanceof AppError && (error.code === "FORBIDDEN" || error.code === "SECOND_FACTOR_NOT_SET_UP");
    throw isBarred ? new AppError("NOT_THE_PAYER", { cause: error }) : error;
  }
}

async function requirePayer(deps: SubscriptionDeps, actor: Actor): Promise<void> {
  if (!(await mayPay(deps, actor))) throw new AppError("NOT_THE_PAYER");
}

/** Whether this very request was let through before. */
async function isRepeated(deps: SubscriptionDeps, actor: Actor, checkout: Checkout): Promise<boolean> {
  const { idempotencyKey: key, scope, userId } = actor;
  const begun = key === null ? undefined : await readByKey(deps.billing.db, scope, userId, key);
  if (!begun) return false;
  const { plan, cardName, cardEmail } = checkout;
  return begun.planId === plan.id && begun.cardName === cardName && begun.cardEmail === cardEmail;
}
