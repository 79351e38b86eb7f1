import { overlayLabel } from "#features/underwriting/rules/overlay-names.ts";
import { undocumentedWords } from "#features/underwriting/labels.ts";
import { isAccepted } from "#features/underwriting/rules/prepare.ts";
import { memo, lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import type { retrieveAssetReport } from "#features/asset-reports/contract.ts";
import { FROM_FILES, NOT_SUPPLIED } from "#features/asset-reports/labels.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { isTried, type WhatIf } from "#features/borrowers/web/loan/tried-terms.ts";
import type { Figures, Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import { Answer, headlineOf } from "#features/underwriting/web/Answer.tsx";
import { LeastDocumentation } from "#features/underwriting/web/LeastDocumentation.tsx";
import { linesFor } from "#features/underwriting/web/report-lines.ts";
import { leadingProgram, validThrough } from "#features/underwriting/rules/summary.ts";
import { useEvaluation, type ShownEvaluation } from "#features/underwriting/web/use-evaluation.ts";
import { isSettledOutcome, overlayNote, typeWords, warningWords } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { usePrintedHead } from "#platform/web/printing.ts";
import { useInView } from "#platform/web/use-in-view.ts";
import { useLazy, usePart } from "#platform/web/use-lazy.ts";
import type { BreakEvenProps } from "#features/underwriting/web/break-even/BreakEven.tsx";
import type { LinesOf, ReportDetailProps } from "./ReportDetail.tsx";
import { ReportEvaluation } from "./ReportEvaluation.tsx";
import { ReportTerms, useTermsEditor } from "./ReportTerms.tsx";
import { WithheldBanks } from "./WithheldBanks.tsx";
import styles from "./ReportView.module.css";
import { longDay } from "#platform/dates/days.ts";
import { formatCount, formatList } from "#platform/text/text.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Money } from "#platform/web/parts/Values.tsx";
import { daysBetween, freshnessOf } from "#features/borrowers/web/freshness.ts";
import { accountsOf, ownersOf, totalsOf, type Total } from "../accounts/totals.ts";

// Most of the page's code, below the fold.
const loadDetail = () => import("./ReportDetail.tsx");
const ReportDifference = lazy(() =>
  import("./ReportDifference.tsx").then((file) => ({ default: file.ReportDifference })),
);

const loadBreakEven = () => import("#features/underwriting/web/break-even/BreakEven.tsx");

interface ReportViewProps {
  readonly retrieved: ReplyOf<typeof retrieveAssetReport>;
  readonly borrower: Borrower;
  /** Reads the borrower again: someone else may have saved. */
  readonly onStale: () => void;
  /** Focuses the button that makes a report. */
  readonly onNewReport: () => void;
}

/** The largest part of the page, so that a press of a button above it does not draw it again. */
export const ReportView = memo(function ReportView({ retrieved, borrower, onStale, onNewReport }: ReportViewProps) {
  const { report, parsedReport, warnings, asOf, printed } = retrieved;
  usePrintedHead(
    [
      `Asset report for ${formatList(printed.fullNames)}`,
      printed.loanNumber === null ? "" : `loan ${printed.loanNumber}`,
    ]
      .filter((part) => part !== "")
      .join(", "),
    `${printed.lender}, data as of ${longDay(asOf)}`,
  );
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

  const { overlay } = retrieved.inputs.policy;
  const isDifferent = whatIf !== null && isTried(borrower.loan, whatIf);
  const isWhatIf = isDifferent && evaluation.isTried;
  const verdict = (own && evaluation.verdicts[own]) ?? null;
  const isSettled = verdict !== null && isSettledOutcome(verdict);
  const least = own === null || isSettled ? undefined : evaluation.leastDocumentation[own];
  const program =
    chosen !== null && evaluation.programs.includes(chosen) ? chosen : (own ?? evaluation.programs[0] ?? "fannie");
  return (
    <>
      {parsedReport.source === "files" && (
        <Alert tone="ask" title={FROM_FILES.title}>
          {FROM_FILES.text}
        </Alert>
      )}
      {overlay && (
        <Alert tone={overlay.programName === null ? "info" : "ask"} title={overlayLabel(overlay)}>
          {overlayNote(overlay)}
        </Alert>
      )}
      <WithheldBanks borrowerId={borrower.id} retrieved={retrieved} />
      <ReportAnswer
        parsedReport={parsedReport}
        seenTwice={retrieved.figures.seenTwice}
        asOf={asOf}
        validThrough={validThrough(evaluation.verdicts, evaluation.loan)}
      >
        <Answer
          verdict={verdict}
          isWhatIf={isWhatIf}
          isQuiet={whatIf !== null}
          onTerms={terms.edit}
          caveat={undocumentedWords(retrieved.inputs.evidence.filter(isAccepted))}
        >
          {least && (
            <LeastDocumentation
              overlay={overlay}
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
          breakEven={
            <BreakEvenPart
              retrieved={retrieved}
              evaluation={evaluation}
              program={program}
              onTry={(tried) => setWhatIf({ ...whatIf, ...tried })}
              onTerms={terms.edit}
            />
          }
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
});

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

function BreakEvenPart(props: BreakEvenProps) {
  const { value, isMissing } = useLazy(loadBreakEven);
  if (value !== undefined) return <value.BreakEven {...props} />;
  if (isMissing)
    return (
      <Alert tone="stop" title="The break-even didn't load">
        Reload the page to see it. Terms can still be tried.
      </Alert>
    );
  return <Skeleton lines={8} />;
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

interface ReportAnswerProps {
  readonly parsedReport: ParsedReport;
  /** Accounts that two sign-ins show; each is added once. */
  readonly seenTwice: Figures["seenTwice"];
  readonly asOf: string;
  /** The last day on which the data is young enough; `null`: no account counts. */
  readonly validThrough: string | null;
  /** The answer itself. */
  readonly children: ReactNode;
}

function ReportAnswer({ parsedReport, seenTwice, asOf, validThrough, children }: ReportAnswerProps) {
  const accounts = accountsOf(parsedReport);
  const owners = ownersOf(accounts);
  const banks = parsedReport.items.map(({ institutionName }) => institutionName);
  return (
    <section className={styles.answer} aria-label="Summary">
      <div className={styles.top}>
        {children}
        {validThrough !== null && <FreshnessClock asOf={asOf} expiresOn={validThrough} />}
      </div>
      <div className={styles.below}>
        <p>
          {owners.length === 0
            ? "The bank doesn't name an owner of"
            : `${formatList(owners)} ${owners.length === 1 ? "holds" : "hold"}`}{" "}
          {formatCount(accounts.length, "account")} at {formatList(banks)}, as of {formatDate(asOf)}.
        </p>
        <dl className={styles.totals}>
          {totalsOf(parsedReport, seenTwice).map((total) => (
            <Sum key={`${total.type} ${total.currency}`} total={total} />
          ))}
        </dl>
      </div>
    </section>
  );
}

function Sum({ total: { type, currency, accounts, cents, withoutBalance } }: { readonly total: Total }) {
  const known = withoutBalance === accounts ? null : cents;
  return (
    <div>
      <dt>{typeWords(type)}</dt>
      <dd className={styles.sum}>
        <Money cents={known} currency={currency} />
      </dd>
      {withoutBalance > 0 && <dd className={styles.count}>{withoutBalance} without a balance</dd>}
    </div>
  );
}

interface FreshnessClockProps {
  readonly asOf: string;
  readonly expiresOn: string;
}

function FreshnessClock({ asOf, expiresOn }: FreshnessClockProps) {
  const { tone, words, daysLeft } = freshnessOf(expiresOn);
  const whole = daysBetween(Date.parse(asOf), Date.parse(expiresOn)) || 1;
  const percent = Math.min(100, Math.max(0, (daysLeft / whole) * 100));
  return (
    <p className={styles.clock} data-tone={tone}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx={10} cy={10} r={8} className={styles.face} />
        <circle cx={10} cy={10} r={8} pathLength={100} strokeDasharray={`${percent} 100`} className={styles.left} />
      </svg>
      {words}
    </p>
  );
}
