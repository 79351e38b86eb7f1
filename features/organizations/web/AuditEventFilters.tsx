import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { colleagues } from "#features/organizations/web/members/data.ts";
import fieldStyles from "#platform/web/form/Field.module.css";
import { FormRow } from "#platform/web/form/FormRow.tsx";
import { Select } from "#platform/web/form/Select.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import type { Chosen } from "./audit-event-filter.ts";
import { AUDIT_EVENT_KINDS } from "./audit-event-labels.ts";

interface AuditEventFiltersProps {
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

export function AuditEventFilters({ chosen, onChoose }: AuditEventFiltersProps) {
  const { data: people = [], error, refetch } = useQuery(colleagues());
  const known = people.map(({ userId, firstName, lastName }) => ({ value: userId, label: `${firstName} ${lastName}` }));
  const isGone = chosen.person !== "" && !known.some(({ value }) => value === chosen.person);
  const gone = isGone ? [{ value: chosen.person, label: "Someone else" }] : [];
  return (
    <>
      <FormRow>
        <Select
          label="Person"
          options={[{ value: "", label: "Everyone" }, ...known, ...gone]}
          value={chosen.person}
          onChange={(person) => onChoose({ ...chosen, person })}
        />
        <Select
          label="Kind"
          options={[{ value: "", label: "Everything" }, ...AUDIT_EVENT_KINDS]}
          value={chosen.kind}
          onChange={(kind) => onChoose({ ...chosen, kind })}
        />
        <Day label="From" value={chosen.from} onChange={(from) => onChoose({ ...chosen, from })} />
        <Day label="To" value={chosen.to} onChange={(to) => onChoose({ ...chosen, to })} />
      </FormRow>
      {error && people.length === 0 && (
        <Alert
          tone="info"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Reload names
            </Button>
          }
        >
          We couldn't load your colleagues' names.
        </Alert>
      )}
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={fieldStyles.control}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
