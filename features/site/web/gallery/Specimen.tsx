import type { ReactNode } from "react";
import styles from "./Gallery.module.css";

interface SpecimenProps {
  readonly name: string;
  readonly about?: string;
  /** Side by side if there is room, otherwise one below the other. */
  readonly isRow?: boolean;
  /** As wide as a form at most. */
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
