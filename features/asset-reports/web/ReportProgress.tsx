// Owns what is seen while a report is made, and what is said when it failed.
import { isInFlight, type AssetReport } from "#features/asset-reports/contract.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Steps } from "#kit/web/parts/Steps.tsx";
import { stepsOf } from "./progress-steps.ts";
import styles from "./ReportProgress.module.css";

interface ReportProgressProps {
  /** The newest report; `null` when none was ever asked for. */
  readonly report: AssetReport | null | undefined;
  /** An earlier one is readable below. */
  readonly hasEarlier: boolean;
}

export function ReportProgress({ report, hasEarlier }: ReportProgressProps) {
  if (!report) return null;
  if (report.state === "failed")
    return (
      <Alert tone="stop" title="The last report failed">
        {report.error?.message || "The report could not be made. Generate it again."}
        {report.price !== null && report.price > 0 && " It cost nothing."}
        {hasEarlier && " The earlier report below still holds."}
      </Alert>
    );
  if (!isInFlight(report)) return null;
  return (
    <section className={styles.progress} aria-label="Report in the making">
      <p className={styles.title}>{hasEarlier ? "A newer report is being made" : "The report is being made"}</p>
      <Steps label="Report progress" steps={stepsOf(report)} />
      <p className={styles.note}>
        {hasEarlier
          ? "The present one stays below until then."
          : "It usually takes a few seconds. You may leave; it goes on."}
      </p>
    </section>
  );
}
