import {
  BORROWER_STATUSES,
  BorrowerStatus,
  changeBorrowerStatus,
  type Borrower,
} from "#features/borrowers/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { borrowerCan } from "../borrower-can.ts";
import { STATUS_LABELS } from "../status-labels.ts";

interface StatusSelectProps {
  readonly borrower: Borrower;
  /** The status in a pending change. */
  readonly asked: BorrowerStatus | undefined;
  readonly onChange: (status: BorrowerStatus) => void;
}

export function StatusSelect({ borrower, asked, onChange }: StatusSelectProps) {
  const disabledReason = useDisabledReason(changeBorrowerStatus);
  const options = BORROWER_STATUSES.map((value) => {
    const { label } = STATUS_LABELS[value];
    const { yes, why } = borrowerCan.become(borrower, value);
    return { value, label: yes ? label : `${label} (${why.toLowerCase()})`, isDisabled: !yes };
  });
  return (
    <Select
      label="Status"
      options={options}
      value={asked ?? borrower.status}
      isDisabled={disabledReason !== undefined}
      onChange={(value) => onChange(BorrowerStatus.parse(value))}
    />
  );
}
