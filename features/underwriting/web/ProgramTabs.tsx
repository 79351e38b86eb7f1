import { startTransition, useEffect, useId, useOptimistic, useRef, type KeyboardEvent, type ReactNode } from "react";
import type { Evaluation, Outcome, Program } from "#features/underwriting/rules/evaluation.ts";
import { OUTCOME_LABELS, answerProgram } from "#features/underwriting/labels.ts";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { OUTCOME_TONES } from "./outcome-tones.ts";
import styles from "./Waterfall.module.css";

interface ProgramTabsProps {
  /** Names the list of tabs. */
  readonly label?: string;
  readonly program: Program;
  /** In the order of the tabs. */
  readonly programs: readonly Program[];
  /** `null`: no rules are evaluated for the loan's program, so no tab has an answer. */
  readonly verdicts: Evaluation["verdicts"] | null;
  readonly onProgram: (program: Program) => void;
  /** The panel of the chosen program. */
  readonly children: ReactNode;
}

export function ProgramTabs({ label = "Program", program, programs, verdicts, onProgram, children }: ProgramTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useOptimistic(program); // the tab answers the click, then its panel is drawn

  // On a narrow page the selected tab may be out of view.
  useEffect(() => {
    const tab = document.getElementById(`${id}-${selected}`);
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft;
  }, [id, selected]);

  function choose(wanted: Program): void {
    startTransition(() => {
      setSelected(wanted);
      onProgram(wanted);
    });
  }

  function goAlong(event: KeyboardEvent): void {
    const wanted = programByKey(event.key, programs, programs.indexOf(selected));
    if (wanted === undefined) return;
    event.preventDefault();
    choose(wanted);
    document.getElementById(`${id}-${wanted}`)?.focus();
  }

  return (
    <div className={styles.programs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
        {programs.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={goAlong}
          >
            <span className={styles.name}>{answerProgram(name, verdicts?.[name])}</span>
            {verdicts && <OutcomePill outcome={verdicts[name]?.outcome ?? "notEvaluated"} />}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${selected}`}
        aria-busy={selected !== program}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}

function OutcomePill({ outcome }: { readonly outcome: Outcome }) {
  return <StatusPill tone={OUTCOME_TONES[outcome]}>{OUTCOME_LABELS[outcome]}</StatusPill>;
}

function programByKey(key: string, programs: readonly Program[], now: number): Program | undefined {
  const last = programs.length - 1;
  switch (key) {
    case "ArrowRight":
      return programs[now === last ? 0 : now + 1];
    case "ArrowLeft":
      return programs[now === 0 ? last : now - 1];
    case "Home":
      return programs[0];
    case "End":
      return programs[last];
    default:
      return undefined;
  }
}
