import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "#platform/web/parts/Button.tsx";
import { EmptyState } from "#platform/web/parts/EmptyState.tsx";
import { ErrorState } from "#platform/web/parts/ErrorState.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { RowList } from "#platform/web/parts/RowList.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { chosenIn, filterFor, type Chosen } from "./audit-event-filter.ts";
import { AuditEventFilters } from "./AuditEventFilters.tsx";
import { AuditEventRow } from "./AuditEventRow.tsx";
import styles from "./Activity.module.css";
import { useAuditEvents } from "./data.ts";
import { VerifyRecord } from "./VerifyRecord.tsx";

export function ActivityPage() {
  const chosen = chosenIn(useSearch({ strict: false }));
  const navigate = useNavigate();
  const auditEvents = useAuditEvents(filterFor(chosen));
  const isFiltered = Object.values(chosen).some((value) => value !== "");

  function choose(next: Chosen): void {
    const search = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ""));
    void navigate({ to: ".", search, replace: true });
  }

  const shown = auditEvents.data?.pages.flat();
  return (
    <Page title="Activity" lead="What was done here, by whom and when. Any change to it shows.">
      <VerifyRecord />
      <AuditEventFilters chosen={chosen} onChoose={choose} />
      {!shown && auditEvents.error && (
        <ErrorState
          title="The record could not be loaded"
          error={auditEvents.error}
          onRetry={() => void auditEvents.refetch()}
        />
      )}
      {!shown && !auditEvents.error && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState title={isFiltered ? "Nothing was done that fits" : "Nothing was done here yet"}>
          {isFiltered && "Choose other people, another kind, or other days."}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <div className={styles.acts}>
          <RowList label="Activity">
            {shown.map((auditEvent) => (
              <AuditEventRow key={auditEvent.seq} act={auditEvent} />
            ))}
          </RowList>
          {auditEvents.hasNextPage && (
            <div>
              <Button isBusy={auditEvents.isFetchingNextPage} onClick={() => void auditEvents.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
          {auditEvents.error && <p role="alert">More could not be loaded. Try again.</p>}
        </div>
      )}
    </Page>
  );
}
