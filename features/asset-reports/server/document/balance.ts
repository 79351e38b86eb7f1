import { NOT_GIVEN } from "#features/underwriting/labels.ts";
import { money } from "#kit/server/document/money.ts";

export function balance(cents: number | null, currency: string | null): string {
  return cents === null ? NOT_GIVEN : money(cents, currency);
}
