import { NOT_GIVEN } from "#features/underwriting/labels.ts";
import { money } from "#kit/server/document/money.ts";

/** An amount in the account's own currency, or that the bank does not give it. */
export function amountOr(cents: number | null | undefined, currency: string | null): string {
  return cents === null || cents === undefined ? NOT_GIVEN : money(cents, currency);
}
