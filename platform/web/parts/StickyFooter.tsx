import { useEffect, type ReactNode } from "react";
import styles from "./StickyFooter.module.css";

const RESET_MS = 100;
let shown = 0;

/** The flag falls 100 ms after the last footer has gone, so that the next page's footer keeps it up. */
function useStickyFooterFlag(): void {
  useEffect(() => {
    const { dataset } = document.body; // the timer may outlive the document
    shown += 1;
    dataset["stickyFooter"] = "true";
    return () => {
      shown -= 1;
      setTimeout(() => {
        if (shown === 0) delete dataset["stickyFooter"];
      }, RESET_MS);
    };
  }, []);
}

interface StickyFooterProps {
  readonly children: ReactNode;
}

export function StickyFooter({ children }: StickyFooterProps) {
  useStickyFooterFlag();
  return (
    <div className={styles.footer} data-testid="sticky-footer">
      <div className={styles.inside}>{children}</div>
    </div>
  );
}
