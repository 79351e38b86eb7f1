// Owns the few steps of a visit, numbered, with the one that the visitor is at. Nothing turns: nobody has to wait here.
import { Check } from "lucide-react";
import type { Visit } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { openTasks, partsOf } from "../visit-parts.ts";
import styles from "./VisitSteps.module.css";

const WORDS = PAGES.steps;

export function VisitSteps({ visit }: { readonly visit: Visit }) {
  const { hasAgreed, hasConnected, hasQuestions } = partsOf(visit);
  const steps = [
    { label: WORDS.agree, isDone: hasAgreed },
    { label: WORDS.connect, isDone: hasConnected },
    ...(hasQuestions ? [{ label: WORDS.answer, isDone: openTasks(visit).length === 0 }] : []),
  ];
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol role="list" aria-label={WORDS.name} className={styles.steps}>
      {steps.map(({ label, isDone }, at) => (
        <li key={label} data-done={isDone} aria-current={at === now ? "step" : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {isDone ? <Check /> : at + 1}
          </span>
          {label}
          {isDone && <span className="visually-hidden">{WORDS.done}</span>}
        </li>
      ))}
    </ol>
  );
}
