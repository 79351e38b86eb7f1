import type { BorrowerStatus } from "#features/borrowers/contract.ts";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";
import { STATUS_LABELS } from "./status-labels.ts";

interface BorrowerStatusPillProps {
  readonly status: BorrowerStatus;
}

export function BorrowerStatusPill({ status }: BorrowerStatusPillProps) {
  const { label, tone } = STATUS_LABELS[status];
  return <StatusPill tone={tone}>{label}</StatusPill>;
}
