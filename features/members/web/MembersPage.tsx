// The people of the organization, and those who were invited to it.
import { useQuery } from "@tanstack/react-query";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { inviteMember } from "#features/members/contract.ts";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { ErrorState } from "#kit/web/parts/ErrorState.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { members } from "./data.ts";
import { MembersTable } from "./MembersTable.tsx";

export function MembersPage() {
  const { data: people, error, refetch } = useQuery(members());
  return (
    <Page title="Users" action={<Add />}>
      {error && !people ? (
        <ErrorState title="The users could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <MembersTable
          members={people}
          empty={<EmptyState title="Nobody yet">Invite your colleagues: a name and an address are enough.</EmptyState>}
        />
      )}
    </Page>
  );
}

function Add() {
  const bar = useBar(inviteMember);
  if (bar !== undefined)
    return (
      <Button variant="primary" barred={bar}>
        Add User
      </Button>
    );
  return (
    <LinkButton to="/admin/users/add" variant="primary">
      Add User
    </LinkButton>
  );
}
