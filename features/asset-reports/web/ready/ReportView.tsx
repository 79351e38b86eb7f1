import { lazy, Suspense, useCallback, useMemo, useRef, useState } from "react";
import type { retrieveAssetReport } from "#features/asset-reports/contract.ts";
import { NOT_SUPPLIED } from "#features/asset-reports/labels.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { isTried, type WhatIf } from "#features/borrowers/web/loan/tried-terms.ts";
import type { Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import { Answer, headlineOf } from "#features/underwriting/web/Answer.tsx";
import { LeastDocumentation } from "#features/underwriting/web/LeastDocumentation.tsx";
import { linesFor } from "#features/underwriting/web/report-lines.ts";
import { leadingProgram, validThrough } from "#features/underwriting/rules/summary.ts";
import { type ShownEvaluation, useEvaluation } from "#features/underwriting/web/use-evaluation.ts";
import { warningWords } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { useInView } from "#platform/web/use-in-view.ts";
import { usePart } from "#platform/web/use-part.ts";
import { ReportAnswer } from "./ReportAnswer.tsx";
import type { LinesOf, ReportDetailProps } from "./ReportDetail.tsx";
import { ReportEvaluation } from "./ReportEvaluation.tsx";
import { ReportTerms, useTermsEditor } from "./ReportTerms.tsx";
import styles from "./ReportView.module.css";

// Most of the page's code, below the fold.
const loadDetail = () => import("./ReportDetail.tsx");
const ReportDifference = lazy(() =>
  import("./ReportDifference.tsx").then((file) => ({ default: file.ReportDifference })),
);

interface ReportViewProps {
  readonly retrieved: ReplyOf<typeof retrieveAssetReport>;
  readonly borrower: Borrower;
  /** Reads the borrower again: someone else may have saved. */
  readonly onStale: () => void;
  /** Focuses the button that makes a report. */
  readonly onNewReport: () => void;
}

export function ReportView({ retrieved, borrower, onStale, onNewReport }: ReportViewProps) {
  const { report, parsedReport, warnings, asOf } = retrieved;
  const [whatIf, setWhatIf] = useState<WhatIf | null>(null);
  const terms = useTermsEditor();
  const detail = useRef<HTMLDivElement>(null);
  const [linesOf, setLinesOf] = useState<LinesOf | null>(null);
  const isDetailWanted = useInView(detail) || linesOf !== null;
  const evaluation = useEvaluation(retrieved, { ...borrower.loan, ...whatIf }, whatIf !== null);
  const own = leadingProgram(evaluation.verdicts, evaluation.loan);
  const lines = useLines(parsedReport, evaluation);
  const [chosen, setChosen] = useState<Program | null>(null);
  const [asked, setAsked] = useState<string | null>(null);

  function showLines(finding: Finding): void {
    setLinesOf({ finding });
    detail.current?.scrollIntoView({ block: "start" }); // the detail's lines, once it is loaded
  }

  const showFinding = useCallback((finding: Finding, wanted: Program | null = null) => {
    setChosen(
      (now) => [wanted, now, ...finding.programs].find((one) => one !== null && finding.programs.includes(one)) ?? null,
    );
    setAsked(null); // so that a second request shows it again
    requestAnimationFrame(() => setAsked(finding.key));
  }, []);

  const isDifferent = whatIf !== null && isTried(borrower.loan, whatIf);
  const isWhatIf = isDifferent && evaluation.isTried;
  const verdict = (own && evaluation.verdicts[own]) ?? null;
  const isSettled = verdict?.outcome === "enough" || verdict?.outcome === "enoughToClose";
  const least = own === null || isSettled ? undefined : evaluation.leastDocumentation[own];
  const program =
    chosen !== null && evaluation.programs.includes(chosen) ? chosen : (own ?? evaluation.programs[0] ?? "fannie");
  return (
    <>
      <ReportAnswer
        parsedReport={parsedReport}
        seenTwice={retrieved.figures.seenTwice}
        asOf={asOf}
        validThrough={validThrough(evaluation.verdicts, evaluation.loan)}
      >
        <Answer verdict={verdict} isWhatIf={isWhatIf} isQuiet={whatIf !== null} onTerms={terms.edit}>
          {least && (
            <LeastDocumentation
              least={least}
              findings={evaluation.findings}
              lines={lines}
              onFinding={(finding) => showFinding(finding, own)}
            />
          )}
        </Answer>
      </ReportAnswer>
      {evaluation.isMissingRules && (
        <Alert tone="stop" title="We couldn't try these terms">
          The rules didn&apos;t load. Reload the page. Until then the answer is for the saved terms.
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert tone="info" title={NOT_SUPPLIED}>
          <Warnings all={warningWords({ items: parsedReport.items, warnings })} />
        </Alert>
      )}
      <div className={styles.columns} data-editing={terms.isEditing || undefined}>
        <ReportEvaluation
          retrieved={retrieved}
          evaluation={evaluation}
          borrower={borrower}
          lines={lines}
          program={program}
          own={own}
          asked={asked}
          onProgram={setChosen}
          onTerms={terms.edit}
          onLines={showLines}
          onFinding={(finding) => showFinding(finding, program)}
          onNewReport={onNewReport}
        />
        <ReportTerms
          borrower={borrower}
          desk={terms}
          whatIf={whatIf}
          answer={isDifferent === isWhatIf ? headlineOf(verdict?.text ?? "") : ""}
          onWhatIf={setWhatIf}
          onStale={onStale}
        />
      </div>
      {report.parentReportId !== null && (
        <Suspense>
          <ReportDifference borrowerId={borrower.id} />
        </Suspense>
      )}
      <div ref={detail} className={styles.detail}>
        <Detail
          isWanted={isDetailWanted}
          retrieved={retrieved}
          evaluation={evaluation}
          program={program}
          linesOf={linesOf}
          onAll={() => setLinesOf(null)}
          onFinding={showFinding}
        />
      </div>
    </>
  );
}

/** Bank lines that findings, reductions and explanations name. */
function useLines(parsedReport: ParsedReport, { findings, funds, leastDocumentation }: ShownEvaluation) {
  return useMemo(() => {
    const ids = [
      ...findings.flatMap(({ transactionIds }) => transactionIds),
      ...Object.values(funds).flatMap((one) => one?.reductions.map(({ transactionId }) => transactionId) ?? []),
      ...Object.values(leastDocumentation).flatMap(
        (one) => one?.steps.flatMap(({ transactionId }) => transactionId ?? []) ?? [],
      ),
    ];
    return linesFor(parsedReport, new Set(ids));
  }, [parsedReport, findings, funds, leastDocumentation]);
}

/** Keeps its height until it is loaded. A printed page says that it is missing. */
function Detail({ isWanted, ...props }: ReportDetailProps & { readonly isWanted: boolean }) {
  const { value, isMissing } = usePart(loadDetail, isWanted);
  if (value !== undefined) return <value.ReportDetail {...props} />;
  if (isMissing)
    return (
      <Alert tone="stop" title="Accounts and transactions didn't load">
        The answer above is complete. Reload the page for the rest, or open the PDF.
      </Alert>
    );
  return (
    <div className={styles.ahead} data-words="The rest wasn't loaded yet. Print again, or use the PDF.">
      <Skeleton lines={12} />
    </div>
  );
}

function Warnings({ all }: { readonly all: readonly string[] }) {
  if (all.length === 1) return all[0];
  return (
    <ul className={styles.warnings}>
      {all.map((words, index) => (
        <li key={index}>{words}</li>
      ))}
    </ul>
  );
}
