import type { DownloadFormat } from "#features/asset-reports/contract.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { FORMAT_LABELS } from "./format-labels.ts";
import styles from "./ReportFiles.module.css";

/** The PDF has its own button. */
const FORMATS = ["json", "csv", "provider", "signature"] as const satisfies readonly DownloadFormat[];

interface ReportFilesProps {
  readonly borrowerId: string;
  /** The file that is being downloaded. */
  readonly busy: DownloadFormat | undefined;
  readonly onDownload: (format: DownloadFormat) => void;
}

export function ReportFiles({ borrowerId, busy, onDownload }: ReportFilesProps) {
  return (
    <div className={styles.files}>
      <span>Other formats</span>
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          variant="quiet"
          label={`Download ${FORMAT_LABELS[format].short}`}
          isBusy={busy === format}
          onClick={() => onDownload(format)}
        >
          {FORMAT_LABELS[format].short}
        </Button>
      ))}
      <LinkButton size="small" variant="quiet" to={`/borrower/audit-copies/${borrowerId}`}>
        Share with an auditor
      </LinkButton>
    </div>
  );
}
