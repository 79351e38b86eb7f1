// Owns the choice of the groups that a person is in.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useController } from "react-hook-form";
import { groupChoices } from "#features/groups/web/group-choices.ts";
import { useMembership } from "#features/identity/web/session/session.ts";
import type { Member } from "#features/members/contract.ts";
import { CheckboxGroup } from "#kit/web/form/CheckboxGroup.tsx";
import { FieldNote, useFault } from "#kit/web/form/Field.tsx";
import { faultText } from "#kit/web/form/fault-text.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";

interface GroupsFieldProps {
  /** Whose groups they are; absent: somebody new, in the active organization. */
  readonly member?: Pick<Member, "groups" | "organization">;
}

export function GroupsField({ member }: GroupsFieldProps) {
  const ownId = useMembership()?.organizationId;
  // Root may look at people elsewhere, whose groups it can only take away.
  const isHere = member === undefined || member.organization.id === ownId;
  const { data, error, refetch } = useQuery({ ...groupChoices(), enabled: isHere });
  const { field } = useController({ name: "groupIds" });
  const chosen = field.value as readonly string[]; // the schema's own
  const noteId = useId();
  const fault = useFault("groupIds");
  const text = fault && faultText("Groups", fault.message ?? "");
  const known = isHere ? data : member.groups;

  function toggle(id: string, isChosen: boolean): void {
    // Without those that are gone meanwhile, which no box shows; in one order, so that the same choice is no change.
    const others = chosen.filter((other) => other !== id && known?.some((group) => group.id === other));
    field.onChange((isChosen ? [...others, id] : others).sort());
  }

  return (
    <CheckboxGroup
      legend="Groups"
      options={known ?? []}
      chosen={chosen}
      onToggle={toggle}
      {...(known && { empty: "There are no groups yet." })}
      describedBy={text && noteId}
      firstRef={field.ref}
      before={!known && (error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <Skeleton lines={2} />)}
    >
      <FieldNote id={noteId} fault={text} />
    </CheckboxGroup>
  );
}

function NotLoaded({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <Alert
      tone="stop"
      title="The groups could not be loaded"
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {explain(error)}
    </Alert>
  );
}
