import { createHmac, timingSafeEqual } from "node:crypto";

/** The headers and the raw body of a webhook, as they were received. */
export interface ReceivedWebhook {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body before it is parsed. */
  readonly body: string | Uint8Array;
  /** Of the endpoint; begins with `whsec_`. */
  readonly secret: string;
  /** Milliseconds since 1970, UTC. Default: now. */
  readonly now?: number;
}

/** A webhook that was not signed with the secret, or not within the last five minutes. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

const TOLERANCE_MS = 5 * 60_000;
const SECRET_PREFIX = "whsec_";
const VERSION = "v1,";

/**
 * Verifies a webhook as https://www.standardwebhooks.com describes and returns its parsed body. One of several
 * signatures is enough: while a secret is rotated, both sign. Throws WebhookError.
 */
export function verifyWebhook({ headers, body, secret, now = Date.now() }: ReceivedWebhook): unknown {
  if (!secret.startsWith(SECRET_PREFIX)) throw new WebhookError(`The secret must begin with ${SECRET_PREFIX}`);
  const read = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string" || value === "") throw new WebhookError(`The header ${name} is missing`);
    return value;
  };
  const id = read("webhook-id");
  const timestamp = read("webhook-timestamp");
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  if (!(Math.abs(now - sentAt) <= TOLERANCE_MS))
    throw new WebhookError("The webhook is not from the last five minutes");
  const expected = createHmac("sha256", Buffer.from(secret.slice(SECRET_PREFIX.length), "base64"))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const signatures = read("webhook-signature")
    .split(" ")
    .filter((signature) => signature.startsWith(VERSION))
    .map((signature) => Buffer.from(signature.slice(VERSION.length), "base64"));
  if (!signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected)))
    throw new WebhookError("No signature matches the body");
  return JSON.parse(Buffer.from(body).toString("utf8")) as unknown;
}
