// Owns where a report comes from, so that page, file and provider can be held against each other.
import type { AssetReport, Reading } from "#features/asset-reports/contract.ts";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import styles from "./ReportSource.module.css";

interface ReportSourceProps {
  readonly report: AssetReport;
  readonly reading: Reading;
}

export function ReportSource({ report, reading }: ReportSourceProps) {
  return (
    <Section title="Source">
      <dl className={styles.source}>
        <dt>Report</dt>
        <dd>{report.id}</dd>
        <dt>Provider's report</dt>
        <dd>{reading.providerReportId}</dd>
        <dt>Made</dt>
        <dd>
          <DateText at={reading.generatedAt} withTime />, over {reading.daysRequested} days
        </dd>
        <dt>SHA-256 of the provider's data</dt>
        <dd>{report.jsonSha256 ?? "–"}</dd>
        <dt>SHA-256 of the file</dt>
        <dd>{report.pdfSha256 ?? "–"}</dd>
      </dl>
    </Section>
  );
}
