// The officer's morning: every borrower of one's own, how far each is, and the way to the next.
import { useQuery } from "@tanstack/react-query";
import { createBorrower } from "#features/borrowers/contract.ts";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { ErrorState } from "#kit/web/parts/ErrorState.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { ownBorrowers } from "../data.ts";
import { useBorrowerBar } from "../use-borrower-bar.ts";
import { BorrowersTable } from "./BorrowersTable.tsx";
import { useRemoteOwnBorrowers } from "./use-remote-borrowers.ts";

export function BorrowersPage() {
  const { data: borrowers, error, refetch } = useQuery(ownBorrowers());
  const isEmpty = borrowers?.length === 0;
  return (
    <Page title="Borrowers" action={!isEmpty && <Create />}>
      {error && !borrowers ? (
        <ErrorState title="The borrowers could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <BorrowersTable
          borrowers={borrowers}
          useRemote={useRemoteOwnBorrowers}
          empty={
            <EmptyState title="No borrowers yet" action={<Create />}>
              A borrower is who you ask for bank data. Name and email are enough to begin.
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

function Create() {
  const bar = useBorrowerBar(createBorrower);
  if (bar !== undefined)
    return (
      <Button variant="primary" barred={bar}>
        Create Borrower
      </Button>
    );
  return (
    <LinkButton to="/account/borrowers/create" variant="primary">
      Create Borrower
    </LinkButton>
  );
}
