import { useBlocker } from "@tanstack/react-router";
import { confirm } from "#platform/web/confirm.ts";
import { saveFile } from "#platform/web/http/download.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import styles from "./RecoveryCodes.module.css";
import { currentToken } from "../session/session.ts";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join("\n");
  useBlocker({ shouldBlockFn: staysWithCodes, enableBeforeUnload: true });
  return (
    <div className={styles.codes}>
      <Alert tone="ask" title="Save your recovery codes">
        Each works once if you lose your phone. You won&apos;t see them again.
      </Alert>
      <ul role="list" aria-label="Recovery codes" className={styles.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton name="Codes" text={text} />
        <Button onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")}>
          Download codes
        </Button>
        <Button variant="primary" onClick={onDone}>
          I&apos;ve saved them
        </Button>
      </div>
    </div>
  );
}

/** A user who is signed out cannot stay. */
async function staysWithCodes(): Promise<boolean> {
  if (currentToken() === null) return false;
  return !(await confirm({
    title: "Leave without your recovery codes?",
    text: "You won't see them again. Copy or download them first.",
    cancel: "Stay",
    confirm: "Leave",
  }));
}
