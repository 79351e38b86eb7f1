import { Link } from "@tanstack/react-router";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { REPORT_FORMATS, type ReportFormat } from "#features/asset-reports/contract.ts";
import { FORMAT_WORDS } from "#features/asset-reports/web/format-words.ts";
import { DISCLAIMER } from "#features/asset-reports/words.ts";
import { downloadAuditCopy, type SharedReport } from "#features/audit-copies/contract.ts";
import { PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { downloadFile } from "#kit/web/http/download.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import { Row, RowList } from "#kit/web/parts/RowList.tsx";
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
        {shared.lender} shares this with {shared.auditorName} until <DateText at={shared.expiresAt} />. Each look is on
        record.
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
        {download.error && <Alert tone="stop">{explainRefusal(download.error)}</Alert>}
        <RowList label="Files">
          {REPORT_FORMATS.flatMap((format) => shared.files.filter((file) => file.format === format)).map((file) => (
            <Row
              key={file.format}
              title={FORMAT_WORDS[file.format].whole}
              about={<span className={styles.hash}>SHA-256 {file.sha256}</span>}
              action={
                <Button
                  size="small"
                  icon={<Download />}
                  isBusy={download.isPending && download.variables === file.format}
                  label={`Download ${FORMAT_WORDS[file.format].whole}`}
                  onClick={() => download.mutate(file.format)}
                >
                  Download
                </Button>
              }
            />
          ))}
        </RowList>
        <p>
          Any of them can be checked later, by anybody: <Link to="/verify">check a report file</Link>.
        </p>
      </Section>
      <p className={styles.lead}>{DISCLAIMER}</p>
    </div>
  );
}

function explainRefusal(error: Error): string {
  return codeOf(error) === "LINK_DEAD"
    ? "The link has ended since you opened it. Ask the lender to share the report again."
    : explain(error);
}
