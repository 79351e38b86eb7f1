import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { formatCount } from "#platform/text/text.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { EmptyState, ErrorState, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { AUDIT_FORMATS, type AuditEvent } from "#features/organizations/contract.ts";
import { SEARCH_LENGTH } from "#platform/contract/paging.ts";
import { DateText } from "#platform/web/parts/Values.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import {
  AUDIT_EVENT_KINDS,
  auditEventChanges,
  auditEventSentence,
  chosenIn,
  filterFor,
  type Chosen,
} from "./audit-event-labels.ts";
import { useAuditEvents, useExportAudit, useVerifyAudit } from "./api.ts";
import styles from "./Activity.module.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { colleagues } from "#features/organizations/web/members/api.ts";
import fieldStyles from "#platform/web/form/Field.module.css";
import { FormRow } from "#platform/web/form/Field.tsx";
import { Select } from "#platform/web/form/Select.tsx";

const MAX_ERRORS_SHOWN = 10;
const LABELS = {
  gap: "an earlier event is missing",
  changed: "it was changed later",
  "head-differs": "the end of the log was cut off or changed",
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
      {outcome?.errors.length === 0 && outcome.head === null && <Alert tone="info">Nothing has been logged yet.</Alert>}
      {outcome?.errors.length === 0 && outcome.head !== null && (
        <Alert tone="ok" title={`The log is intact: ${countOf(outcome.rows)}, none changed or missing`}>
          Save this elsewhere. It proves later that nothing up to event {outcome.head.seq} was rewritten.
          <code className={styles.hash}>{outcome.head.sha256}</code>
        </Alert>
      )}
      {outcome && outcome.errors.length > 0 && (
        <Alert tone="stop" title={`The log was changed: ${outcome.errors.length} of ${countOf(outcome.rows)}`}>
          Contact the server's operator, and compare with a backup.
          <ul>
            {outcome.errors.slice(0, MAX_ERRORS_SHOWN).map(({ seq, error }) => (
              <li key={`${seq} ${error}`}>
                Event {seq}: {LABELS[error]}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

function countOf(rows: number): string {
  return formatCount(rows, "event");
}

/** Pages of objects, by their type in the audit log. */
const PAGES: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  borrower: { to: "/account/borrowers/view/", label: "Borrower" },
  group: { to: "/admin/groups/edit/", label: "Group" },
  member: { to: "/admin/users/edit/", label: "User" },
  post: { to: "/admin/posts/edit/", label: "Post" },
};

function AuditEventRow({ auditEvent }: { readonly auditEvent: AuditEvent }) {
  const { seq, at, action, objectType, objectId, objectName, address } = auditEvent;
  const page = objectId === null ? undefined : PAGES[objectType];
  const isEnd = /\.(deleted|removed)$/.test(action);
  const isGone = page !== undefined && objectName === null;
  return (
    <Row
      title={auditEventSentence(auditEvent)}
      about={
        <>
          <DateText at={at} withTime />
          {address && `, from ${address}`}, event {seq}
          {isGone && `, ${page.label.toLowerCase()} ${objectId?.slice(0, 8)}${isEnd ? "" : ", now deleted"}`}
          {auditEventChanges(auditEvent).map((change) => (
            <span key={change} className={styles.change}>
              {change}
            </span>
          ))}
        </>
      }
      action={
        page &&
        !isGone &&
        !isEnd && (
          <Link to={page.to + objectId}>
            {page.label}
            <span className="visually-hidden"> of event {seq}</span>
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
    <Page title="Activity" lead="Who did what and when. Any tampering is detected.">
      <VerifyRecord />
      <AuditEventFilters chosen={chosen} onChoose={choose} />
      <ExportActivity chosen={chosen} isFiltered={isFiltered} />
      {!shown && auditEvents.error && (
        <ErrorState
          title="We couldn't load the activity"
          error={auditEvents.error}
          onRetry={() => void auditEvents.refetch()}
        />
      )}
      {!shown && !auditEvents.error && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState title={isFiltered ? "No matching activity" : "No activity yet"}>
          {isFiltered && "Try other words, people, another kind or other dates."}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <div className={styles.events}>
          <RowList label="Activity">
            {shown.map((auditEvent) => (
              <AuditEventRow key={auditEvent.seq} auditEvent={auditEvent} />
            ))}
          </RowList>
          {auditEvents.hasNextPage && (
            <div>
              <Button isBusy={auditEvents.isFetchingNextPage} onClick={() => void auditEvents.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
          {auditEvents.error && <p role="alert">We couldn't load more. Try again.</p>}
        </div>
      )}
    </Page>
  );
}

interface AuditEventFiltersProps {
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

function AuditEventFilters({ chosen, onChoose }: AuditEventFiltersProps) {
  const { data: people = [], error, refetch } = useQuery(colleagues());
  const known = people.map(({ userId, firstName, lastName }) => ({ value: userId, label: `${firstName} ${lastName}` }));
  const isGone = chosen.person !== "" && !known.some(({ value }) => value === chosen.person);
  const gone = isGone ? [{ value: chosen.person, label: "Someone else" }] : [];
  return (
    <>
      <FormRow>
        <SearchField value={chosen.search} onChange={(search) => onChoose({ ...chosen, search })} />
        <Select
          label="Person"
          options={[{ value: "", label: "Everyone" }, ...known, ...gone]}
          value={chosen.person}
          onChange={(person) => onChoose({ ...chosen, person })}
        />
        <Select
          label="Kind"
          options={[{ value: "", label: "Everything" }, ...AUDIT_EVENT_KINDS]}
          value={chosen.kind}
          onChange={(kind) => onChoose({ ...chosen, kind })}
        />
        <Day label="From" value={chosen.from} onChange={(from) => onChoose({ ...chosen, from })} />
        <Day label="To" value={chosen.to} onChange={(to) => onChoose({ ...chosen, to })} />
      </FormRow>
      {error && people.length === 0 && (
        <Alert
          tone="info"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Reload names
            </Button>
          }
        >
          We couldn't load your colleagues' names.
        </Alert>
      )}
    </>
  );
}

/** Applied when typing pauses. */
const PAUSE_MS = 300;

function SearchField({ value, onChange }: Omit<DayProps, "label">) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const apply = useEffectEvent(() => typed !== value && onChange(typed));
  useEffect(() => {
    const timer = setTimeout(apply, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        Search
      </label>
      <input
        id={id}
        type="search"
        className={fieldStyles.control}
        maxLength={SEARCH_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}

interface ExportActivityProps {
  readonly chosen: Chosen;
  readonly isFiltered: boolean;
}

function ExportActivity({ chosen, isFiltered }: ExportActivityProps) {
  const download = useExportAudit();
  const what = isFiltered ? "Export what matches as" : "Export everything as";
  return (
    <div className={styles.export}>
      <span>{what}</span>
      {AUDIT_FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          isBusy={download.isPending && download.variables.format === format}
          onClick={() => !download.isPending && download.mutate({ ...filterFor(chosen), format })}
        >
          {FORMAT_LABELS[format]}
        </Button>
      ))}
      {download.error && <Alert tone="stop">{explain(download.error)}</Alert>}
    </div>
  );
}

const FORMAT_LABELS = { csv: "CSV", jsonl: "JSON Lines" } as const;

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={fieldStyles.control}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
