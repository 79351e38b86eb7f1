// Signs a webhook as Stripe does: the time and an HMAC of time and raw body.
import { createHmac } from "node:crypto";

/** The value of `Stripe-Signature`; `timestamp` in Unix seconds. */
export function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac("sha256", secret)
    .update(`${String(timestamp)}.${body}`)
    .digest("hex");
  return `t=${String(timestamp)},v1=${signature}`;
}
