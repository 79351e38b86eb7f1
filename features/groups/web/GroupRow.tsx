// Owns a group on the list: what it is called, who is in it, and the ways to change or end it.
import type { Group } from "#features/groups/contract.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { Row } from "#kit/web/parts/RowList.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { GroupName } from "./GroupName.tsx";
import { explainGroupRefusal, peopleCount } from "./group-words.ts";
import { useAskedDelete } from "./use-asked-delete.ts";

export function GroupRow({ group }: { readonly group: Group }) {
  const { id, name, color, description, memberIds, flags } = group;
  const { ask, isPending, error } = useAskedDelete(group);
  return (
    <Row
      title={
        <>
          <GroupName name={name} color={color} />
          {flags.billing && <StatusPill tone="blue">Billing</StatusPill>}
        </>
      }
      about={
        <>
          {[peopleCount(memberIds.length), description].filter((text) => text !== "").join(" · ")}
          {error && <Alert tone="stop">{explainGroupRefusal(error)}</Alert>}
        </>
      }
      action={
        <>
          <LinkButton size="small" to={`/admin/groups/edit/${id}`}>
            Edit<span className="visually-hidden"> {name}</span>
          </LinkButton>
          <Button size="small" label={`Delete ${name}`} isBusy={isPending} onClick={() => void ask()}>
            Delete
          </Button>
        </>
      }
    />
  );
}
