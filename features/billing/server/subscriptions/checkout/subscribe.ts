import type * as z from "zod/mini";
import { authenticate } from "#features/auth/server/sessions/authenticate.ts";
import type { Context } from "#platform/server/context.ts";
import type { subscribe } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import type { Actor, Visitor } from "#platform/server/actor.ts";
import { claimIdempotencyKey } from "#platform/server/idempotency.ts";
import { actAs } from "#platform/server/http/authenticate-request.ts";
import { mayPay, toPlan } from "../running/subscription.ts";
import { readOfferedPlan, readOfferedPlans } from "../plans/plan-queries.ts";
import { readByKey } from "../queries.ts";
import { requireHuman, subscribeAsVisitor } from "./visitor.ts";
import { checkOut, type Checkout } from "./checkout.ts";

type SubscribeRequest = z.output<(typeof subscribe)["body"]>;

interface CheckoutStarted {
  readonly clientSecret: string;
  readonly token?: string;
}

export async function listOfferedPlans({ db, system }: Context) {
  return (await readOfferedPlans(db, system)).map(toPlan);
}

/**
 * A repeated request gets its answer before the bot check. The card provider is called only after the bot check passes.
 * Throws the errors that the contract lists.
 */
export async function startCheckout(
  ctx: Context,
  visitor: Visitor,
  request: SubscribeRequest,
): Promise<CheckoutStarted> {
  const { db, system } = ctx;
  const plan = Id.safeParse(request.planID).success && (await readOfferedPlan(db, system, request.planID));
  if (!plan) throw new AppError("UNABLE_TO_DETERMINE_PLAN");
  const checkout = { plan, cardName: request.name, cardEmail: request.cardEmail };
  if (visitor.bearer === null) return subscribeAsVisitor(ctx, visitor, checkout, request.grToken);

  const actor = await actorOf(ctx, visitor, visitor.bearer);
  await requirePayer(ctx, actor);
  // Not part of the key: the bot check's token. A repeated request brings a new one.
  await claimIdempotencyKey(db, actor, ["subscribe", plan.id, request.name, request.cardEmail]);
  if (!(await isRepeated(ctx, actor, checkout)))
    await requireHuman(ctx, visitor, request.grToken).catch(async (error: unknown) => {
      // The same request may have used up the token a moment ago.
      if (!(await isRepeated(ctx, actor, checkout))) throw error;
    });
  return { clientSecret: await checkOut(ctx, actor, checkout) };
}

/** Throws INVALID_JWT, NO_USER, and NOT_THE_PAYER for a membership that is not theirs or cannot be used now. */
async function actorOf(ctx: Context, visitor: Visitor, bearer: string): Promise<Actor> {
  const person = await authenticate(ctx, bearer);
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

async function requirePayer(ctx: Context, actor: Actor): Promise<void> {
  if (!(await mayPay(ctx, actor))) throw new AppError("NOT_THE_PAYER");
}

/** Whether this same request passed before. */
async function isRepeated(ctx: Context, actor: Actor, checkout: Checkout): Promise<boolean> {
  const { idempotencyKey: key, scope, userId } = actor;
  const begun = key === null ? undefined : await readByKey(ctx.db, scope, userId, key);
  if (!begun) return false;
  const { plan, cardName, cardEmail } = checkout;
  return begun.planId === plan.id && begun.cardName === cardName && begun.cardEmail === cardEmail;
}
