import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import styles from "./SecretDialog.module.css";

/** The secret of a new or rotated API key, by the key's name. */
export interface ShownSecret {
  readonly name: string;
  readonly secret: string;
}

interface SecretDialogProps {
  readonly title: string;
  /** What it is for, before what to do with it. */
  readonly purpose?: string;
  readonly what: "key" | "secret";
  readonly secret: string;
  readonly onClose: () => void;
}

/** A new secret, this once. */
export function SecretDialog({ title, purpose = "", what, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      text={`${purpose} Copy the ${what} now and store it safely. For your security, we can't show it again.`.trim()}
      onClose={() => {}} // Escape must not lose the only copy.
    >
      <p className={styles.secret}>
        <code>{secret}</code> <CopyButton name={what === "key" ? "Key" : "Secret"} text={secret} />
      </p>
      <p className={styles.done}>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </p>
    </Dialog>
  );
}
