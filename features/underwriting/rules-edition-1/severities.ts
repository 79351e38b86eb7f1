// Owns the order in which severities stand.
import type { Severity } from "#features/underwriting/contract.ts";

/** The serious first. */
export const SEVERITIES = ["blocker", "review", "info"] as const satisfies readonly Severity[];
