import { useId, useState } from "react";
import { useController } from "react-hook-form";
import type { Colleague } from "#features/organizations/contract.ts";
import { ROLE_LABELS } from "#features/organizations/web/members/role-labels.ts";
import { errorText } from "#platform/web/form/error-text.ts";
import { FieldNote, useFieldError } from "#platform/web/form/Field.tsx";
import fieldStyles from "#platform/web/form/Field.module.css";
import styles from "./Groups.module.css";

const FAULTS = { TOO_BIG: "Too many people. Create a second group for some of them" };

/** More than a user reads through. A search is quicker. */
const SHOWN = 100;

interface PeopleFieldProps {
  readonly name: string;
  readonly people: readonly Colleague[];
}

export function PeopleField({ name, people }: PeopleFieldProps) {
  const { field } = useController({ name });
  const [search, setSearch] = useState("");
  const [searchId, noteId] = [useId(), useId()];
  const fault = useFieldError(name);
  const text = fault && errorText("People", fault.message ?? "", FAULTS);
  const chosen = new Set(field.value as readonly string[]); // typed by the schema
  const found = people.filter((person) => matches(person, search));
  const hidden = found.length - SHOWN;

  function toggle(userId: string, isIn: boolean): void {
    const others = [...chosen].filter((id) => id !== userId);
    field.onChange((isIn ? [...others, userId] : others).sort()); // Sorted, so that the same selection is not a change.
  }

  return (
    <fieldset className={styles.people} aria-describedby={text && noteId}>
      <legend>People</legend>
      <label htmlFor={searchId} className="visually-hidden">
        Find people
      </label>
      <input
        id={searchId}
        type="search"
        className={fieldStyles.control}
        placeholder="Find people"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()} // Enter would save the group.
      />
      <div className={styles.found}>
        {found.slice(0, SHOWN).map(({ userId, firstName, lastName, role }, at) => (
          <label key={userId}>
            <input
              ref={at === 0 ? field.ref : undefined}
              type="checkbox"
              checked={chosen.has(userId)}
              onBlur={field.onBlur}
              onChange={({ target }) => toggle(userId, target.checked)}
            />
            {firstName} {lastName}
            <span className={styles.about}>{ROLE_LABELS[role].label}</span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.about}>No one with this name is in your organization.</p>}
        {hidden > 0 && <p className={styles.about}>{hidden} more. Type part of a name to find them.</p>}
      </div>
      <p className={styles.about} role="status">
        {chosen.size} chosen
      </p>
      <FieldNote id={noteId} fault={text} />
    </fieldset>
  );
}

function matches({ firstName, lastName }: Colleague, search: string): boolean {
  const [name, words] = [`${firstName} ${lastName}`, search.trim()].map((text) => text.toLowerCase());
  return name?.includes(words ?? "") ?? true;
}
