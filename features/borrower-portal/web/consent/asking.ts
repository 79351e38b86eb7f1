import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import type { Asking } from "#features/borrowers/labels/consent.ts";

export type OfAsking = Pick<BorrowerSession, "lender" | "daysRequested" | "retentionDays">;

export function askingOf({ lender, daysRequested, retentionDays }: OfAsking): Asking {
  return { lender: lender.name, days: daysRequested, keptDays: retentionDays };
}
