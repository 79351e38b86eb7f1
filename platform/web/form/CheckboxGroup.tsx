import type { ReactNode, Ref } from "react";
import { ChoiceGroup } from "./ChoiceGroup.tsx";
import styles from "./CheckboxGroup.module.css";

interface CheckboxGroupProps {
  readonly legend: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string, isChosen: boolean) => void;
  /** Said where there is nothing to choose. */
  readonly empty?: string;
  /** Set off by a line around it. */
  readonly isFramed?: boolean;
  /** Off, yet reachable: a box that was disabled under the finger would lose the focus. */
  readonly isOff?: boolean;
  readonly isBusy?: boolean;
  /** Id of the text that says why it is disabled, or what is wrong. */
  readonly describedBy?: string | undefined;
  readonly firstRef?: Ref<HTMLInputElement>;
  /** Shown between the legend and the boxes. */
  readonly before?: ReactNode;
  /** Shown below the boxes. */
  readonly children?: ReactNode;
}

export function CheckboxGroup({
  legend,
  options,
  chosen,
  onToggle,
  empty,
  isFramed,
  isOff = false,
  isBusy,
  describedBy,
  firstRef,
  before,
  children,
}: CheckboxGroupProps) {
  return (
    <ChoiceGroup legend={legend} className={styles.boxes} isFramed={isFramed} isBusy={isBusy} describedBy={describedBy}>
      {before}
      {options.length === 0 && empty && <p className={styles.none}>{empty}</p>}
      {options.map(({ id, name }, at) => (
        <label key={id}>
          <input
            ref={at === 0 ? firstRef : undefined}
            type="checkbox"
            checked={chosen.includes(id)}
            aria-disabled={isOff || undefined}
            aria-describedby={isOff ? describedBy : undefined}
            onChange={({ target }) => !isOff && onToggle(id, target.checked)}
          />
          {name}
        </label>
      ))}
      {children}
    </ChoiceGroup>
  );
}
