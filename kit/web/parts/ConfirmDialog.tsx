// Owns the dialog of `confirm`: the browser's own, which keeps focus inside and gives it back.
import { useEffect, useId, useRef } from "react";
import type { ConfirmRequest } from "../confirm.ts";
import { Button } from "./Button.tsx";
import styles from "./ConfirmDialog.module.css";

interface ConfirmDialogProps {
  readonly request: ConfirmRequest;
}

export function ConfirmDialog({ request }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={() => request.answer(false)}
    >
      <h2 id={`${id}-title`}>{request.title}</h2>
      <p id={`${id}-text`}>{request.text}</p>
      <div className={styles.buttons}>
        <Button onClick={() => request.answer(false)}>{request.cancel}</Button>
        <Button variant="primary" onClick={() => request.answer(true)}>
          {request.confirm}
        </Button>
      </div>
    </dialog>
  );
}
