import { useMemo, useState } from "react";
import type { Condition, Exhibit } from "#features/underwriting/contract.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import {
  type AppliedOverlay,
  type Evaluation,
  type Finding,
  type Program,
  SEVERITIES,
  type Severity,
} from "#features/underwriting/rules/evaluation.ts";
import { answerProgram, SEVERITY_LABELS } from "#features/underwriting/labels.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState } from "#platform/web/parts/QueryBoundary.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { ClearedConditions } from "./ClearedConditions.tsx";
import { FindingItem, type FindingActions } from "./FindingItem.tsx";
import type { NamedAccount } from "./finding-labels.ts";
import styles from "./FindingsList.module.css";
import type { ReportLine } from "./report-lines.ts";

const SHOWN_AT_FIRST = 20;

interface FindingsListProps extends FindingActions {
  readonly borrowerId: string;
  readonly exhibits: readonly Exhibit[];
  readonly program: Program;
  /** What the findings answer. */
  readonly question: Question;
  readonly evaluation: Evaluation;
  readonly overlay?: AppliedOverlay | null | undefined;
  /** Findings of all programs. */
  readonly findings: readonly Finding[];
  readonly conditions: readonly Condition[];
  readonly lines: ReadonlyMap<string, ReportLine>;
  readonly accounts: ReadonlyMap<string, NamedAccount>;
  /** Transactions with an answer that waits for a review. */
  readonly proposed: ReadonlySet<string>;
  /** Key of the finding that is open and has the focus. */
  readonly shown: string | null;
  readonly isTried: boolean;
}

export function FindingsList({ findings, overlay, ...rest }: FindingsListProps) {
  const { borrowerId, program, conditions } = rest;
  const own = useMemo(
    () =>
      findings.filter(
        ({ programs, waivedPrograms }) => programs.includes(program) && !waivedPrograms.includes(program),
      ),
    [findings, program],
  );
  const byKey = useMemo(
    () => new Map(conditions.flatMap((one) => (one.program === program ? [[one.key, one] as const] : []))),
    [conditions, program],
  );
  return (
    <Section
      title="Findings"
      action={
        <LinkButton size="small" variant="quiet" to={`/account/borrowers/view/${borrowerId}`}>
          Needs list
        </LinkButton>
      }
    >
      {own.length === 0 && (
        <EmptyState title="No findings">
          No rule found anything to ask about under {answerProgram(program, overlay)}.
        </EmptyState>
      )}
      {SEVERITIES.map((severity) => (
        <Group
          key={severity}
          severity={severity}
          findings={own.filter((finding) => finding.severity === severity)}
          byKey={byKey}
          {...rest}
        />
      ))}
      <ClearedConditions borrowerId={borrowerId} program={program} conditions={conditions} />
    </Section>
  );
}

/** The answer names uncounted deposits, so their findings are unfolded even if they are for information. */
function isForAnswer({ code }: Finding): boolean {
  return code === "LARGE_UNSOURCED";
}

interface GroupProps extends Omit<FindingsListProps, "conditions"> {
  readonly severity: Severity;
  readonly byKey: ReadonlyMap<string, Condition>;
}

function Group({ severity, findings, byKey, shown, ...rest }: GroupProps) {
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const at = findings.findIndex(({ key }) => key === shown);
  if (findings.length === 0) return null;
  const heading = `${SEVERITY_LABELS[severity]} (${findings.length})`;
  const visible = findings.slice(0, Math.max(limit, at + 1));
  const more = findings.length - visible.length;
  const list = (
    <>
      <ul role="list" className={styles.list}>
        {visible.map((finding) => (
          <FindingItem
            key={finding.key}
            finding={finding}
            condition={byKey.get(finding.key)}
            isShown={finding.key === shown}
            {...rest}
          />
        ))}
      </ul>
      {more > 0 && (
        <div>
          <Button size="small" onClick={() => setLimit(visible.length + SHOWN_AT_FIRST)}>
            {`Show ${Math.min(more, SHOWN_AT_FIRST)} more of ${findings.length}`}
          </Button>
        </div>
      )}
    </>
  );
  if (severity !== "info")
    return (
      <div className={styles.group} data-severity={severity}>
        <h3>{heading}</h3>
        {list}
      </div>
    );
  return (
    <details className={styles.group} data-severity={severity} open={at !== -1 || findings.some(isForAnswer)}>
      <summary>
        <h3>{heading}</h3>
      </summary>
      {list}
    </details>
  );
}
