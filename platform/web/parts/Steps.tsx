import { Check, X } from "lucide-react";
import styles from "./Steps.module.css";

export interface Step {
  readonly label: string;
  readonly state: "done" | "current" | "waiting" | "failed";
}

const LABELS: Record<Step["state"], string> = { done: "done", current: "now", waiting: "to come", failed: "failed" };

interface StepsProps {
  readonly label: string;
  readonly steps: readonly Step[];
}

export function Steps({ label, steps }: StepsProps) {
  return (
    <ol role="list" aria-label={label} className={styles.steps}>
      {steps.map(({ label: name, state }) => (
        <li key={name} data-state={state} aria-current={state === "current" ? "step" : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {state === "done" && <Check />}
            {state === "failed" && <X />}
          </span>
          {name}
          <span className="visually-hidden">, {LABELS[state]}</span>
        </li>
      ))}
    </ol>
  );
}
