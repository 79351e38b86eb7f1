// Owns what a person sees who is writing while someone else saved: what they changed, and how both go together.
import { useFormContext, useWatch } from "react-hook-form";
import { fullName } from "#features/borrowers/contract.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import type { BorrowerFormValues } from "./borrower-values.ts";
import { DETAIL_LABELS, mergeDetails, type DetailField } from "./merge-details.ts";
import { phoneText } from "./phone.ts";

interface TheirChangesProps {
  /** What this form began with. */
  readonly base: BorrowerFormValues;
  /** What is stored now. */
  readonly theirs: BorrowerFormValues;
  readonly onMerged: () => void;
}

export function TheirChanges({ base, theirs, onMerged }: TheirChangesProps) {
  const form = useFormContext<BorrowerFormValues>();
  const mine = { ...base, ...useWatch<BorrowerFormValues>() } as BorrowerFormValues; // what is watched is the whole form
  const { taken, kept } = mergeDetails(base, mine, theirs);

  function merge(): void {
    for (const field of taken) form.setValue(field, theirs[field], { shouldDirty: true, shouldValidate: true });
    onMerged();
    const [first = kept[0]] = taken;
    if (first) form.setFocus(first); // the button that was pressed goes away
  }

  return (
    <Alert
      tone="ask"
      title="Someone else changed this borrower while you were writing"
      action={
        <Button size="small" onClick={merge}>
          Put both together
        </Button>
      }
    >
      Nothing you wrote is lost. Put both together, look it over, then save.
      <ul>
        {taken.map((field) => (
          <li key={field}>
            {DETAIL_LABELS[field]}: theirs will be taken, {shown(field, theirs)}
          </li>
        ))}
        {kept.map((field) => (
          <li key={field}>
            {DETAIL_LABELS[field]}: yours stays; theirs is {shown(field, theirs)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function shown(field: DetailField, { coBorrowers = [], phone, ...details }: BorrowerFormValues): string {
  if (field === "coBorrowers") return quoted(coBorrowers.map(fullName).join(", "));
  if (field === "phone") return quoted(phoneText(phone ?? ""));
  return quoted(details[field] ?? "");
}

function quoted(text: string): string {
  return text === "" ? "empty" : `“${text}”`;
}
