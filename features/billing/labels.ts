import type { Statement } from "./contract.ts";

/** What the card provider settled by itself, in cents; negative if it refunded more than it charged. */
export function paidBeforeLabel(paidBefore: number): string {
  return paidBefore < 0 ? "Refunded to the card" : "Charged by card";
}

/** What the payment was for. */
export function paidBeforeWords({ paidBefore, lineItems }: Pick<Statement, "paidBefore" | "lineItems">): string {
  if (paidBefore < 0) return "Already refunded";
  const charged = lineItems.filter(({ type }) => type === "subscription").reduce((sum, { amount }) => sum + amount, 0);
  const refunded = charged > paidBefore ? ", less refunds" : "";
  return `Subscription, already charged to the card${refunded}`;
}
