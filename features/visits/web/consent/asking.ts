// Owns the figures that the text of the consent is shown with, and agreed to.
import type { Visit } from "#features/visits/contract.ts";
import type { Asking } from "#features/visits/words.ts";

export type OfAsking = Pick<Visit, "lender" | "daysRequested" | "retentionDays">;

export function askingOf({ lender, daysRequested, retentionDays }: OfAsking): Asking {
  return { lender: lender.name, days: daysRequested, keptDays: retentionDays };
}
