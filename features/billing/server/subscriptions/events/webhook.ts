// An event is only a hint. The state is always read from the provider.
import type { Context } from "#platform/server/context.ts";
import type { SignedRequest } from "#platform/server/http/authenticate-request.ts";
import { settleCardObject } from "../../jobs.ts";
import { joinWaiting, keepEvent } from "./event-store.ts";

/** Throws INVALID_SIGNATURE before it reads anything. Accepts and ignores events that do not concern us. */
export async function handleStripeWebhook(ctx: Context, { header, rawBody }: SignedRequest): Promise<void> {
  const event = ctx.providers.readStripeEvent(header("stripe-signature"), rawBody);
  if (!event) return;
  const { db, system, jobs } = ctx;
  // Most events arrive together with others of the same object, whose job settles them too.
  if (await joinWaiting(db, system, event)) return;
  await db.transaction(system, async (tx) => {
    if (await keepEvent(tx, system, event))
      await jobs.send(tx, settleCardObject, { kind: event.kind, objectId: event.objectId });
  });
}
