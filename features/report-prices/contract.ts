// Owns what a report costs, told before it is asked for: read by pages that ask nothing else about billing, whose figures
// these are.
import * as z from "zod/mini";
import { call } from "#kit/contract/call.ts";
import { Day, Id } from "#kit/contract/fields.ts";

/** What generating a report for a borrower now would cost, once it is ready. */
export const ReportPrice = z.object({
  type: z.enum(["asset_report", "report_refresh"]),
  /** Cents; 0: free. */
  amount: z.int(),
  /** The day until which another report of this borrower is free, in the organization's zone; `null` before the first. */
  freeUntil: z.nullable(Day),
  /** It would go past what the organization may spend this month. */
  isOverCap: z.boolean(),
  /** Cents that are left of this month's cap where the report would go past it; else `null`. */
  leftOfCap: z.nullable(z.int()),
});
export type ReportPrice = z.infer<typeof ReportPrice>;

/** Who may change the spend cap, on the organization's own page. */
export function setsSpendCap(role: string | null | undefined): boolean {
  return role === "root" || role === "admin";
}

export const findReportPrice = call({
  method: "GET",
  path: "/account/report-price/{id}",
  summary: "Read the price of a report",
  who: ["root", "admin", "editor", "registered"],
  reach: { admin: "organization" },
  params: z.object({ id: Id }), // the borrower's id
  reply: ReportPrice,
});
