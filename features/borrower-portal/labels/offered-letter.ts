import type { BorrowerTask } from "#features/borrower-portal/contract.ts";
import { LETTERS, type ToExplain } from "#features/borrower-portal/labels.ts";
import { PAGES, type Choice } from "./pages.ts";

type Who = Pick<ToExplain, "lender" | "name" | "donor">;
/** Formatted amount and date: "$12,000.00", "May 4, 2026". */
type Shown = Pick<ToExplain, "amount" | "date">;

export function offeredLetter(task: BorrowerTask, who: Who, kind: Choice, shown: Shown): string {
  const { description, institutionName, accountName, mask } = task;
  const account = PAGES.tasks.where(institutionName, PAGES.connect.account(accountName, mask));
  return LETTERS[kind]({ ...who, ...shown, description, account });
}
