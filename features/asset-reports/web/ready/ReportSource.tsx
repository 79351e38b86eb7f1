// Owns where a report comes from, so that page, file and provider can be held against each other.
import type { AssetReport } from "#features/asset-reports/contract.ts";
import { SOURCE } from "#features/asset-reports/words.ts";
import type { Reading } from "#features/readings/contract.ts";
import { counted } from "#features/readings/words.ts";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import styles from "./ReportSource.module.css";

interface ReportSourceProps {
  readonly report: AssetReport;
  readonly reading: Reading;
}

export function ReportSource({ report, reading }: ReportSourceProps) {
  return (
    <Section title={SOURCE}>
      <dl className={styles.source}>
        <dt>Report</dt>
        <dd>{report.id}</dd>
        <dt>Provider's report</dt>
        <dd>{reading.providerReportId}</dd>
        <dt>Generated</dt>
        <dd>
          <DateText at={reading.generatedAt} withTime />, over {counted(reading.daysRequested, "day")}
        </dd>
        <dt>SHA-256 of the provider's JSON</dt>
        <dd>{report.jsonSha256 ?? "–"}</dd>
        <dt>SHA-256 of the file</dt>
        <dd>{report.pdfSha256 ?? "–"}</dd>
      </dl>
    </Section>
  );
}
