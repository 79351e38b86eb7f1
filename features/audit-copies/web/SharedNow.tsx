// Owns the link and the pass-code of what was just shared, shown this once.
import { useEffect, useRef } from "react";
import type * as z from "zod/mini";
import { WRONG_PASS_CODES, type createAuditCopy } from "#features/audit-copies/contract.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { CopyButton } from "#kit/web/parts/CopyButton.tsx";
import styles from "./SharedNow.module.css";

interface SharedNowProps {
  readonly shared: z.infer<typeof createAuditCopy.reply>;
  readonly onDone: () => void;
}

export function SharedNow({ shared: { copy, url, passCode }, onDone }: SharedNowProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []); // the form that had the focus is gone
  return (
    <section ref={section} tabIndex={-1} className={styles.shared} aria-label="Shared now">
      <Alert tone="ask" title="Tell the pass-code now: it is not shown again">
        The link is on its way to {copy.auditorEmail}. Tell {copy.auditorName} the pass-code by another way, such as the
        telephone. {WRONG_PASS_CODES} wrong tries close the copy for good.
      </Alert>
      <dl className={styles.secrets}>
        <dt>Pass-code</dt>
        <dd className={styles.code}>{passCode}</dd>
        <dt>Link</dt>
        <dd>{url}</dd>
      </dl>
      <div className={styles.buttons}>
        <CopyButton name="Pass-code" text={passCode} />
        <CopyButton name="Link" text={url} />
        <Button variant="primary" onClick={onDone}>
          I have told it
        </Button>
      </div>
    </section>
  );
}
