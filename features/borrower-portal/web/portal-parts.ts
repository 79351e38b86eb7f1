import type { BorrowerSession, BorrowerTask } from "#features/borrower-portal/contract.ts";

/** Questions that the visitor still has to answer: never answered, or with a rejected answer. */
export function openTasks({ tasks }: Pick<BorrowerSession, "tasks">): BorrowerTask[] {
  return tasks.filter(isOpenTask);
}

/** A donor who was asked to sign is an answer too. */
export function isOpenTask({ answer, gift }: BorrowerTask): boolean {
  if (gift !== null) return gift.state === "ended" || gift.state === "rejected";
  return answer === null || answer.state === "rejected";
}

type Parts = Pick<BorrowerSession, "consent" | "banks" | "tasks" | "documents">;

/** A bank that needs a new sign-in is not done, and neither is a rejected document. */
export function partsOf({ consent, banks, tasks, documents }: Parts) {
  const hasAgreed = consent !== null;
  return {
    hasAgreed,
    /** Documents take the place of a bank. */
    isOnPaper: banks.length === 0 && documents.length > 0,
    hasSent: documents.length > 0 && documents.every(({ state }) => state !== "rejected"),
    hasConnected: hasAgreed && banks.length > 0 && banks.every(({ status }) => status !== "login_required"),
    hasQuestions: tasks.length > 0,
  };
}
