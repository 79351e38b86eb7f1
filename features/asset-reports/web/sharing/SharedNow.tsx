import { useEffect, useRef } from "react";
import type * as z from "zod/mini";
import { WRONG_PASS_CODES, type createAuditCopy } from "#features/asset-reports/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
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
      <Alert tone="ask" title="Share this passcode now. You won't see it again">
        We emailed the link to {copy.auditorEmail}. Give {copy.auditorName} the passcode another way, such as by phone.{" "}
        {WRONG_PASS_CODES} wrong attempts disable the link.
      </Alert>
      <dl className={styles.secrets}>
        <dt>Passcode</dt>
        <dd className={styles.code}>{passCode}</dd>
        <dt>Link</dt>
        <dd>{url}</dd>
      </dl>
      <div className={styles.buttons}>
        <CopyButton name="Passcode" text={passCode} />
        <CopyButton name="Link" text={url} />
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
