import type { ReactNode } from "react";
import styles from "./ChoiceGroup.module.css";

interface ChoiceGroupProps {
  readonly legend: string;
  /** How its choices look. */
  readonly className?: string | undefined;
  /** Set off by a line around it. */
  readonly isFramed?: boolean | undefined;
  readonly isBusy?: boolean | undefined;
  /** Id of its help or error text. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

export function ChoiceGroup({
  legend,
  className,
  isFramed = false,
  isBusy = false,
  describedBy,
  children,
}: ChoiceGroupProps) {
  return (
    <fieldset
      className={[styles.group, isFramed && styles.framed, className].filter(Boolean).join(" ")}
      aria-busy={isBusy || undefined}
      aria-describedby={describedBy}
    >
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
