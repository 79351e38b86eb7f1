import type { Evaluation, Finding, LeastDocumentation as Least } from "#features/underwriting/contract.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import styles from "./Answer.module.css";
import type { ReportLine } from "./report-lines.ts";

interface LeastDocumentationProps {
  readonly least: Least;
  readonly findings: Evaluation["findings"];
  readonly lines: ReadonlyMap<string, ReportLine>;
  readonly onFinding: (finding: Finding) => void;
}

/** The smallest set of explanations that turns the answer, each leading to its finding. */
export function LeastDocumentation({ least, findings, lines, onFinding }: LeastDocumentationProps) {
  const { steps, text, program } = least;
  if (steps.length === 0) return null;
  return (
    <div className={styles.least}>
      <p>{text}</p>
      <ul role="list" aria-label="What to explain">
        {steps.map(({ findingKey, transactionId, cents }) => {
          const finding = findings.find(({ key, programs }) => key === findingKey && programs.includes(program));
          const words = stepWords(finding, transactionId === null ? undefined : lines.get(transactionId), cents);
          return (
            <li key={`${findingKey} ${transactionId}`}>
              {finding === undefined ? (
                words
              ) : (
                <button type="button" className={styles.link} onClick={() => onFinding(finding)}>
                  {words}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function stepWords(finding: Finding | undefined, one: ReportLine | undefined, cents: number): string {
  const what = one === undefined ? (finding?.title ?? "") : `${formatDate(one.line.date)}, ${one.line.description}`;
  return cents === 0 ? what : `${what}: ${formatMoney(cents)}`;
}
