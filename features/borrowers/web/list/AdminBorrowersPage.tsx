import { useQuery } from "@tanstack/react-query";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import type { SelectionOptions } from "#platform/web/table/table-props.ts";
import { organizationBorrowers } from "../api.ts";
import { AssignChoice, useBulkAssign } from "./BulkAssign.tsx";
import { useRemoteOrganizationBorrowers, type BorrowerTableRow } from "./columns.ts";
import { BorrowersTable } from "./BorrowersTable.tsx";

export function AdminBorrowersPage() {
  const { data: borrowers, error, refetch } = useQuery(organizationBorrowers());
  const { give, said, isPending } = useBulkAssign();
  const selection: SelectionOptions<BorrowerTableRow> = {
    actions: (rows, clear) => (
      <AssignChoice rows={rows} isPending={isPending} onAssign={(...to) => give(rows, to, clear)} />
    ),
  };
  return (
    <Page title="All Borrowers">
      {said}
      {error && !borrowers ? (
        <ErrorState title="We couldn't load the borrowers" error={error} onRetry={() => void refetch()} />
      ) : (
        <BorrowersTable
          borrowers={borrowers}
          useRemote={useRemoteOrganizationBorrowers}
          selection={selection}
          empty={<EmptyState title="No borrowers yet">Borrowers appear here when your colleagues add them.</EmptyState>}
        />
      )}
    </Page>
  );
}
