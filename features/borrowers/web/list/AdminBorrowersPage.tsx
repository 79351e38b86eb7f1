// Every borrower of the organization, whoever of it looks after them.
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { ErrorState } from "#kit/web/parts/ErrorState.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import type { SelectionOptions } from "#kit/web/table/table-props.ts";
import { organizationBorrowers } from "../data.ts";
import { AssignChoice, useAssignSeveral } from "./AssignSeveral.tsx";
import type { BorrowerTableRow } from "./borrower-row.ts";
import { BorrowersTable } from "./BorrowersTable.tsx";
import { useRemoteOrganizationBorrowers } from "./use-remote-borrowers.ts";

export function AdminBorrowersPage() {
  const { data: borrowers, error, refetch } = useQuery(organizationBorrowers());
  const { give, said, isPending } = useAssignSeveral();
  const selection: SelectionOptions<BorrowerTableRow> = {
    actions: (rows, clear) => (
      <AssignChoice rows={rows} isPending={isPending} onAssign={(...to) => give(rows, to, clear)} />
    ),
  };
  return (
    <Page title="All Borrowers">
      {said}
      {error && !borrowers ? (
        <ErrorState title="The borrowers could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <BorrowersTable
          borrowers={borrowers}
          useRemote={useRemoteOrganizationBorrowers}
          selection={selection}
          empty={<EmptyState title="No borrowers yet">They appear here as your colleagues create them.</EmptyState>}
        />
      )}
    </Page>
  );
}
