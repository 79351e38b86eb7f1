// Owns what else of a report can be taken along or shared: its data, and the signature that proves them.
import type { DownloadFormat } from "#features/asset-reports/contract.ts";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { FORMAT_WORDS } from "./format-words.ts";
import styles from "./ReportFiles.module.css";

/** The document has a button of its own. */
const FORMATS = ["json", "csv", "provider", "signature"] as const satisfies readonly DownloadFormat[];

interface ReportFilesProps {
  readonly borrowerId: string;
  /** What is being downloaded now. */
  readonly busy: DownloadFormat | undefined;
  readonly onDownload: (format: DownloadFormat) => void;
}

export function ReportFiles({ borrowerId, busy, onDownload }: ReportFilesProps) {
  return (
    <div className={styles.files}>
      <span>Also as</span>
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          variant="quiet"
          label={`Download ${FORMAT_WORDS[format].short}`}
          isBusy={busy === format}
          onClick={() => onDownload(format)}
        >
          {FORMAT_WORDS[format].short}
        </Button>
      ))}
      <LinkButton size="small" variant="quiet" to={`/borrower/audit-copies/${borrowerId}`}>
        Share with an auditor
      </LinkButton>
    </div>
  );
}
