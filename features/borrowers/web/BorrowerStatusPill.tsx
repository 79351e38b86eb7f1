// Owns how a borrower's status is seen.
import type { BorrowerStatus } from "#features/borrowers/contract.ts";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { STATUS_WORDS } from "./status-words.ts";

interface BorrowerStatusPillProps {
  readonly status: BorrowerStatus;
}

export function BorrowerStatusPill({ status }: BorrowerStatusPillProps) {
  const { label, tone } = STATUS_WORDS[status];
  return <StatusPill tone={tone}>{label}</StatusPill>;
}
