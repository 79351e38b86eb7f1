import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useController } from "react-hook-form";
import { listGroupChoices } from "#features/organizations/contract.ts";
import { groupChoices } from "#features/organizations/web/groups/api.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import { admits } from "#platform/contract/who.ts";
import { CheckboxGroup } from "#platform/web/form/ChoiceGroup.tsx";
import { FieldNote, useFieldError } from "#platform/web/form/Field.tsx";
import { errorText } from "#platform/web/form/schema-resolver.ts";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { NotLoaded } from "./NotLoaded.tsx";

const ERROR_TEXTS = { REQUIRED: "Choose at least one group" };

export function GroupChoices({ name }: { readonly name: string }) {
  const mayChoose = admits(listGroupChoices.who, useMembership()?.role.name ?? null);
  const { data: groups, error, isLoading, refetch } = useQuery({ ...groupChoices(), enabled: mayChoose });
  const { field } = useController({ name });
  const chosen = field.value as readonly string[]; // typed by the schema
  const noteId = useId();
  const fieldError = useFieldError(name);
  const text = fieldError && errorText("This", fieldError.message ?? "", ERROR_TEXTS);

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
          {error && !groups && <NotLoaded text="We couldn't load the groups." onRetry={() => void refetch()} />}
          {isLoading && <Skeleton lines={2} />}
        </>
      }
    >
      <FieldNote id={noteId} error={text} />
    </CheckboxGroup>
  );
}
