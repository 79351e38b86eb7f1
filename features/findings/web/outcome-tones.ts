// Owns how outcomes look; what they are called is said in words.ts.
import type { Outcome } from "#features/findings/contract.ts";
import type { Tone } from "#kit/web/parts/StatusPill.tsx";

export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  enough: "green",
  open: "amber",
  short: "red",
  notEvaluated: "grey",
};
