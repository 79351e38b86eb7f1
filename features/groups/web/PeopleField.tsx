// Owns choosing the people of a group: any part of a name finds them.
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import type { Colleague } from "#features/members/contract.ts";
import { ROLE_WORDS } from "#features/members/web/role-words.ts";
import { faultText } from "#kit/web/form/fault-text.ts";
import { FieldNote, useFault } from "#kit/web/form/Field.tsx";
import fieldStyles from "#kit/web/form/Field.module.css";
import styles from "./Groups.module.css";

const FAULTS = { TOO_BIG: "Too many people are chosen. Make a second group for some of them" };

/** More than anybody reads through: a search is quicker. */
const SHOWN = 100;

interface PeopleFieldProps {
  readonly name: string;
  readonly people: readonly Colleague[];
}

export function PeopleField({ name, people }: PeopleFieldProps) {
  const { field } = useController({ name });
  const [search, setSearch] = useState("");
  const [searchId, noteId] = [useId(), useId()];
  const fault = useFault(name);
  const text = fault && faultText("People", fault.message ?? "", FAULTS);
  const chosen = new Set(field.value as readonly string[]); // the schema's own
  const found = people.filter((person) => matches(person, search));
  const hidden = found.length - SHOWN;

  function toggle(userId: string, isIn: boolean): void {
    const others = [...chosen].filter((id) => id !== userId);
    field.onChange((isIn ? [...others, userId] : others).sort()); // in one order, so that the same choice is no change
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
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()} // it would save the group
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
            <span className={styles.about}>{ROLE_WORDS[role].label}</span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.about}>Nobody with this name is in your organization.</p>}
        {hidden > 0 && <p className={styles.about}>{hidden} more. Type a part of a name to find them.</p>}
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
