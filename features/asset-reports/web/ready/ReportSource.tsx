import { Link } from "@tanstack/react-router";
import type { AssetReport } from "#features/asset-reports/contract.ts";
import { SOURCE } from "#features/asset-reports/labels.ts";
import type { PrintedFacts, StoredEvaluation } from "#features/underwriting/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { counted } from "#features/underwriting/labels.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import styles from "./ReportSource.module.css";

interface ReportSourceProps {
  readonly report: AssetReport;
  readonly parsedReport: ParsedReport;
  readonly printed: PrintedFacts;
  readonly evaluation: Pick<StoredEvaluation, "number" | "evaluatedAt" | "ruleSetVersion">;
}

export function ReportSource({ report, parsedReport, printed: { authorization }, evaluation }: ReportSourceProps) {
  return (
    <Section title={SOURCE}>
      <dl className={styles.source}>
        <dt>Report</dt>
        <dd>{report.id}</dd>
        <dt>Provider's report</dt>
        <dd>{parsedReport.providerReportId}</dd>
        <dt>Generated</dt>
        <dd>
          <DateText at={parsedReport.generatedAt} withTime />, covering {counted(parsedReport.daysRequested, "day")}
        </dd>
        <dt>Evaluated</dt>
        <dd>
          <DateText at={evaluation.evaluatedAt} withTime />, evaluation {evaluation.number}, guideline set{" "}
          <Link to="/rules">{evaluation.ruleSetVersion}</Link>
        </dd>
        <dt>Authorization</dt>
        <dd>
          {authorization === null ? (
            "Not recorded"
          ) : (
            <>
              {authorization.person}, <DateText at={authorization.at} withTime />
              {authorization.textVersion !== null && `, version ${authorization.textVersion}`}
            </>
          )}
        </dd>
        <dt>SHA-256 of the provider's JSON</dt>
        <dd>{report.jsonSha256 ?? "–"}</dd>
        <dt>SHA-256 of the file</dt>
        <dd>{report.pdfSha256 ?? "–"}</dd>
      </dl>
    </Section>
  );
}
