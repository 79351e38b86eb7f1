import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import styles from "./Conditions.module.css";

/** The last act, as long as it can be undone from where it was done. */
export interface LastAct {
  readonly text: string;
  readonly undo: () => Promise<unknown>;
}

interface UndoNoticeProps {
  readonly act: LastAct;
  readonly onClose: () => void;
}

export function UndoNotice({ act, onClose }: UndoNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const undo = useMutation({ mutationFn: act.undo, onSuccess: onClose });
  // The pressed button went away with its finding.
  useEffect(() => place.current?.focus({ preventScroll: true }), [act]);
  return (
    <div ref={place} role="status" tabIndex={-1} className={styles.undo}>
      <p>{act.text}</p>
      {undo.error && <Alert tone="stop">{explain(undo.error)}</Alert>}
      <div>
        <Button size="small" isBusy={undo.isPending} onClick={() => undo.mutate()}>
          Undo
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
