import { useQuery } from "@tanstack/react-query";
import { EmptyState, ErrorState, QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { allUnbilledLines, currentPeriod } from "./api.ts";
import { LinesTable, PeriodAnswer } from "./StatementParts.tsx";

export function CurrentPeriodPage() {
  const period = useQuery(currentPeriod());
  const { data: lines, error, refetch } = useQuery(allUnbilledLines());
  return (
    <Page title="Current Period">
      <QueryBoundary query={period} failed="We couldn't load the current period" skeleton={<Skeleton lines={4} />}>
        {(found) => <PeriodAnswer period={found} />}
      </QueryBoundary>
      {/* Wait until the content above has its height. */}
      {!period.isPending && (
        <Section title="Not billed yet">
          {error && !lines ? (
            <ErrorState title="We couldn't load the charges" error={error} onRetry={() => void refetch()} />
          ) : (
            <LinesTable
              lines={lines}
              empty={<EmptyState title="No charges yet">A charge appears here when a paid report is ready.</EmptyState>}
            />
          )}
        </Section>
      )}
    </Page>
  );
}
