import { REPORT_STEPS } from "#features/underwriting/contract.ts";
import type { AssetReport, ReportStep } from "#features/asset-reports/contract.ts";
import type { Step } from "#platform/web/parts/Steps.tsx";

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
