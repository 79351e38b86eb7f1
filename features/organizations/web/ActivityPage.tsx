// What was done in the organization, newest first; and the proof that nothing of it was changed.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "#kit/web/parts/Button.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { ErrorState } from "#kit/web/parts/ErrorState.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { RowList } from "#kit/web/parts/RowList.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { chosenIn, filterFor, type Chosen } from "./act-filter.ts";
import { ActFilters } from "./ActFilters.tsx";
import { ActRow } from "./ActRow.tsx";
import styles from "./Activity.module.css";
import { useActs } from "./data.ts";
import { VerifyRecord } from "./VerifyRecord.tsx";

export function ActivityPage() {
  const chosen = chosenIn(useSearch({ strict: false }));
  const navigate = useNavigate();
  const acts = useActs(filterFor(chosen));
  const isFiltered = Object.values(chosen).some((value) => value !== "");

  function choose(next: Chosen): void {
    const search = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ""));
    void navigate({ to: ".", search, replace: true });
  }

  const shown = acts.data?.pages.flat();
  return (
    <Page title="Activity" lead="What was done here, by whom and when. Any change to it shows.">
      <VerifyRecord />
      <ActFilters chosen={chosen} onChoose={choose} />
      {!shown && acts.error && (
        <ErrorState title="The record could not be loaded" error={acts.error} onRetry={() => void acts.refetch()} />
      )}
      {!shown && !acts.error && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState title={isFiltered ? "Nothing was done that fits" : "Nothing was done here yet"}>
          {isFiltered && "Choose other people, another kind, or other days."}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <div className={styles.acts}>
          <RowList label="Activity">
            {shown.map((act) => (
              <ActRow key={act.seq} act={act} />
            ))}
          </RowList>
          {acts.hasNextPage && (
            <div>
              <Button isBusy={acts.isFetchingNextPage} onClick={() => void acts.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
          {acts.error && <p role="alert">More could not be loaded. Try again.</p>}
        </div>
      )}
    </Page>
  );
}
