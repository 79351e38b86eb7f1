// What the running month comes to, and every charge that no statement has yet.
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { ErrorState } from "#kit/web/parts/ErrorState.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page, Section } from "#kit/web/parts/Page.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { currentPeriod, unbilledLines } from "./data.ts";
import { LinesTable } from "./LinesTable.tsx";
import { PeriodAnswer } from "./PeriodAnswer.tsx";

export function CurrentPeriodPage() {
  const period = useQuery(currentPeriod());
  const { data: lines, error, refetch } = useQuery(unbilledLines());
  return (
    <Page title="Current Period">
      <Loaded query={period} failed="The running month could not be loaded" skeleton={<Skeleton lines={4} />}>
        {(found) => <PeriodAnswer period={found} />}
      </Loaded>
      {/* Not before what stands above it has its height. */}
      {!period.isPending && (
        <Section title="Not billed yet">
          {error && !lines ? (
            <ErrorState title="The charges could not be loaded" error={error} onRetry={() => void refetch()} />
          ) : (
            <LinesTable
              lines={lines}
              empty={
                <EmptyState title="Nothing was charged yet">
                  A charge appears here as soon as a report that costs something is ready.
                </EmptyState>
              }
            />
          )}
        </Section>
      )}
    </Page>
  );
}
