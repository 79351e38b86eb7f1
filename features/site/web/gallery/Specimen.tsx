// Owns one shared piece as the gallery shows it: its name, a word on it, and the piece itself.
import type { ReactNode } from "react";
import styles from "./Gallery.module.css";

interface SpecimenProps {
  readonly name: string;
  readonly about?: string;
  /** Beside each other where there is room; else below each other. */
  readonly isRow?: boolean;
  /** No wider than a form is. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
}

export function Specimen({ name, about, isRow = false, isForm = false, children }: SpecimenProps) {
  return (
    <div className={styles.specimen}>
      <h3>{name}</h3>
      {about && <p className={styles.about}>{about}</p>}
      <div className={`${isRow ? styles.row : styles.stack} ${isForm ? styles.form : ""}`}>{children}</div>
    </div>
  );
}
