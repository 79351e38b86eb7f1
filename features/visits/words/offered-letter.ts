// Owns the letter that a page offers to begin from, so that the server knows it again.
import type { VisitTask } from "#features/visits/contract.ts";
import { LETTERS, type ToExplain } from "#features/visits/words.ts";
import { PAGES, type Choice } from "./pages.ts";

type Who = Pick<ToExplain, "lender" | "name" | "donor">;
/** Amount and date as they are shown: "$12,000.00", "May 4, 2026". */
type Shown = Pick<ToExplain, "amount" | "date">;

export function offeredLetter(task: VisitTask, who: Who, kind: Choice, shown: Shown): string {
  const { description, institutionName, accountName, mask } = task;
  const account = PAGES.tasks.where(institutionName, PAGES.connect.account(accountName, mask));
  return LETTERS[kind]({ ...who, ...shown, description, account });
}
