import type { Group } from "#features/organizations/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { Row } from "#platform/web/parts/RowList.tsx";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";
import { GroupName } from "./GroupName.tsx";
import { groupErrorMessage, peopleCount } from "./group-messages.ts";
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
          {error && <Alert tone="stop">{groupErrorMessage(error)}</Alert>}
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
