import { useMemo } from "react";
import type { Finding, Program, Severity } from "#features/underwriting/contract.ts";
import { PROGRAM_NAMES } from "#features/underwriting/rules-edition-1/programs.ts";
import { SEVERITIES } from "#features/underwriting/rules-edition-1/severities.ts";
import { SEVERITY_WORDS } from "#features/underwriting/labels.ts";
import type { ReportLine } from "#features/underwriting/web/report-lines.ts";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import { FindingItem, type FindingActs } from "./FindingItem.tsx";
import { nameOf } from "./finding-words.ts";
import styles from "./FindingsList.module.css";

/** The answer on top speaks of it: it is seen, however little it matters. */
const UNEXPLAINED = "LARGE_UNSOURCED";

interface FindingsListProps extends FindingActs {
  readonly program: Program;
  /** Of all programs. */
  readonly findings: readonly Finding[];
  readonly lines: ReadonlyMap<string, ReportLine>;
  /** Transactions with an answer that nobody has reviewed yet. */
  readonly proposed: ReadonlySet<string>;
  /** The one that was asked for, by name: it is open and has the focus. */
  readonly shown: string | null;
}

export function FindingsList({ program, findings, lines, proposed, shown, ...acts }: FindingsListProps) {
  const own = useMemo(() => findings.filter(({ programs }) => programs.includes(program)), [findings, program]);
  const group = (severity: Severity) => own.filter((finding) => finding.severity === severity);
  return (
    <Section title="Findings">
      {own.length === 0 && (
        <EmptyState title="Nothing was found">
          No rule saw anything to ask about under {PROGRAM_NAMES[program]}.
        </EmptyState>
      )}
      {SEVERITIES.map((severity) => (
        <Group
          key={severity}
          severity={severity}
          findings={group(severity)}
          isOpen={group(severity).some((finding) => finding.code === UNEXPLAINED || nameOf(finding) === shown)}
          lines={lines}
          proposed={proposed}
          shown={shown}
          {...acts}
        />
      ))}
    </Section>
  );
}

interface GroupProps extends FindingActs, Pick<FindingsListProps, "lines" | "proposed" | "shown"> {
  readonly severity: Severity;
  readonly findings: readonly Finding[];
  readonly isOpen: boolean;
}

function Group({ severity, findings, isOpen, lines, proposed, shown, ...acts }: GroupProps) {
  if (findings.length === 0) return null;
  const heading = `${SEVERITY_WORDS[severity]} (${findings.length})`;
  const list = (
    <ul role="list" className={styles.list}>
      {findings.map((finding, at) => (
        <FindingItem
          key={`${at} ${nameOf(finding)}`}
          finding={finding}
          lines={lines}
          proposed={proposed}
          isShown={nameOf(finding) === shown}
          {...acts}
        />
      ))}
    </ul>
  );
  if (severity !== "info")
    return (
      <div className={styles.group} data-severity={severity}>
        <h3>{heading}</h3>
        {list}
      </div>
    );
  return (
    <details className={styles.group} data-severity={severity} open={isOpen}>
      <summary>
        <h3>{heading}</h3>
      </summary>
      {list}
    </details>
  );
}
