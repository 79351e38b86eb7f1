import type { Outcome } from "#features/underwriting/rules/evaluation.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";

export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  enough: "green",
  enoughUnderOverlay: "green",
  enoughToClose: "green",
  open: "amber",
  short: "red",
  notEvaluated: "grey",
};
