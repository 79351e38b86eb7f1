import type { ReactNode } from "react";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { useIsOnline } from "#platform/web/use-is-online.ts";
import styles from "./BorrowerPortal.module.css";

interface PortalFrameProps {
  readonly children: ReactNode;
}

export function PortalFrame({ children }: PortalFrameProps) {
  const isOnline = useIsOnline();
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
