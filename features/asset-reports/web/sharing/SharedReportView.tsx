import { Link } from "@tanstack/react-router";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import {
  downloadAuditCopy,
  REPORT_FORMATS,
  type ReportFormat,
  type SharedReport,
} from "#features/asset-reports/contract.ts";
import { FORMAT_LABELS } from "#features/asset-reports/web/format-labels.ts";
import { DISCLAIMER } from "#features/asset-reports/labels.ts";
import { PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import styles from "./SharedReportView.module.css";

interface SharedReportViewProps {
  readonly shared: SharedReport;
  readonly opening: { readonly token: string; readonly passCode: string };
}

export function SharedReportView({ shared, opening }: SharedReportViewProps) {
  const download = useMutation({
    mutationFn: (format: ReportFormat) => downloadFile(downloadAuditCopy, { ...opening, format }),
  });
  const names = [shared.borrowerName, ...shared.coBorrowerNames].join(", ");
  return (
    <div className={styles.shared}>
      <p className={styles.lead}>
        {shared.lender} shared this with {shared.auditorName} until <DateText at={shared.expiresAt} />. Each view is
        recorded.
      </p>
      <dl className={styles.facts}>
        <dt>Borrowers</dt>
        <dd>{names}</dd>
        <dt>Loan number</dt>
        <dd>{shared.loanNumber ?? "Not given"}</dd>
        <dt>Data as of</dt>
        <dd>
          <DateText at={shared.asOf} />
        </dd>
      </dl>
      <Section title="Answers">
        <RowList label="Answers">
          {shared.verdicts.map(({ program, text }) => (
            <Row key={program} title={PROGRAM_NAMES[program]} about={text} />
          ))}
        </RowList>
      </Section>
      <Section title="Files">
        {download.error && <Alert tone="stop">{errorMessage(download.error)}</Alert>}
        <RowList label="Files">
          {REPORT_FORMATS.flatMap((format) => shared.files.filter((file) => file.format === format)).map((file) => (
            <Row
              key={file.format}
              title={FORMAT_LABELS[file.format].whole}
              about={<span className={styles.hash}>SHA-256 {file.sha256}</span>}
              action={
                <Button
                  size="small"
                  icon={<Download />}
                  isBusy={download.isPending && download.variables === file.format}
                  label={`Download ${FORMAT_LABELS[file.format].whole}`}
                  onClick={() => download.mutate(file.format)}
                >
                  Download
                </Button>
              }
            />
          ))}
        </RowList>
        <p>
          Anyone can verify these files later: <Link to="/verify">verify a report</Link>.
        </p>
      </Section>
      <p className={styles.lead}>{DISCLAIMER}</p>
    </div>
  );
}

function errorMessage(error: Error): string {
  return codeOf(error) === "LINK_DEAD"
    ? "The link has expired or been revoked since you opened it. Ask the lender to share the report again."
    : explain(error);
}
