import X from "lucide-react/icons/x";
import { useState, type ReactNode } from "react";
import styles from "./Banner.module.css";

interface BannerProps {
  readonly testId: string;
  readonly children: ReactNode;
}

export function Banner({ testId, children }: BannerProps) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <div className={styles.banner} data-testid={testId}>
      <span>{children}</span>
      <button type="button" aria-label="Dismiss" onClick={() => setOpen(false)}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
