// Owns the frame of every face of a visit: one column for a phone, larger type, and a word where the network is gone.
import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore, type ReactNode } from "react";
import { PAGES } from "#features/visits/words/pages.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import styles from "./VisitFrame.module.css";

interface VisitFrameProps {
  readonly children: ReactNode;
}

export function VisitFrame({ children }: VisitFrameProps) {
  const isOnline = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  );
  return (
    <div className={styles.frame}>
      {!isOnline && (
        <Alert tone="ask" title={PAGES.offline.title}>
          {PAGES.offline.text}
        </Alert>
      )}
      {children}
    </div>
  );
}
