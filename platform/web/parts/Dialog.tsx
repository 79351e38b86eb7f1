import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent, type RefObject } from "react";
import styles from "./Dialog.module.css";

interface DialogProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly text?: ReactNode;
  /** A question, or a place to work in. */
  readonly size?: "small" | "large";
  /** Escape was pressed; the dialog stays until its owner takes it away. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, text, size = "small", onClose, children }: DialogProps) {
  const dialog = useModal();
  const id = useId();

  function cancel(event: SyntheticEvent): void {
    if (event.target !== event.currentTarget) return; // a file was not chosen
    event.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={`${id}-title`}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
      onCancel={cancel}
      // Some browsers close it at the second Escape whatever is said.
      onClose={({ currentTarget, target }) => {
        if (target === currentTarget && currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {text !== undefined && <p id={`${id}-text`}>{text}</p>}
      {children}
    </dialog>
  );
}

/** For the `<dialog>` that is shown as long as its component is. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed before it leaves the page: only then does the browser give the focus back to what opened it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return dialog;
}
