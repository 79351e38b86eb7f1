// Owns what the card provider tells us. An event is a hint to look: what counts is read from the provider.
import type { Signed } from "#kit/server/http/asker.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { joinWaiting, keepEvent } from "./event-store.ts";
import { settleCardObject } from "../jobs.ts";

/** Throws INVALID_SIGNATURE before anything is looked at. What does not concern us is accepted and ignored. */
export async function hearCardEvent(deps: SubscriptionDeps, { header, rawBody }: Signed): Promise<void> {
  const event = deps.readCardEvent(header("stripe-signature"), rawBody);
  if (!event) return;
  const { db, across, jobs } = deps.billing;
  // Most come together with others of the same object, whose job looks for them, too.
  if (await joinWaiting(db, across, event)) return;
  await db.transaction(across, async (tx) => {
    if (await keepEvent(tx, across, event))
      await jobs.send(tx, settleCardObject, { kind: event.kind, objectId: event.objectId });
  });
}
