// Owns choosing which acts are shown: whose, of which kind, of which days.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { colleagues } from "#features/members/web/data.ts";
import fieldStyles from "#kit/web/form/Field.module.css";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { Select } from "#kit/web/form/Select.tsx";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import type { Chosen } from "./act-filter.ts";
import { ACT_KINDS } from "./act-words.ts";

interface ActFiltersProps {
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

export function ActFilters({ chosen, onChoose }: ActFiltersProps) {
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
          options={[{ value: "", label: "Everything" }, ...ACT_KINDS]}
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
              Load the names again
            </Button>
          }
        >
          The names of your colleagues could not be loaded, so you cannot choose one of them now.
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
