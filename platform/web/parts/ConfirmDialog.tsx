import type { ConfirmRequest } from "../confirm.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import styles from "./Dialog.module.css";

interface ConfirmDialogProps {
  readonly request: ConfirmRequest;
}

export function ConfirmDialog({ request }: ConfirmDialogProps) {
  return (
    <Dialog title={request.title} text={request.text} onClose={() => request.answer(false)}>
      <div className={styles.buttons}>
        <Button onClick={() => request.answer(false)}>{request.cancel}</Button>
        <Button variant={request.tone === "danger" ? "danger" : "primary"} onClick={() => request.answer(true)}>
          {request.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
