import { Check } from "lucide-react";
import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { openTasks, partsOf } from "../portal-parts.ts";
import styles from "./PortalSteps.module.css";

const TEXTS = PAGES.steps;

export function PortalSteps({ session }: { readonly session: BorrowerSession }) {
  const { hasAgreed, hasConnected, hasQuestions } = partsOf(session);
  const steps = [
    { label: TEXTS.agree, isDone: hasAgreed },
    { label: TEXTS.connect, isDone: hasConnected },
    ...(hasQuestions ? [{ label: TEXTS.answer, isDone: openTasks(session).length === 0 }] : []),
  ];
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol role="list" aria-label={TEXTS.name} className={styles.steps}>
      {steps.map(({ label, isDone }, at) => (
        <li key={label} data-done={isDone} aria-current={at === now ? "step" : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {isDone ? <Check /> : at + 1}
          </span>
          {label}
          {isDone && <span className="visually-hidden">{TEXTS.done}</span>}
        </li>
      ))}
    </ol>
  );
}
