// Owns how far a visit is, read from its facts.
import type { Visit, VisitTask } from "#features/visits/contract.ts";

/** What the visitor still has to answer: never answered, or answered in vain. */
export function openTasks({ tasks }: Pick<Visit, "tasks">): VisitTask[] {
  return tasks.filter(({ answer }) => answer === null || answer.state === "rejected");
}

/** A bank that wants its customer to log in once more is not done with. */
export function partsOf({ consent, banks, tasks }: Pick<Visit, "consent" | "banks" | "tasks">) {
  const hasAgreed = consent !== null;
  return {
    hasAgreed,
    hasConnected: hasAgreed && banks.length > 0 && banks.every(({ status }) => status !== "login_required"),
    hasQuestions: tasks.length > 0,
  };
}
