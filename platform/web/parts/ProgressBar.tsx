import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import styles from "./ProgressBar.module.css";

interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; `null`: going on, length unknown. */
  readonly value: number | null;
  /** `ask`: soon at its end. `stop`: at an end that holds something back. */
  readonly tone?: "ask" | "stop" | undefined;
}

export function ProgressBar({ label, value, tone }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100);
  return (
    <div
      className={styles.bar}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.fill} style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  );
}

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
