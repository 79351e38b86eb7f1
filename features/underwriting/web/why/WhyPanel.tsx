import { useEffect, useMemo, useState } from "react";
import { type Counterfactuals, counterfactualsOf } from "#features/underwriting/rules/counterfactual.ts";
import { deriveFinding, type DerivedLine } from "#features/underwriting/rules/derivation.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import type { Evaluation, Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Money } from "#platform/web/parts/Values.tsx";
import { RuleLink } from "../RuleLink.tsx";
import styles from "./FindingWhy.module.css";
import {
  BROADER_TITLE,
  CHANGES_TITLE,
  type ChangeTexts,
  changeTexts,
  LINES_TITLE,
  RULE_TITLE,
  sourceText,
  STEPS_TITLE,
  stepText,
  whyText,
} from "./why-texts.ts";

export interface WhyPanelProps {
  /** What the findings on the page answer; without the earlier report, which only the server has. */
  readonly question: Question;
  readonly evaluation: Evaluation;
  readonly finding: Finding;
  readonly program: Program;
  /** Filters the transactions to these bank lines of the finding. */
  readonly onLines: (finding: Finding) => void;
}

/** The others are in the table of transactions. */
const LINES_SHOWN = 12;

export function WhyPanel({ question, evaluation, finding, program, onLines }: WhyPanelProps) {
  const derivation = useMemo(() => deriveFinding(question, evaluation, finding), [question, evaluation, finding]);
  const found = useCounterfactuals({ question, evaluation, finding });
  const changes = useMemo(
    () => found && changeTexts(found, finding, question, program),
    [found, finding, question, program],
  );
  const { steps, lines, rule, sources } = derivation;
  return (
    <div className={styles.panel}>
      {changes === undefined ? (
        <section>
          <h5>{CHANGES_TITLE}</h5>
          <Skeleton lines={2} />
        </section>
      ) : (
        <Changes {...changes} />
      )}
      {steps.length > 0 && (
        <section>
          <h5>{STEPS_TITLE}</h5>
          <ol role="list" className={styles.steps}>
            {steps.map((step, at) => {
              const { label, text } = stepText(step);
              return (
                <li key={at} data-kind={step.kind}>
                  <span className={styles.label}>{label}</span>
                  <span>{text}</span>
                </li>
              );
            })}
          </ol>
        </section>
      )}
      {lines.length > 0 && <Lines lines={lines} finding={finding} onLines={onLines} />}
      <section>
        <h5>{RULE_TITLE}</h5>
        <p>
          {rule.checks} <RuleLink ruleId={finding.ruleId} title={finding.title} />
        </p>
        <p className={styles.also}>{sourceText(sources, program)}</p>
      </section>
      {changes !== undefined && (
        <div className={styles.copy}>
          <CopyButton name="Explanation" text={whyText(finding, evaluation, program, derivation, changes)} />
        </div>
      )}
    </div>
  );
}

function Changes({ changes, broader, reason }: ChangeTexts) {
  return (
    <>
      {(changes.length > 0 || reason !== "") && (
        <section>
          <h5>{CHANGES_TITLE}</h5>
          {reason !== "" && <p>{reason}</p>}
          {changes.length > 0 && (
            <ul className={styles.changes}>
              {changes.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </section>
      )}
      {broader.length > 0 && (
        <section>
          <h5>{BROADER_TITLE}</h5>
          <ul className={styles.changes}>
            {broader.map(({ text, also }) => (
              <li key={text}>
                {text} <span className={styles.also}>{also}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type Asked = Pick<WhyPanelProps, "question" | "evaluation" | "finding">;

/** Tries the changes on the rules, once the rest is shown. */
function useCounterfactuals({ question, evaluation, finding }: Asked): Counterfactuals | undefined {
  const [found, setFound] = useState<{ readonly of: Finding; readonly value: Counterfactuals }>();
  useEffect(() => {
    const timer = setTimeout(() => setFound({ of: finding, value: counterfactualsOf(question, evaluation, finding) }));
    return () => clearTimeout(timer);
  }, [question, evaluation, finding]);
  return found?.of === finding ? found.value : undefined;
}

interface LinesProps extends Pick<WhyPanelProps, "finding" | "onLines"> {
  readonly lines: readonly DerivedLine[];
}

function Lines({ lines, finding, onLines }: LinesProps) {
  const more = lines.length - LINES_SHOWN;
  return (
    <section>
      <h5>{LINES_TITLE}</h5>
      <table aria-label={`${LINES_TITLE}: ${finding.title}`} className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Description</th>
            <th scope="col">Account</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, LINES_SHOWN).map(({ transactionId, date, description, accountName, cents, currency }) => (
            <tr key={transactionId}>
              <td>{formatDate(date)}</td>
              <td>
                <Button
                  size="small"
                  variant="quiet"
                  label={`Show in transactions: ${description}, ${formatDate(date)}`}
                  onClick={() => onLines({ ...finding, transactionIds: [transactionId] })}
                >
                  {description}
                </Button>
              </td>
              <td>{accountName}</td>
              <td>
                <Money cents={cents} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className={styles.also}>and {more} more, in the transactions below</p>}
    </section>
  );
}
