// The groups of the organization: who works together, and what is for whom.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createGroup } from "#features/groups/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { RowList } from "#kit/web/parts/RowList.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { groups, useCreateGroup } from "./data.ts";
import { explainGroupRefusal, NAME_FAULTS } from "./group-words.ts";
import { GroupRow } from "./GroupRow.tsx";

export function GroupsPage() {
  const all = useQuery(groups());
  return (
    <Page
      title="Groups"
      lead="Teams and branches. A post can be for some groups alone, and borrowers can belong to them."
    >
      <AddGroup />
      <Loaded query={all} failed="The groups could not be loaded">
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState title="There are no groups yet">Name the first one above, then choose its people.</EmptyState>
          ) : (
            <RowList label="Groups">
              {shown.map((group) => (
                <GroupRow key={group.id} group={group} />
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Page>
  );
}

function AddGroup() {
  const [added, setAdded] = useState(0);
  const create = useCreateGroup();
  const bar = useBar(createGroup);
  return (
    <PageCard size="small">
      <Form
        key={added} // a new one begins empty
        schema={createGroup.body}
        defaults={{ name: "" }}
        submit="Add Group"
        loading={create.isPending}
        error={create.error}
        explainError={explainGroupRefusal}
        barred={bar}
        onSubmit={(values) =>
          create.mutate(values, {
            onSuccess({ name }) {
              setAdded(added + 1);
              showToast("Group added", `${name} is on the list. Press Edit to choose its people.`, { autohide: true });
            },
          })
        }
      >
        <TextField name="name" label="Name" autoComplete="off" faults={NAME_FAULTS} />
      </Form>
    </PageCard>
  );
}
