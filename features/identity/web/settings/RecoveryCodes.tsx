// Owns the recovery codes, shown this once: to copy, to save, to put away.
import { useBlocker } from "@tanstack/react-router";
import { confirm } from "#kit/web/confirm.ts";
import { saveFile } from "#kit/web/http/download.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { CopyButton } from "#kit/web/parts/CopyButton.tsx";
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
      <Alert tone="ask" title="Keep these recovery codes now">
        They are not shown again. Each lets you in once when your phone is not at hand.
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
          I have kept them
        </Button>
      </div>
    </div>
  );
}

/** Who is logged out cannot stay. */
async function staysWithCodes(): Promise<boolean> {
  if (currentToken() === null) return false;
  return !(await confirm({
    title: "Leave without your recovery codes?",
    text: "They are not shown again. Copy or download them first.",
    cancel: "Stay",
    confirm: "Leave",
  }));
}
