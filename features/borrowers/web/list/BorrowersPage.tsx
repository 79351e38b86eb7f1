import { useQuery } from "@tanstack/react-query";
import { createBorrower } from "#features/borrowers/contract.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { allOwnBorrowers, ownBorrowerCounts } from "../api.ts";
import { useBorrowerDisabledReason } from "../borrower-can.ts";
import { type BulkAction, useBulkActions } from "./BulkActions.tsx";
import { BorrowersTable } from "./BorrowersTable.tsx";
import { useRemoteOwnBorrowers } from "./columns.ts";

interface BorrowersPageProps {
  /** Actions of higher features on selected borrowers. */
  readonly actions?: readonly BulkAction[];
}

export function BorrowersPage({ actions }: BorrowersPageProps) {
  const { data: borrowers, error, refetch } = useQuery(allOwnBorrowers());
  const counts = useQuery({ ...ownBorrowerCounts(), enabled: borrowers === null });
  const { selection, notice } = useBulkActions(actions);
  const isEmpty = borrowers?.length === 0;
  return (
    <Page title="Borrowers" action={!isEmpty && <Create />}>
      {notice}
      {error && borrowers === undefined ? (
        <ErrorState title="We couldn't load the borrowers" error={error} onRetry={() => void refetch()} />
      ) : (
        <BorrowersTable
          borrowers={borrowers}
          counts={counts.data}
          useRemote={useRemoteOwnBorrowers}
          selection={selection}
          empty={
            <EmptyState title="No borrowers yet" action={<Create />}>
              Add your first borrower and send them a secure link to connect their bank.
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

function Create() {
  const disabledReason = useBorrowerDisabledReason(createBorrower);
  if (disabledReason !== undefined)
    return (
      <Button variant="primary" disabledReason={disabledReason}>
        Create Borrower
      </Button>
    );
  return (
    <>
      <LinkButton to="/account/borrowers/import">Import</LinkButton>
      <LinkButton to="/account/borrowers/create" variant="primary">
        Create Borrower
      </LinkButton>
    </>
  );
}
