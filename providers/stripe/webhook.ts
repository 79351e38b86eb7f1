import type { Stripe } from "stripe";
import { AppError } from "#platform/contract/errors.ts";
import { idOf, loadStripe, type StripeConfig } from "./client.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly readStripeEvent: ReadCardEvent;
  }
}

/** An invoice of none of the subscriptions, a card that its holder confirmed, a customer whose balance changed. */
export const CARD_OBJECT_KINDS = ["subscription", "invoice", "card", "customer"] as const;
export type CardObjectKind = (typeof CARD_OBJECT_KINDS)[number];

/** Something happened to an object, which is to be read again. */
export interface CardEvent {
  readonly id: string;
  readonly type: string;
  readonly kind: CardObjectKind;
  readonly objectId: string;
}

/**
 * Throws INVALID_SIGNATURE; `null` for what does not concern us: another type, or another mode than our key's.
 *
 * @param body what `rawBody`, whose signature is checked, was parsed into
 */
export type ReadCardEvent = (signature: string | undefined, rawBody: Buffer, body: object) => CardEvent | null;

const TOLERANCE_SECONDS = 300;

export function openCardEvents({ secretKey, webhookSecret }: Pick<StripeConfig, "secretKey" | "webhookSecret">) {
  const isLive = /^[sr]k_live_/.test(secretKey);
  const read: ReadCardEvent = (signature, rawBody, body) => {
    verify(signature, rawBody, webhookSecret);
    const event = body as Stripe.Event | Stripe.V2.Core.EventNotification;
    // A thin event, of an endpoint that was set up for another format.
    if (event.object === "v2.core.event") throw new AppError("INVALID_SIGNATURE");
    if (event.livemode !== isLive) return null;
    const object = objectOf(event);
    return object && { id: event.id, type: event.type, ...object };
  };
  return read;
}

/** Not constructEvent, which parses the body again. */
function verify(signature: string | undefined, rawBody: Buffer, secret: string): void {
  // The official package refuses old signatures, but accepts those with a future time.
  const sentAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? "")?.[1] ?? NaN);
  if (!(sentAt - Date.now() / 1000 <= TOLERANCE_SECONDS)) throw new AppError("INVALID_SIGNATURE");
  try {
    const { signature: checks } = loadStripe().webhooks;
    if (!checks?.verifyHeader(rawBody, signature ?? "", secret, TOLERANCE_SECONDS)) throw new Error("not verified");
  } catch (cause) {
    throw new AppError("INVALID_SIGNATURE", { cause });
  }
}

function objectOf(event: Stripe.Event): Pick<CardEvent, "kind" | "objectId"> | null {
  const { object } = event.data as { object: { id?: unknown } };
  if (typeof object.id !== "string") return null;
  const { id: objectId } = object;
  if (event.type.startsWith("customer.subscription.")) return { kind: "subscription", objectId };
  if (event.type === "setup_intent.succeeded") return { kind: "card", objectId };
  if (event.type === "customer.updated") return changesBalance(event) ? { kind: "customer", objectId } : null;
  if (!event.type.startsWith("invoice.")) return null;
  const { parent } = object as Pick<Stripe.Invoice, "parent">;
  const subscription = parent?.subscription_details?.subscription;
  return subscription ? { kind: "subscription", objectId: idOf(subscription) } : { kind: "invoice", objectId };
}

/** Most changes of a customer are our own, of name and address. */
function changesBalance({ data }: Stripe.Event): boolean {
  return data.previous_attributes !== undefined && "balance" in data.previous_attributes;
}
