import type { BorrowerSession, BorrowerTask } from "#features/borrower-portal/contract.ts";

/** Questions that the visitor still has to answer: never answered, or with a rejected answer. */
export function openTasks({ tasks }: Pick<BorrowerSession, "tasks">): BorrowerTask[] {
  return tasks.filter(({ answer }) => answer === null || answer.state === "rejected");
}

/** A bank that needs a new sign-in is not done. */
export function partsOf({ consent, banks, tasks }: Pick<BorrowerSession, "consent" | "banks" | "tasks">) {
  const hasAgreed = consent !== null;
  return {
    hasAgreed,
    hasConnected: hasAgreed && banks.length > 0 && banks.every(({ status }) => status !== "login_required"),
    hasQuestions: tasks.length > 0,
  };
}
