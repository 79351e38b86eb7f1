// One group: what it is called, who is in it, what its people may do.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Group } from "#features/groups/contract.ts";
import type { Colleague } from "#features/members/contract.ts";
import { colleagues } from "#features/members/web/data.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { useParam } from "#kit/web/use-param.ts";
import { groups } from "./data.ts";
import { GROUP_LIST } from "./group-values.ts";
import { explainGroupRefusal } from "./group-words.ts";
import { GroupForm } from "./GroupForm.tsx";
import { useAskedDelete } from "./use-asked-delete.ts";

export function EditGroupPage() {
  const id = useParam("id");
  const all = useQuery(groups());
  const people = useQuery(colleagues());
  const group = all.data?.find((one) => one.id === id);
  return (
    <Page title="Edit Group" back={{ to: GROUP_LIST, label: "Groups" }} action={group && <DeleteGroup group={group} />}>
      <Loaded query={all} failed="The group could not be loaded">
        {() =>
          group ? (
            <PageCard size="large">
              <Loaded query={people} failed="The people could not be loaded">
                {(known: Colleague[]) => (
                  <GroupForm key={id} group={group} people={known} onStale={() => void all.refetch()} />
                )}
              </Loaded>
            </PageCard>
          ) : (
            <EmptyState
              title="This group is not there"
              action={<LinkButton to={GROUP_LIST}>See all groups</LinkButton>}
            >
              It was deleted, or belongs to another organization.
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  );
}

function DeleteGroup({ group }: { readonly group: Group }) {
  const navigate = useNavigate();
  const { ask, isPending, error } = useAskedDelete(
    group,
    () => void navigate({ to: GROUP_LIST, ignoreBlocker: true }), // its words have nowhere to go
  );
  return (
    <>
      {error && <Alert tone="stop">{explainGroupRefusal(error)}</Alert>}
      <Button isBusy={isPending} onClick={() => void ask()}>
        Delete group
      </Button>
    </>
  );
}
