import type { Context } from "#platform/server/context.ts";
import { isRunning, type updateCard } from "#features/billing/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { beginCard, chargeFromNowOn, isNewestCard, payInvoices, readConfirmedCard } from "#providers/stripe/cards.ts";
import { countCard, readSubscriptionRow } from "../queries.ts";
import { syncSubscription } from "../events/sync-subscription.ts";
import { recordRequest, requireRunning, showSubscription } from "./subscription.ts";

const HOUR_SECONDS = 3_600;

/** Throws NO_SUBSCRIPTION, TOO_MANY_REQUESTS. */
export async function beginUpdate(
  ctx: Context,
  actor: Pick<Actor, "scope" | "organizationId">,
): Promise<{ clientSecret: string }> {
  const { id, stripeSubscriptionId } = await requireRunning(ctx, actor);
  const { row, state } = await syncSubscription(ctx, actor.scope, id, stripeSubscriptionId);
  if (!isRunning(row)) throw new AppError("NO_SUBSCRIPTION");
  const { organizationId, scope } = actor;
  if ((await ctx.db.transaction(scope, (tx) => countCard(tx, scope, id))) > ctx.settings.checkoutsPerHour)
    throw new AppError("TOO_MANY_REQUESTS", { retryAfter: HOUR_SECONDS });
  const owner = { customerId: state.customerId, organizationId, subscriptionId: id };
  return { clientSecret: await beginCard(ctx.providers.stripe, owner) };
}

/**
 * Throws NOT_FOUND for a card that this organization did not confirm, CARD_DECLINED if the card cannot pay what is
 * owed.
 */
export async function finishUpdate(
  ctx: Context,
  actor: Actor,
  { setupIntentID }: { setupIntentID: string },
): Promise<ReplyOf<typeof updateCard>> {
  const { id, stripeSubscriptionId } = await requireRunning(ctx, actor);
  const card = await readConfirmedCard(ctx.providers.stripe, setupIntentID);
  if (card.organizationId !== actor.organizationId || card.subscriptionId !== id) throw new AppError("NOT_FOUND");
  await recordRequest(ctx, actor, { id }, "card-update");
  const clientSecret = await chargeOwed(ctx, actor.scope, { id, providerId: stripeSubscriptionId, ...card });
  const row = await readSubscriptionRow(ctx.db, actor.scope, id);
  return { subscription: await showSubscription(ctx.db, actor.scope, row!), clientSecret }; // read just now
}

/** The same after the provider's event alone, for a page that was closed before it could send the id. */
export async function useConfirmedCard(ctx: Context, setupIntentId: string): Promise<void> {
  try {
    const card = await readConfirmedCard(ctx.providers.stripe, setupIntentId);
    const scope = ctx.system.within(card.organizationId);
    const row = await readSubscriptionRow(ctx.db, scope, card.subscriptionId);
    if (!row || !isRunning(row) || row.stripeSubscriptionId === null) return;
    if (!(await isNewestCard(ctx.providers.stripe, card))) return;
    await chargeOwed(ctx, scope, { id: row.id, providerId: row.stripeSubscriptionId, ...card });
  } catch (error) {
    // The card is not ours or is declined: its holder has to try again.
    if (error instanceof AppError && (error.code === "NOT_FOUND" || error.code === "CARD_DECLINED")) return;
    throw error;
  }
}

interface Charged {
  readonly id: string;
  readonly providerId: string;
  readonly customerId: string;
  readonly methodId: string;
}

/** Returns the client secret if the bank asks for the card holder again. */
async function chargeOwed(
  ctx: Context,
  scope: Scope,
  { id, providerId, customerId, methodId }: Charged,
): Promise<string | null> {
  const { state } = await syncSubscription(ctx, scope, id, providerId);
  if (state.customerId !== customerId) throw new AppError("NOT_FOUND");
  if (state.status === "canceled") throw new AppError("NO_SUBSCRIPTION");
  try {
    await chargeFromNowOn(ctx.providers.stripe, state, methodId);
    return state.owed ? await payInvoices(ctx.providers.stripe, state.owed.invoiceIds, methodId) : null;
  } finally {
    await syncSubscription(ctx, scope, id, providerId);
  }
}
