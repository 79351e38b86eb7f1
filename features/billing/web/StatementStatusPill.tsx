import { STATUS_LABELS, type StatementStatus } from "#features/billing/contract.ts";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";
import { STATUS_TONES } from "./billing-labels.ts";

export function StatementStatusPill({ status }: { readonly status: StatementStatus }) {
  return <StatusPill tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusPill>;
}
