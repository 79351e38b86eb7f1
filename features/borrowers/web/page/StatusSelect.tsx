// Owns how a person sets a borrower's status: all five are seen, those not possible now say why.
import {
  BORROWER_STATUSES,
  BorrowerStatus,
  changeBorrowerStatus,
  type Borrower,
} from "#features/borrowers/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { Select } from "#kit/web/form/Select.tsx";
import { borrowerCan } from "../borrower-can.ts";
import { STATUS_WORDS } from "../status-words.ts";

interface StatusSelectProps {
  readonly borrower: Borrower;
  /** The status that is being asked for just now. */
  readonly asked: BorrowerStatus | undefined;
  readonly onChange: (status: BorrowerStatus) => void;
}

export function StatusSelect({ borrower, asked, onChange }: StatusSelectProps) {
  const bar = useBar(changeBorrowerStatus);
  const options = BORROWER_STATUSES.map((value) => {
    const { label } = STATUS_WORDS[value];
    const { yes, why } = borrowerCan.become(borrower, value);
    return { value, label: yes ? label : `${label} (${why.toLowerCase()})`, isDisabled: !yes };
  });
  return (
    <Select
      label="Status"
      options={options}
      value={asked ?? borrower.status}
      isDisabled={bar !== undefined}
      onChange={(value) => onChange(BorrowerStatus.parse(value))}
    />
  );
}
