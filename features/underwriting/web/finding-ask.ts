import { createContext, type ReactNode } from "react";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";

interface Asking {
  readonly borrowerId: string;
  readonly finding: Finding;
}

/** A higher feature's way to ask the borrower about a finding; `null` where no one can be asked. */
export const FindingAsk = createContext<((asking: Asking) => ReactNode) | null>(null);
