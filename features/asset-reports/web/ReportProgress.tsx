import { isInFlight, type AssetReport, type ReportStep } from "#features/asset-reports/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Steps, type Step } from "#platform/web/parts/ProgressBar.tsx";
import styles from "./ready/ReportView.module.css";
import { REPORT_STEPS } from "#features/underwriting/contract.ts";

const LABELS: Readonly<Record<ReportStep, string>> = {
  asked: "Requesting data",
  received: "Data received",
  read: "Evaluating",
  ready: "Ready",
};

/**
 * A queued report is about to request; later `step` is the last finished one. A failed report failed at the next step.
 */
export function stepsOf({ state, step }: Pick<AssetReport, "state" | "step">): Step[] {
  const at = state === "queued" ? 0 : REPORT_STEPS.indexOf(step) + 1;
  return REPORT_STEPS.map((name, place) => ({ label: LABELS[name], state: stateOf(place, at, state === "failed") }));
}

function stateOf(place: number, at: number, hasFailed: boolean): Step["state"] {
  if (place < at) return "done";
  if (place > at) return "waiting";
  return hasFailed ? "failed" : "current";
}

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
