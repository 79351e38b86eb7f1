import type { StatementRow } from "./statement-store.ts";

type Sums = Pick<StatementRow, "amount" | "paidBefore" | "creditUsed">;

/** The total of its invoice: all that the card provider has not settled by itself. */
export function invoicedOf({ amount, paidBefore }: Omit<Sums, "creditUsed">): number {
  return amount - paidBefore;
}

/** What the invoice asks for after an earlier credit has paid its part. */
export function dueOf(statement: Sums): number {
  return invoicedOf(statement) - statement.creditUsed;
}
