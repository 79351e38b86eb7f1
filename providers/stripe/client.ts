import { createRequire } from "node:module";
import type { Stripe as StripePackage } from "stripe";
import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import { createStripeHttpClient } from "./http-client.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly stripe: StripeClient;
  }
}

export interface StripeConfig {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

export type StripeClient = StripePackage;

const require = createRequire(import.meta.url);

/** Its package has two hundred files, so it is loaded with the first call. Not by import(), as its errors are compared at once. */
export function loadStripe(): typeof StripePackage {
  return require("stripe") as typeof StripePackage;
}

/** For one try, head and body together; one that brought no head is made once more. What it did is found by idempotency key. */
const TIMEOUT_MS = 10_000;

export function openStripeClient({ baseUrl, secretKey }: StripeConfig): StripeClient {
  const { protocol, hostname, port } = new URL(baseUrl);
  const Stripe = loadStripe();
  return new Stripe(secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port && { port }),
    // The package's own client for Node limits only silence.
    httpClient: createStripeHttpClient(Stripe),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Why the provider refused, for people who look into it: its code and request id, never its whole answer. */
export class CardProviderRefusal extends Error {
  readonly providerCode: string;
  readonly requestId: string | undefined;
  /** The earlier request with the same idempotency key whose stored failure this is. */
  readonly replayOf: string | undefined;

  constructor(providerCode: string, requestId?: string, replayOf?: string) {
    super(`stripe: ${providerCode}${requestId ? ` (${requestId})` : ""}`);
    this.name = "CardProviderRefusal";
    this.providerCode = providerCode;
    this.requestId = requestId;
    this.replayOf = replayOf;
  }
}

/**
 * An answer of this form, typed as the package types it. Throws PROVIDER_UNAVAILABLE, also for an answer of another form,
 * CARD_DECLINED for a card that was refused, NOT_FOUND for what the provider has not.
 */
export async function ask<T>(form: z.ZodMiniType, call: Promise<T>): Promise<T> {
  try {
    const answer = await call;
    z.parse(form, answer);
    return answer;
  } catch (error) {
    throw toProviderFailure(error);
  }
}

/** Every object of a list, through all of its pages. */
export async function askForAll<T>(form: z.ZodMiniType, list: AsyncIterable<T>): Promise<T[]> {
  const read = async () => {
    const found: T[] = [];
    for await (const one of list) found.push(one);
    return found;
  };
  return askOfOurs(z.array(form), read());
}

/** An object that is missing there, although we hold its id, is the provider's error, never the caller's. */
export async function askOfOurs<T>(form: z.ZodMiniType, call: Promise<T>): Promise<T> {
  try {
    return await ask(form, call);
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND")
      throw new AppError("PROVIDER_UNAVAILABLE", { cause: error.cause });
    throw error;
  }
}

function toProviderFailure(error: unknown): AppError {
  const { errors } = loadStripe();
  // The package itself stumbles over an answer that is no object.
  if (!(error instanceof errors.StripeError))
    return new AppError("PROVIDER_UNAVAILABLE", { cause: new CardProviderRefusal("UNEXPECTED_ANSWER") });
  const { "idempotent-replayed": isReplayed, "original-request": original } = error.headers ?? {};
  const replayOf = isReplayed === "true" ? original : undefined;
  const cause = new CardProviderRefusal(error.code ?? error.type, error.requestId, replayOf);
  if (error instanceof errors.StripeCardError) return new AppError("CARD_DECLINED", { cause });
  if (error.code === "resource_missing") return new AppError("NOT_FOUND", { cause });
  return new AppError("PROVIDER_UNAVAILABLE", { cause });
}

/** Stored failures that are passed over; the provider forgets each after a day. */
const MAX_FAILURES = 50;

/**
 * Creates one object, however often it is called. Stripe stores a failure under its idempotency key for a day and repeats
 * it, even when its reason is gone. Unless `find` has the object, the next attempt uses a key derived from that failure,
 * which all callers share.
 */
export async function createOnce<T>(
  key: string,
  make: (options: StripePackage.RequestOptions) => Promise<T>,
  find?: () => Promise<T | undefined>,
): Promise<T> {
  let options: StripePackage.RequestOptions = { idempotencyKey: key };
  for (let failures = 0; ; failures++)
    try {
      return await make(options);
    } catch (error) {
      const failed = replayedRequestOf(error);
      if (failed === undefined || failures === MAX_FAILURES) throw error;
      const found = await find?.();
      if (found !== undefined) return found;
      // Sent again by the package, a new failure would look like an old one.
      options = { idempotencyKey: `${key}:${failed}`, maxNetworkRetries: 0 };
    }
}

function replayedRequestOf(error: unknown): string | undefined {
  return error instanceof AppError && error.cause instanceof CardProviderRefusal ? error.cause.replayOf : undefined;
}

/** The provider's own code behind a failure. */
export function cardProviderCodeOf(error: unknown): string | undefined {
  return error instanceof AppError && error.cause instanceof CardProviderRefusal ? error.cause.providerCode : undefined;
}

/** Our id in the provider's metadata; `null` if it is not one of ours, since others may write metadata, too. */
export function ownIdIn(
  metadata: StripePackage.Metadata | null,
  name: "organizationId" | "subscriptionId",
): string | null {
  const text = metadata?.[name];
  return text !== undefined && Id.safeParse(text).success ? text : null;
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

export function idOf(value: string | { readonly id: string }): string {
  return typeof value === "string" ? value : value.id;
}
