import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#platform/web/parts/EmptyState.tsx";
import { ErrorState } from "#platform/web/parts/ErrorState.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { statements } from "./data.ts";
import { StatementsTable } from "./StatementsTable.tsx";

export function StatementsPage() {
  const { data, error, refetch } = useQuery(statements({ lines: "none" }));
  return (
    <Page title="Statements">
      {error && !data ? (
        <ErrorState title="The statements could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <StatementsTable
          statements={data}
          empty={
            <EmptyState title="No statements yet">
              The first one comes when a month ends in which something was charged.
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}
