import { useState } from "react";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { useLazy } from "#platform/web/use-lazy.ts";
import styles from "./FindingWhy.module.css";
import type { WhyPanelProps } from "./WhyPanel.tsx";

const loadPanel = () => import("./WhyPanel.tsx");

/** What a finding follows from, and what would change it. It is worked out once someone opens it. */
export function FindingWhy(props: WhyPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { value, isMissing } = useLazy(isOpen ? loadPanel : null);
  return (
    <details className={styles.why} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Why, and what would change it<span className="visually-hidden">: {props.finding.title}</span>
      </summary>
      {isOpen && value !== undefined && <value.WhyPanel {...props} />}
      {isOpen && value === undefined && !isMissing && <Skeleton lines={4} />}
      {isMissing && (
        <Alert tone="stop" title="We couldn't load the explanation">
          Reload the page to see it.
        </Alert>
      )}
    </details>
  );
}
