import { BORROWER_STATUSES, type BorrowerStatus } from "#features/borrowers/contract.ts";
import { STATUS_LABELS } from "#features/borrowers/columns.ts";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";

export const STATUS_TONES: Readonly<Record<BorrowerStatus, Tone>> = {
  new: "grey",
  invited: "blue",
  "bank-connected": "amber",
  "report-ready": "green",
  closed: "hollow",
};

export const STATUS_OPTIONS = BORROWER_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

interface BorrowerStatusPillProps {
  readonly status: BorrowerStatus;
}

export function BorrowerStatusPill({ status }: BorrowerStatusPillProps) {
  return <StatusPill tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusPill>;
}
