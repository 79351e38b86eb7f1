// The formats of Stripe's ids and secrets.
import { randomBytes } from "node:crypto";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function randomSigns(length: number): string {
  return Array.from(randomBytes(length), (byte) => SIGNS[byte % SIGNS.length]).join("");
}

/** E.g. `cus_9s6XKzkNRiz8i3`. */
export function newId(prefix: string): string {
  return `${prefix}_${prefix === "cus" || prefix === "prod" || prefix === "si" ? "" : "1"}${randomSigns(14)}`;
}

export function newRequestId(): string {
  return `req_${randomSigns(14)}`;
}
