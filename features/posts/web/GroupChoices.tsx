// Owns the choice of the groups that a post is for.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useController } from "react-hook-form";
import { listGroupChoices } from "#features/groups/contract.ts";
import { groupChoices } from "#features/groups/web/data.ts";
import { useMembership } from "#features/identity/web/session.ts";
import { admits } from "#kit/contract/who.ts";
import { faultText } from "#kit/web/form/fault-text.ts";
import { FieldNote, useFault } from "#kit/web/form/Field.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import styles from "./GroupChoices.module.css";
import { NotLoaded } from "./NotLoaded.tsx";

const FAULTS = { REQUIRED: "Choose one group or more" };

export function GroupChoices({ name }: { readonly name: string }) {
  const mayChoose = admits(listGroupChoices.who, useMembership()?.role.name ?? null);
  const { data: groups, error, isLoading, refetch } = useQuery({ ...groupChoices(), enabled: mayChoose });
  const { field } = useController({ name });
  const chosen = field.value as readonly string[]; // the schema's own
  const noteId = useId();
  const fault = useFault(name);
  const text = fault && faultText("This", fault.message ?? "", FAULTS);

  function toggle(id: string, isChosen: boolean): void {
    field.onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  }

  return (
    <fieldset className={styles.groups} aria-describedby={text && noteId}>
      <legend>Groups</legend>
      {error && !groups && <NotLoaded text="The groups could not be loaded." onRetry={() => void refetch()} />}
      {isLoading && <Skeleton lines={2} />}
      {groups?.length === 0 && <p className={styles.none}>Your organization has no groups yet.</p>}
      {groups?.map((group, at) => (
        <label key={group.id}>
          <input
            ref={at === 0 ? field.ref : undefined}
            type="checkbox"
            checked={chosen.includes(group.id)}
            onChange={({ target }) => toggle(group.id, target.checked)}
          />
          {group.name}
        </label>
      ))}
      <FieldNote id={noteId} fault={text} />
    </fieldset>
  );
}
