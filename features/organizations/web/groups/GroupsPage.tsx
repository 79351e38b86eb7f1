import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createGroup, type Group, type GroupChoice } from "#features/organizations/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { groups, useCreateGroup } from "./api.ts";
import { peopleCount, useAskedDelete } from "./form.ts";
import { MESSAGES } from "#features/organizations/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import styles from "./Groups.module.css";

export function GroupsPage() {
  const all = useQuery(groups());
  return (
    <Page title="Groups" lead="Teams and branches. Use groups to target posts and organize borrowers.">
      <AddGroup />
      <QueryBoundary query={all} failed="We couldn't load the groups">
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState title="No groups yet">Name the first one above, then add people.</EmptyState>
          ) : (
            <RowList label="Groups">
              {shown.map((group) => (
                <GroupRow key={group.id} group={group} />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function AddGroup() {
  const [added, setAdded] = useState(0);
  const create = useCreateGroup();
  const disabledReason = useDisabledReason(createGroup);
  return (
    <PageCard size="small">
      <Form
        key={added} // A new key empties the form for the next group.
        schema={createGroup.body}
        defaults={{ name: "" }}
        submit="Add Group"
        loading={create.isPending}
        error={create.error}
        explainError={(error) => explain(error, MESSAGES.group)}
        disabledReason={disabledReason}
        onSubmit={(values) =>
          create.mutate(values, {
            onSuccess({ name }) {
              setAdded(added + 1);
              showToast("Group added", `${name} was created. Choose Edit to add people.`, { autohide: true });
            },
          })
        }
      >
        <TextField name="name" label="Name" autoComplete="off" errorTexts={MESSAGES.groupName} />
      </Form>
    </PageCard>
  );
}

function GroupRow({ group }: { readonly group: Group }) {
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
          {error && <Alert tone="stop">{explain(error, MESSAGES.group)}</Alert>}
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

function GroupName({ name, color }: Pick<GroupChoice, "name" | "color">) {
  return (
    <span className={styles.name}>
      <span className={styles.dot} data-color={color} aria-hidden="true" />
      {name}
    </span>
  );
}
