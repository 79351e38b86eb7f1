// Owns how the report is judged, on the page: the programs, the money, the findings, and what is wanted for the rest.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Evidence, Finding, Program } from "#features/underwriting/contract.ts";
import { evidenceOf } from "#features/underwriting/web/data.ts";
import { FindingsList } from "#features/underwriting/web/FindingsList.tsx";
import type { OnTerms } from "#features/underwriting/web/MissingTerms.tsx";
import { NotEvaluated } from "#features/underwriting/web/NotEvaluated.tsx";
import { ProgramTabs } from "#features/underwriting/web/ProgramTabs.tsx";
import { linesFor, type ReportLine } from "#features/underwriting/web/report-lines.ts";
import type { ShownEvaluation } from "#features/underwriting/web/use-evaluation.ts";
import { Waterfall } from "#features/underwriting/web/Waterfall.tsx";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { ReportEvidence } from "./ReportEvidence.tsx";
import styles from "./ReportView.module.css";

const Workbench = lazy(() =>
  import("#features/underwriting/web/Workbench.tsx").then((file) => ({ default: file.Workbench })),
);

interface ReportEvaluationProps {
  readonly evaluation: ShownEvaluation;
  readonly parsedReport: ParsedReport;
  readonly borrowerId: string;
  readonly program: Program;
  /** The loan's own: its verdict stands on top of the page already. */
  readonly own: Program;
  /** The finding that was asked for, by name. */
  readonly asked: string | null;
  readonly onProgram: (program: Program) => void;
  readonly onTerms: OnTerms;
  readonly onLines: (finding: Finding) => void;
}

export function ReportEvaluation(props: ReportEvaluationProps) {
  const { evaluation, parsedReport, borrowerId, program, own, asked, onProgram, onTerms, onLines } = props;
  const { verdicts, funds, findings, notEvaluated, loan } = evaluation;
  /** What is on the workbench; a gift to come is no line yet. */
  const [bench, setBench] = useState<{ readonly deposit: ReportLine | null } | null>(null);
  const lines = useMemo(
    () => linesFor(parsedReport, new Set(findings.flatMap(({ transactionIds }) => transactionIds))),
    [parsedReport, findings],
  );
  const { data: known } = useQuery(evidenceOf({ borrowerId }));
  const proposed = useMemo(() => proposedOf(known?.evidence ?? []), [known]);
  return (
    <ProgramTabs program={program} verdicts={verdicts} onProgram={onProgram}>
      {program !== own && <p className={styles.verdict}>{verdicts[program].text}</p>}
      <Waterfall program={program} funds={funds[program]} loan={loan} />
      <FindingsList
        program={program}
        findings={findings}
        lines={lines}
        proposed={proposed}
        shown={asked}
        onExplain={(deposit) => setBench({ deposit })}
        onTerms={onTerms}
        onLines={onLines}
      />
      <NotEvaluated program={program} notEvaluated={notEvaluated} onTerms={onTerms} />
      <ReportEvidence borrowerId={borrowerId} report={parsedReport} onOpen={(deposit) => setBench({ deposit })} />
      {bench !== null && (
        <Suspense>
          <Workbench borrowerId={borrowerId} deposit={bench.deposit} onClose={() => setBench(null)} />
        </Suspense>
      )}
    </ProgramTabs>
  );
}

/** Transactions for which evidence waits to be reviewed. */
function proposedOf(evidence: readonly Evidence[]): ReadonlySet<string> {
  return new Set(evidence.flatMap(({ state, transactionId }) => (state === "proposed" ? (transactionId ?? []) : [])));
}
