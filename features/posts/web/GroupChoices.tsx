// Owns the choice of the groups that a post is for.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useController } from "react-hook-form";
import { listGroupChoices } from "#features/groups/contract.ts";
import { groupChoices } from "#features/groups/web/group-choices.ts";
import { useMembership } from "#features/identity/web/session/session.ts";
import { admits } from "#kit/contract/who.ts";
import { CheckboxGroup } from "#kit/web/form/CheckboxGroup.tsx";
import { FieldNote, useFault } from "#kit/web/form/Field.tsx";
import { faultText } from "#kit/web/form/fault-text.ts";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
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
    <CheckboxGroup
      legend="Groups"
      options={groups ?? []}
      chosen={chosen}
      onToggle={toggle}
      {...(groups && { empty: "Your organization has no groups yet." })}
      isFramed
      describedBy={text && noteId}
      firstRef={field.ref}
      before={
        <>
          {error && !groups && <NotLoaded text="The groups could not be loaded." onRetry={() => void refetch()} />}
          {isLoading && <Skeleton lines={2} />}
        </>
      }
    >
      <FieldNote id={noteId} fault={text} />
    </CheckboxGroup>
  );
}
