import { isInFlight, type AssetReport } from "#features/asset-reports/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Steps } from "#platform/web/parts/Steps.tsx";
import { stepsOf } from "./progress-steps.ts";
import styles from "./ReportProgress.module.css";

interface ReportProgressProps {
  /** The newest report; `null` if none was ever requested. */
  readonly report: AssetReport | null | undefined;
  /** An earlier report is shown below. */
  readonly hasEarlier: boolean;
}

export function ReportProgress({ report, hasEarlier }: ReportProgressProps) {
  if (!report) return null;
  if (report.state === "failed")
    return (
      <Alert tone="stop" title="The last report failed">
        {report.error?.message || "We couldn't generate the report. Generate it again."}
        {report.price !== null && report.price > 0 && " You weren't charged."}
        {hasEarlier && " The earlier report below is still valid."}
      </Alert>
    );
  if (!isInFlight(report)) return null;
  return (
    <section className={styles.progress} aria-label="Report in progress">
      <p className={styles.title}>{hasEarlier ? "Generating a new report" : "Generating report"}</p>
      <Steps label="Report progress" steps={stepsOf(report)} />
      <p className={styles.note}>
        {hasEarlier
          ? "The current report stays below until then."
          : "This usually takes a few seconds. You can leave this page."}
      </p>
    </section>
  );
}
