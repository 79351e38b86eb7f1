import { useNavigate, useSearch, Link } from "@tanstack/react-router";
import { Button } from "#platform/web/parts/Button.tsx";
import { EmptyState } from "#platform/web/parts/EmptyState.tsx";
import { ErrorState } from "#platform/web/parts/ErrorState.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { RowList, Row } from "#platform/web/parts/RowList.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import type { AuditEvent } from "#features/organizations/contract.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { chosenIn, filterFor, type Chosen } from "./audit-event-filter.ts";
import { AuditEventFilters } from "./AuditEventFilters.tsx";
import { useAuditEvents, useVerifyAudit } from "./data.ts";
import { auditEventSentence } from "./audit-event-labels.ts";
import styles from "./Activity.module.css";

const FAULTS_SHOWN = 10;
const LABELS = {
  gap: "an act before it is missing",
  changed: "it was changed afterwards",
  "head-differs": "the end of the record was cut off or changed",
};

function VerifyRecord() {
  const verify = useVerifyAudit();
  const { data: outcome, error } = verify;
  return (
    <div className={styles.verify}>
      <div>
        <Button isBusy={verify.isPending} onClick={() => verify.mutate({})}>
          Verify
        </Button>
      </div>
      {error && <Alert tone="stop">{explain(error)}</Alert>}
      {outcome?.faults.length === 0 && outcome.head === null && <Alert tone="info">Nothing is on record yet.</Alert>}
      {outcome?.faults.length === 0 && outcome.head !== null && (
        <Alert tone="ok" title={`The record is whole: ${countOf(outcome.rows)}, none changed, none missing`}>
          Write this down elsewhere: it proves later that nothing up to act {outcome.head.seq} was rewritten.
          <code className={styles.hash}>{outcome.head.sha256}</code>
        </Alert>
      )}
      {outcome && outcome.faults.length > 0 && (
        <Alert tone="stop" title={`The record was tampered with: ${outcome.faults.length} of ${countOf(outcome.rows)}`}>
          Contact the server's operator, and compare with a backup.
          <ul>
            {outcome.faults.slice(0, FAULTS_SHOWN).map(({ seq, fault }) => (
              <li key={`${seq} ${fault}`}>
                Act {seq}: {LABELS[fault]}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

function countOf(rows: number): string {
  return `${rows.toLocaleString("en-US")} ${rows === 1 ? "act" : "acts"}`;
}

/** Pages of objects, by their type in the audit log. */
const PAGES: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  borrower: { to: "/account/borrowers/view/", label: "Borrower" },
  group: { to: "/admin/groups/edit/", label: "Group" },
  member: { to: "/admin/users/edit/", label: "User" },
  post: { to: "/admin/posts/edit/", label: "Post" },
};

function AuditEventRow({ act: auditEvent }: { readonly act: AuditEvent }) {
  const { seq, at, action, objectType, objectId, address } = auditEvent;
  const page = objectId !== null && !/\.(deleted|removed)$/.test(action) ? PAGES[objectType] : undefined;
  return (
    <Row
      title={auditEventSentence(auditEvent)}
      about={
        <>
          <DateText at={at} withTime />
          {address && `, from ${address}`}, act {seq}
        </>
      }
      action={
        page && (
          <Link to={page.to + objectId}>
            {page.label}
            <span className="visually-hidden"> of act {seq}</span>
          </Link>
        )
      }
    />
  );
}

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
