import type * as z from "zod/mini";
import type { subscribe } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import type { Actor, Visitor } from "#platform/server/actor.ts";
import { claimIdempotencyKey } from "#platform/server/idempotency.ts";
import { actAs } from "#platform/server/http/authenticate-request.ts";
import { requireHuman } from "./bot-check.ts";
import { checkOut, type Checkout } from "./checkout.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { mayPay } from "../running/rights.ts";
import { readOfferedPlan, readOfferedPlans } from "../plans/plan-store.ts";
import { readByKey } from "../store.ts";
import { toPlan } from "../running/subscription.ts";
import { subscribeAsVisitor } from "./visitor.ts";

type SubscribeRequest = z.output<(typeof subscribe)["body"]>;

interface CheckoutStarted {
  readonly clientSecret: string;
  readonly token?: string;
}

export async function listOfferedPlans({ billing: { db, system } }: SubscriptionDeps) {
  return (await readOfferedPlans(db, system)).map(toPlan);
}

/**
 * A repeated request gets its answer before the bot check. The card provider is called only after the bot check passes.
 * Throws the errors that the contract lists.
 */
export async function startCheckout(
  deps: SubscriptionDeps,
  visitor: Visitor,
  request: SubscribeRequest,
): Promise<CheckoutStarted> {
  const { db, system } = deps.billing;
  const plan = Id.safeParse(request.planID).success && (await readOfferedPlan(db, system, request.planID));
  if (!plan) throw new AppError("UNABLE_TO_DETERMINE_PLAN");
  const checkout = { plan, cardName: request.name, cardEmail: request.cardEmail };
  if (visitor.bearer === null) return subscribeAsVisitor(deps, visitor, checkout, request.grToken);

  const actor = await actorOf(deps, visitor, visitor.bearer);
  await requirePayer(deps, actor);
  // Not part of the key: the bot check's token. A repeated request brings a new one.
  await claimIdempotencyKey(db, actor, ["subscribe", plan.id, request.name, request.cardEmail]);
  if (!(await isRepeated(deps, actor, checkout)))
    await requireHuman(deps, visitor, request.grToken).catch(async (error: unknown) => {
      // The same request may have used up the token a moment ago.
      if (!(await isRepeated(deps, actor, checkout))) throw error;
    });
  return { clientSecret: await checkOut(deps, actor, checkout) };
}

/** Throws INVALID_JWT, NO_USER, and NOT_THE_PAYER for a membership that is not theirs or cannot be used now. */
async function actorOf({ authenticate }: SubscriptionDeps, visitor: Visitor, bearer: string): Promise<Actor> {
  const person = await authenticate(bearer);
  try {
    const actor = actAs(person, visitor.membershipId ?? undefined, visitor.address);
    return { ...actor, idempotencyKey: visitor.idempotencyKey };
  } catch (error) {
    // At checkout, 403 means only spam.
    const isBarred =
      error instanceof AppError && (error.code === "FORBIDDEN" || error.code === "SECOND_FACTOR_NOT_SET_UP");
    throw isBarred ? new AppError("NOT_THE_PAYER", { cause: error }) : error;
  }
}

async function requirePayer(deps: SubscriptionDeps, actor: Actor): Promise<void> {
  if (!(await mayPay(deps, actor))) throw new AppError("NOT_THE_PAYER");
}

/** Whether this same request passed before. */
async function isRepeated(deps: SubscriptionDeps, actor: Actor, checkout: Checkout): Promise<boolean> {
  const { idempotencyKey: key, scope, userId } = actor;
  const begun = key === null ? undefined : await readByKey(deps.billing.db, scope, userId, key);
  if (!begun) return false;
  const { plan, cardName, cardEmail } = checkout;
  return begun.planId === plan.id && begun.cardName === cardName && begun.cardEmail === cardEmail;
}
