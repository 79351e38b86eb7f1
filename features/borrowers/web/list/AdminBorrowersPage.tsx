import { useQuery } from "@tanstack/react-query";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { allOrganizationBorrowers, organizationBorrowerCounts } from "../api.ts";
import { type BulkAction, useBulkActions } from "./BulkActions.tsx";
import { useRemoteOrganizationBorrowers } from "./columns.ts";
import { BorrowersTable } from "./BorrowersTable.tsx";

interface AdminBorrowersPageProps {
  /** Actions of higher features on selected borrowers. */
  readonly actions?: readonly BulkAction[];
}

export function AdminBorrowersPage({ actions }: AdminBorrowersPageProps) {
  const { data: borrowers, error, refetch } = useQuery(allOrganizationBorrowers());
  const counts = useQuery({ ...organizationBorrowerCounts(), enabled: borrowers === null });
  const { selection, notice } = useBulkActions(actions);
  return (
    <Page title="All Borrowers">
      {notice}
      {error && borrowers === undefined ? (
        <ErrorState title="We couldn't load the borrowers" error={error} onRetry={() => void refetch()} />
      ) : (
        <BorrowersTable
          borrowers={borrowers}
          counts={counts.data}
          useRemote={useRemoteOrganizationBorrowers}
          selection={selection}
          empty={<EmptyState title="No borrowers yet">Borrowers appear here when your colleagues add them.</EmptyState>}
        />
      )}
    </Page>
  );
}
