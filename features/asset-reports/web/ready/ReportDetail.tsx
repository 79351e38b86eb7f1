import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "@tanstack/react-router";
import { formatCount } from "#platform/text/text.ts";
import type { AssetReport, retrieveAssetReport } from "#features/asset-reports/contract.ts";
import type { Figures, Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import type { ShownEvaluation } from "#features/underwriting/web/use-evaluation.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import {
  AUTHORIZATION_NOT_RECORDED,
  CONDITIONS,
  disclaimerOf,
  PRODUCT_NAMES,
  SOURCE,
  sourceHashLabel,
} from "#features/asset-reports/labels.ts";
import type { PrintedFacts, StoredEvaluation } from "#features/underwriting/contract.ts";
import { shortHash } from "#features/underwriting/rules/editions.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { DateText } from "#platform/web/parts/Values.tsx";
import { ReportAccounts } from "../accounts/ReportAccounts.tsx";
import { accountsOf } from "../accounts/totals.ts";
import { TransactionsTable } from "../accounts/TransactionsTable.tsx";
import { FigureFolds } from "../figures/FigureFolds.tsx";
import styles from "./ReportView.module.css";
import { formatDate } from "#platform/web/format/dates.ts";
import { consentLine } from "#features/borrowers/labels.ts";
import { VOD_TITLE } from "#features/underwriting/labels.ts";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";

const VodView = lazy(() => import("./VodView.tsx").then((file) => ({ default: file.VodView })));

interface VodSectionProps {
  readonly parsedReport: ParsedReport;
  readonly figures: Figures;
}

function VodSection({ parsedReport, figures }: VodSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{VOD_TITLE} (data view, not Form 1006)</summary>
      {isOpen && (
        <div className={styles.body}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <VodView parsedReport={parsedReport} vod={figures.vod} vodLoans={figures.vodLoans} />
          </Suspense>
        </div>
      )}
    </details>
  );
}

/** The only lines to show. A second request is a new object. */
export interface LinesOf {
  readonly finding: Finding;
}

export interface ReportDetailProps {
  readonly retrieved: ReplyOf<typeof retrieveAssetReport>;
  readonly evaluation: ShownEvaluation;
  readonly program: Program;
  readonly linesOf: LinesOf | null;
  readonly onAll: () => void;
  readonly onFinding: (finding: Finding) => void;
}

export function ReportDetail({ retrieved, evaluation, program, linesOf, onAll, onFinding }: ReportDetailProps) {
  const { report, parsedReport, findings, asOf, expiresOn, printed } = retrieved;
  const { figures } = evaluation;
  const accounts = useMemo(() => accountsOf(parsedReport), [parsedReport]);
  const lines = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (linesOf === null) return;
    lines.current?.scrollIntoView({ block: "start" });
    lines.current?.focus({ preventScroll: true });
  }, [linesOf]);

  return (
    <>
      <ReportAccounts parsedReport={parsedReport} figures={figures} />
      <FigureFolds
        figures={figures}
        program={program}
        overlay={retrieved.inputs.policy.overlay}
        parsedReport={parsedReport}
      />
      <div ref={lines} tabIndex={-1} className={styles.lines}>
        <Section title="Transactions">
          <TransactionsTable
            key={report.id}
            accounts={accounts}
            findings={findings}
            only={linesOf?.finding ?? null}
            onAll={onAll}
            onFinding={onFinding}
          />
        </Section>
      </div>
      <VodSection parsedReport={parsedReport} figures={figures} />
      <ReportConditions
        asOf={asOf}
        expiresOn={expiresOn}
        parsedReport={parsedReport}
        authorizations={printed.authorizations}
      />
      <ReportSource report={report} parsedReport={parsedReport} printed={printed} evaluation={retrieved} />
    </>
  );
}

interface ReportSourceProps {
  readonly report: AssetReport;
  readonly parsedReport: ParsedReport;
  readonly printed: PrintedFacts;
  readonly evaluation: Pick<StoredEvaluation, "number" | "evaluatedAt" | "ruleSetVersion" | "editionHash">;
}

function ReportSource({ report, parsedReport, printed: { authorizations }, evaluation }: ReportSourceProps) {
  return (
    <Section title={SOURCE}>
      <dl className={styles.source}>
        <dt>Report</dt>
        <dd>{report.id}</dd>
        {parsedReport.source !== "files" && (
          <>
            <dt>Source</dt>
            <dd>{PRODUCT_NAMES[report.product]}</dd>
            <dt>Provider's report</dt>
            <dd>{parsedReport.providerReportId}</dd>
          </>
        )}
        <dt>Generated</dt>
        <dd>
          <DateText at={parsedReport.generatedAt} withTime />, covering {formatCount(parsedReport.daysRequested, "day")}
        </dd>
        <dt>Evaluated</dt>
        <dd>
          <DateText at={evaluation.evaluatedAt} withTime />, evaluation {evaluation.number}, guideline set{" "}
          <Link to="/rules">{evaluation.ruleSetVersion}</Link>
        </dd>
        {evaluation.editionHash !== null && (
          <>
            <dt>Edition of the rules</dt>
            <dd>
              {shortHash(evaluation.editionHash)}. To rerun it, download the JSON and choose it on{" "}
              <Link to="/verify">Verify a report</Link>.
            </dd>
          </>
        )}
        <dt>Authorization</dt>
        {authorizations.map(({ person, consent }) => (
          <dd key={person}>
            {person}:{" "}
            {consent === null
              ? AUTHORIZATION_NOT_RECORDED
              : consentLine(consent, { day: formatDate, moment: (at) => formatDate(at, { withTime: true }) })}
          </dd>
        ))}
        <dt>{sourceHashLabel(parsedReport)}</dt>
        <dd>{report.jsonSha256 ?? "–"}</dd>
        <dt>SHA-256 of the file</dt>
        <dd>{report.pdfSha256 ?? "–"}</dd>
      </dl>
    </Section>
  );
}

interface ReportConditionsProps extends Pick<PrintedFacts, "authorizations"> {
  readonly parsedReport: ParsedReport;
  readonly asOf: string;
  /** `null`: no account counts. */
  readonly expiresOn: string | null;
}

function ReportConditions({ asOf, expiresOn, parsedReport, authorizations }: ReportConditionsProps) {
  const isAuthorized = authorizations.length > 0 && authorizations.every(({ consent }) => consent !== null);
  const until = expiresOn === null ? null : formatDate(expiresOn);
  return (
    <Section title={CONDITIONS.title}>
      <ul className={styles.conditions}>
        {CONDITIONS.all({ from: formatDate(asOf), until, isAuthorized }).map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      <p className={styles.detailNote}>{CONDITIONS.source}</p>
      <p className={styles.detailNote}>{disclaimerOf(parsedReport)}</p>
    </Section>
  );
}
