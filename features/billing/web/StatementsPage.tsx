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
        <ErrorState title="We couldn't load the statements" error={error} onRetry={() => void refetch()} />
      ) : (
        <StatementsTable
          statements={data}
          empty={
            <EmptyState title="No statements yet">The first one arrives after the first month with charges.</EmptyState>
          }
        />
      )}
    </Page>
  );
}
