import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import { SeverityIcon } from "#features/underwriting/web/SeverityIcon.tsx";
import { SEVERITY_LABELS } from "#features/underwriting/labels.ts";
import styles from "./TransactionsTable.module.css";

interface FindingMarkProps {
  readonly finding: Finding;
  readonly onFinding: (finding: Finding) => void;
}

export function FindingMark({ finding, onFinding }: FindingMarkProps) {
  const { severity, title } = finding;
  const words = `${SEVERITY_LABELS[severity]}: ${title}`;
  return (
    <button
      type="button"
      className={styles.mark}
      data-severity={severity}
      title={words}
      aria-label={`Show finding. ${words}`}
      onClick={() => onFinding(finding)}
    >
      <SeverityIcon severity={severity} />
    </button>
  );
}
