// Where an auditor reads a shared report. The link's token leaves the address right away and stays in this page's
// memory.
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { MESSAGES } from "#features/asset-reports/messages.ts";
import {
  downloadAuditCopy,
  openAuditCopy,
  REPORT_FORMATS,
  type ReportFormat,
  type SharedReport,
} from "#features/asset-reports/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { PageCard, Section } from "#platform/web/parts/Page.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { useOpenAuditCopy } from "../api.ts";
import styles from "./AuditCopies.module.css";
import { disclaimerOf, FORMAT_LABELS } from "#features/asset-reports/labels.ts";
import { answerProgram } from "#features/underwriting/labels.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";

const PassCode = z.omit(openAuditCopy.body, { token: true });

interface PassCodeFormProps {
  readonly token: string;
  readonly open: ReturnType<typeof useOpenAuditCopy>;
}

function PassCodeForm({ token, open }: PassCodeFormProps) {
  return (
    <>
      <p>A lender shared an asset report with you. Enter the passcode they gave you.</p>
      <Form<z.input<typeof PassCode>>
        schema={PassCode}
        defaults={{ passCode: "" }}
        submit="Open report"
        loading={open.isPending}
        error={open.error}
        explainError={(error) => explain(error, MESSAGES.passcode)}
        asksBeforeLeaving={false}
        onSubmit={({ passCode }) => open.mutate({ token, passCode })}
      >
        <TextField name="passCode" label="Passcode" autoComplete="one-time-code" help="10 letters and digits." />
      </Form>
    </>
  );
}

const { token: Token } = openAuditCopy.body.shape;

export function AuditCopyPage() {
  const [token] = useState(tokenInAddress);
  const open = useOpenAuditCopy();
  const navigate = useNavigate();

  useEffect(() => {
    // The router's own navigation would keep the fragment if path and query do not change.
    if (window.location.hash !== "") void navigate({ to: "/audit-copy", hash: "", replace: true });
  }, [navigate]);

  const opened = open.data;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Audit copy</h1>
      {token === null && (
        <Alert tone="ask" title="Open the link in the email again">
          For security, this page doesn&apos;t store the link. After a reload, open the link again and enter the same
          passcode.
        </Alert>
      )}
      {token !== null && !opened && (
        <PageCard size="medium">
          <PassCodeForm token={token} open={open} />
        </PageCard>
      )}
      {token !== null && opened && (
        <SharedReportView shared={opened} opening={{ token, passCode: open.variables.passCode }} />
      )}
    </div>
  );
}

function tokenInAddress(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("t");
  return Token.safeParse(token).data ?? null;
}

interface SharedReportViewProps {
  readonly shared: SharedReport;
  readonly opening: { readonly token: string; readonly passCode: string };
}

function SharedReportView({ shared, opening }: SharedReportViewProps) {
  const download = useMutation({
    mutationFn: (format: ReportFormat) => downloadFile(downloadAuditCopy, { ...opening, format }),
  });
  const names = [shared.borrowerName, ...shared.coBorrowerNames].join(", ");
  return (
    <div className={styles.sharedCopy}>
      <p className={styles.lead}>
        {shared.lender} shared this with {shared.auditorName} until <DateText at={shared.expiresAt} />. Each view is
        recorded.
      </p>
      <dl className={styles.facts}>
        <dt>Borrowers</dt>
        <dd>{names}</dd>
        <dt>Loan number</dt>
        <dd>{shared.loanNumber ?? "Not provided"}</dd>
        <dt>Data as of</dt>
        <dd>
          <DateText at={shared.asOf} />
        </dd>
      </dl>
      <Section title="Answers">
        <RowList label="Answers">
          {shared.verdicts.map(({ program, programName, text }) => (
            <Row key={program} title={answerProgram(program, { programName })} about={text} />
          ))}
        </RowList>
      </Section>
      <Section title="Files">
        {download.error && <Alert tone="stop">{explain(download.error, MESSAGES.sharedReport)}</Alert>}
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
      <p className={styles.lead}>{disclaimerOf(shared)}</p>
    </div>
  );
}
