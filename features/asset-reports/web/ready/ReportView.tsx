// Owns a ready report on the page: the answer, the programs with the terms beside them, and below what they rest on.
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import type { retrieveAssetReport } from "#features/asset-reports/contract.ts";
import { NOT_SUPPLIED } from "#features/asset-reports/words.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { isTried, type WhatIf } from "#features/borrowers/web/loan/what-if-terms.ts";
import type { Finding, Program } from "#features/underwriting/contract.ts";
import { Answer } from "#features/underwriting/web/Answer.tsx";
import { nameOf } from "#features/underwriting/web/finding-words.ts";
import { ownProgramOf } from "#features/underwriting/rules-edition-1/programs.ts";
import { useEvaluation } from "#features/underwriting/web/use-evaluation.ts";
import { warningWords } from "#features/underwriting/labels.ts";
import type { ReplyOf } from "#kit/contract/call.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { useNear } from "#kit/web/use-near.ts";
import { useOnDemand } from "#kit/web/use-on-demand.ts";
import { ReportAnswer } from "./ReportAnswer.tsx";
import type { LinesOf, ReportDetailProps } from "./ReportDetail.tsx";
import { ReportEvaluation } from "./ReportEvaluation.tsx";
import { ReportTerms } from "./ReportTerms.tsx";
import styles from "./ReportView.module.css";
import { useTermsDesk } from "./use-terms-desk.ts";

// Most of the page's weight, and none of it in sight at first.
const loadDetail = () => import("./ReportDetail.tsx");
const ReportDifference = lazy(() =>
  import("./ReportDifference.tsx").then((file) => ({ default: file.ReportDifference })),
);

interface ReportViewProps {
  readonly retrieved: ReplyOf<typeof retrieveAssetReport>;
  readonly borrower: Borrower;
  /** Reads the borrower again: someone else may have saved. */
  readonly onStale: () => void;
}

export function ReportView({ retrieved, borrower, onStale }: ReportViewProps) {
  const { report, reading: parsedReport, warnings, asOf, expiresOn } = retrieved;
  const [whatIf, setWhatIf] = useState<WhatIf | null>(null);
  const terms = useTermsDesk();
  const detail = useRef<HTMLDivElement>(null);
  const [linesOf, setLinesOf] = useState<LinesOf | null>(null);
  const isDetailWanted = useNear(detail) || linesOf !== null;
  const evaluation = useEvaluation(retrieved, { ...borrower.loan, ...whatIf }, isDetailWanted || whatIf !== null);
  const own = ownProgramOf(evaluation.loan);
  const [chosen, setChosen] = useState<Program | null>(null);
  const [asked, setAsked] = useState<string | null>(null);

  function showLines(finding: Finding): void {
    setLinesOf({ finding });
    detail.current?.scrollIntoView({ block: "start" }); // of the detail, when it is here, the lines
  }

  const showFinding = useCallback((finding: Finding) => {
    setChosen((now) => (now !== null && finding.programs.includes(now) ? now : (finding.programs[0] ?? null)));
    setAsked(null); // asked for twice, it is shown twice
    requestAnimationFrame(() => setAsked(nameOf(finding)));
  }, []);

  const isDifferent = whatIf !== null && isTried(borrower.loan, whatIf);
  const isWhatIf = isDifferent && evaluation.isTried;
  const verdict = evaluation.verdicts[own];
  return (
    <>
      <ReportAnswer parsedReport={parsedReport} asOf={asOf} expiresOn={expiresOn}>
        <Answer verdict={verdict} isWhatIf={isWhatIf} isQuiet={whatIf !== null} onTerms={terms.edit} />
      </ReportAnswer>
      {evaluation.isLacking && (
        <Alert tone="stop" title="Other terms cannot be worked out">
          The rules did not load. Reload the page; until then the answer is that of the terms that are saved.
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert tone="info" title={NOT_SUPPLIED}>
          <Warnings all={warningWords({ items: parsedReport.items, warnings })} />
        </Alert>
      )}
      <div className={styles.columns}>
        <ReportEvaluation
          evaluation={evaluation}
          parsedReport={parsedReport}
          borrowerId={borrower.id}
          program={chosen ?? own}
          own={own}
          asked={asked}
          onProgram={setChosen}
          onTerms={terms.edit}
          onLines={showLines}
        />
        <ReportTerms
          borrower={borrower}
          desk={terms}
          whatIf={whatIf}
          answer={isDifferent === isWhatIf ? verdict.text : ""}
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
          figures={evaluation.figures}
          linesOf={linesOf}
          onAll={() => setLinesOf(null)}
          onFinding={showFinding}
        />
      </div>
    </>
  );
}

/** What keeps its place until it is here, so that the scroll bar tells the truth; paper says that it is not. */
function Detail({ isWanted, ...props }: ReportDetailProps & { readonly isWanted: boolean }) {
  const { value, isMissing } = useOnDemand(isWanted ? loadDetail : null);
  if (value !== undefined) return <value.ReportDetail {...props} />;
  if (isMissing)
    return (
      <Alert tone="stop" title="Accounts and transactions did not load">
        The answer above is whole. Reload the page for the rest; the PDF holds it too.
      </Alert>
    );
  return (
    <div className={styles.ahead} data-words="What follows was not loaded yet: print again, or take the PDF.">
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
