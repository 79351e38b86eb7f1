import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Colleague, Group } from "#features/organizations/contract.ts";
import { colleagues } from "#features/organizations/web/members/data.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState } from "#platform/web/parts/EmptyState.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { PageCard } from "#platform/web/parts/PageCard.tsx";
import { useParam } from "#platform/web/use-param.ts";
import { groups } from "./data.ts";
import { GROUP_LIST } from "./group-values.ts";
import { groupErrorMessage } from "./group-messages.ts";
import { GroupForm } from "./GroupForm.tsx";
import { useAskedDelete } from "./use-asked-delete.ts";

export function EditGroupPage() {
  const id = useParam("id");
  const all = useQuery(groups());
  const people = useQuery(colleagues());
  const group = all.data?.find((one) => one.id === id);
  return (
    <Page title="Edit Group" back={{ to: GROUP_LIST, label: "Groups" }} action={group && <DeleteGroup group={group} />}>
      <QueryBoundary query={all} failed="We couldn't load the group">
        {() =>
          group ? (
            <PageCard size="large">
              <QueryBoundary query={people} failed="We couldn't load the people">
                {(known: Colleague[]) => (
                  <GroupForm key={id} group={group} people={known} onStale={() => void all.refetch()} />
                )}
              </QueryBoundary>
            </PageCard>
          ) : (
            <EmptyState title="Group not found" action={<LinkButton to={GROUP_LIST}>See all groups</LinkButton>}>
              It was deleted, or belongs to another organization.
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function DeleteGroup({ group }: { readonly group: Group }) {
  const navigate = useNavigate();
  const { ask, isPending, error } = useAskedDelete(
    group,
    () => void navigate({ to: GROUP_LIST, ignoreBlocker: true }), // the group is deleted, so input cannot be saved
  );
  return (
    <>
      {error && <Alert tone="stop">{groupErrorMessage(error)}</Alert>}
      <Button isBusy={isPending} onClick={() => void ask()}>
        Delete group
      </Button>
    </>
  );
}
