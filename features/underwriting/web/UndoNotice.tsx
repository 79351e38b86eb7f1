import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useUndoDecision } from "./api.ts";
import styles from "./Conditions.module.css";

/** The last action, as long as it can be undone in the same place. */
export interface LastAct {
  readonly text: string;
  /** Given what takes back a decision, for an action that is one. */
  readonly undo: (undoDecision: ReturnType<typeof useUndoDecision>["mutateAsync"]) => Promise<unknown>;
}

interface UndoNoticeProps {
  readonly act: LastAct;
  readonly onClose: () => void;
}

export function UndoNotice({ act, onClose }: UndoNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const decision = useUndoDecision(); // here, so that a press draws this notice alone
  const undo = useMutation({ mutationFn: () => act.undo(decision.mutateAsync), onSuccess: onClose });
  // The pressed button disappeared with its finding.
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
