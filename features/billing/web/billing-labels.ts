import type { Statement, StatementStatus } from "#features/billing/contract.ts";
import type { Tone } from "#platform/web/parts/StatusPill.tsx";

export const STATUS_TONES: Readonly<Record<StatementStatus, Tone>> = {
  open: "grey",
  finalized: "amber",
  paid: "green",
  past_due: "red",
  void: "hollow",
};

/** The last day of a half-open period: a moment before its end. */
export function lastDay(periodEnd: string): string {
  return new Date(Date.parse(periodEnd) - 1).toISOString();
}

/** Whether something is left to pay. */
export function isOwed({ status, due }: Pick<Statement, "status" | "due">): boolean {
  return due > 0 && (status === "finalized" || status === "past_due");
}
