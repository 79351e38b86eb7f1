// Owns what lies over a page until it is answered: the browser's own dialog, which keeps focus inside and gives it back.
import { useId, type ReactNode } from "react";
import styles from "./Dialog.module.css";
import { useModal } from "./use-modal.ts";

interface DialogProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly text?: ReactNode;
  /** Escape was pressed. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, text, onClose, children }: DialogProps) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
      onCancel={onClose}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {text !== undefined && <p id={`${id}-text`}>{text}</p>}
      {children}
    </dialog>
  );
}
