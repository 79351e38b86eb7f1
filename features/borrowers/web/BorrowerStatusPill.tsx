import { BORROWER_STATUSES, type BorrowerStatus } from "#features/borrowers/contract.ts";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";

export const STATUS_LABELS: Readonly<Record<BorrowerStatus, { readonly label: string; readonly tone: Tone }>> = {
  new: { label: "New", tone: "grey" },
  invited: { label: "Invited", tone: "blue" },
  "bank-connected": { label: "Bank connected", tone: "amber" },
  "report-ready": { label: "Report ready", tone: "green" },
  closed: { label: "Closed", tone: "hollow" },
};

export const STATUS_OPTIONS = BORROWER_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value].label }));

interface BorrowerStatusPillProps {
  readonly status: BorrowerStatus;
}

export function BorrowerStatusPill({ status }: BorrowerStatusPillProps) {
  const { label, tone } = STATUS_LABELS[status];
  return <StatusPill tone={tone}>{label}</StatusPill>;
}
