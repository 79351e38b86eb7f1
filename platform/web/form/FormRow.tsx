import type { ReactNode } from "react";
import styles from "./FormRow.module.css";

interface FormRowProps {
  readonly children: ReactNode;
}

export function FormRow({ children }: FormRowProps) {
  return <div className={styles.row}>{children}</div>;
}
