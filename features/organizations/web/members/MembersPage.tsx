import { useQuery } from "@tanstack/react-query";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { inviteMember } from "#features/organizations/contract.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState } from "#platform/web/parts/EmptyState.tsx";
import { ErrorState } from "#platform/web/parts/ErrorState.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { members } from "./data.ts";
import { MembersTable } from "./MembersTable.tsx";

export function MembersPage() {
  const { data: people, error, refetch } = useQuery(members());
  return (
    <Page title="Users" action={<Add />}>
      {error && !people ? (
        <ErrorState title="We couldn't load the users" error={error} onRetry={() => void refetch()} />
      ) : (
        <MembersTable
          members={people}
          empty={<EmptyState title="No one yet">Invite your colleagues with a name and an email.</EmptyState>}
        />
      )}
    </Page>
  );
}

function Add() {
  const disabledReason = useDisabledReason(inviteMember);
  if (disabledReason !== undefined)
    return (
      <Button variant="primary" disabledReason={disabledReason}>
        Add User
      </Button>
    );
  return (
    <LinkButton to="/admin/users/add" variant="primary">
      Add User
    </LinkButton>
  );
}
