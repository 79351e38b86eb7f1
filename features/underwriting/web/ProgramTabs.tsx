import { useId, type KeyboardEvent, type ReactNode } from "react";
import type { FindingsSet, Program } from "#features/underwriting/contract.ts";
import { PROGRAMS, PROGRAM_NAMES } from "#features/underwriting/rules-edition-1/programs.ts";
import { OUTCOME_WORDS } from "#features/underwriting/labels.ts";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { OUTCOME_TONES } from "./outcome-tones.ts";
import styles from "./ProgramTabs.module.css";

interface ProgramTabsProps {
  readonly program: Program;
  readonly verdicts: FindingsSet["verdicts"];
  readonly onProgram: (program: Program) => void;
  /** What is seen under the program. */
  readonly children: ReactNode;
}

export function ProgramTabs({ program, verdicts, onProgram, children }: ProgramTabsProps) {
  const id = useId();

  function goAlong(event: KeyboardEvent): void {
    const wanted = programByKey(event.key, PROGRAMS.indexOf(program));
    if (wanted === undefined) return;
    event.preventDefault();
    onProgram(wanted);
    document.getElementById(`${id}-${wanted}`)?.focus();
  }

  return (
    <div className={styles.programs}>
      <div role="tablist" aria-label="Program" className={styles.tabs}>
        {PROGRAMS.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === program}
            aria-controls={`${id}-panel`}
            tabIndex={name === program ? 0 : -1}
            onClick={() => onProgram(name)}
            onKeyDown={goAlong}
          >
            <span className={styles.name}>{PROGRAM_NAMES[name]}</span>
            <StatusPill tone={OUTCOME_TONES[verdicts[name].outcome]}>
              {OUTCOME_WORDS[verdicts[name].outcome]}
            </StatusPill>
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${program}`} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}

function programByKey(key: string, now: number): Program | undefined {
  const last = PROGRAMS.length - 1;
  switch (key) {
    case "ArrowRight":
      return PROGRAMS[now === last ? 0 : now + 1];
    case "ArrowLeft":
      return PROGRAMS[now === 0 ? last : now - 1];
    case "Home":
      return PROGRAMS[0];
    case "End":
      return PROGRAMS[last];
    default:
      return undefined;
  }
}
