import { formatMoney } from "#platform/money/money.ts";
import type {
  AppliedOverlay,
  Evaluation,
  Finding,
  LeastDocumentation as Least,
} from "#features/underwriting/rules/evaluation.ts";
import { answerProgram } from "#features/underwriting/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import type { ReportLine } from "./report-lines.ts";
import styles from "./Conditions.module.css";

interface LeastDocumentationProps {
  readonly least: Least;
  readonly overlay: AppliedOverlay | null | undefined;
  readonly findings: Evaluation["findings"];
  readonly lines: ReadonlyMap<string, ReportLine>;
  readonly onFinding: (finding: Finding) => void;
}

/** The smallest set of explanations that changes the answer, then the other blockers; each links to its finding. */
export function LeastDocumentation({ least, overlay, findings, lines, onFinding }: LeastDocumentationProps) {
  const { steps, alsoRequired, program, isPossible } = least;
  if (steps.length === 0 && alsoRequired.length === 0) return null;
  const findingOf = (key: string) => findings.find((one) => one.key === key && one.programs.includes(program));
  const step = (key: string, transactionId: string | null | undefined, cents: number) => {
    const finding = findingOf(key);
    const id = transactionId ?? finding?.transactionIds[0];
    return (
      <li key={`${key} ${transactionId}`}>
        <Jump finding={finding} onFinding={onFinding}>
          {stepWords(finding, id === undefined ? undefined : lines.get(id), cents)}
        </Jump>
      </li>
    );
  };
  return (
    <div className={styles.least}>
      <p>{steps.length === 0 && isPossible ? clearWords(least, overlay) : least.text}</p>
      {steps.length > 0 && (
        <ul role="list" aria-label="What to explain">
          {steps.map(({ findingKey, transactionId, cents }) => step(findingKey, transactionId, cents))}
        </ul>
      )}
      {alsoRequired.length > 0 && (
        <>
          {steps.length > 0 && <p className={styles.also}>Also to clear:</p>}
          <ul role="list" aria-label="Also to clear">
            {alsoRequired.map((key) => step(key, null, 0))}
          </ul>
        </>
      )}
    </div>
  );
}

function clearWords({ alsoRequired, program }: Least, overlay: LeastDocumentationProps["overlay"]): string {
  const conditions = alsoRequired.length === 1 ? "this condition" : `these ${alsoRequired.length} conditions`;
  return `Clear ${conditions}, and the funds are enough to close under ${answerProgram(program, overlay)}.`;
}

interface JumpProps extends Pick<LeastDocumentationProps, "onFinding"> {
  readonly finding: Finding | undefined;
  readonly children: string;
}

function Jump({ finding, onFinding, children }: JumpProps) {
  if (finding === undefined) return children;
  return (
    <>
      <button type="button" className={styles.link} onClick={() => onFinding(finding)}>
        {children}
      </button>
      <span className={styles.paper} aria-hidden="true">
        {children}
      </span>
    </>
  );
}

function stepWords(finding: Finding | undefined, one: ReportLine | undefined, cents: number): string {
  const title = finding?.title ?? "";
  if (one === undefined) return cents === 0 ? title : `${title}: ${formatMoney(cents)}`;
  const { unsourcedCents } = finding?.inputs ?? {};
  const open = typeof unsourcedCents === "number" ? unsourcedCents : Math.abs(one.line.amountCents);
  const amount = formatMoney(cents === 0 ? open : cents);
  return `${cents === 0 ? `${title}: ` : ""}${formatDate(one.line.date)}, ${one.line.description}, ${amount}`;
}
