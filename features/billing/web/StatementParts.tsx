import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import {
  FREE_REFRESH_DAYS,
  LINE_ITEM_TYPES,
  listNonBilledLineItems,
  setsSpendCap,
  SPEND_WARNING_PERCENT,
  STATUS_LABELS,
  TYPE_LABELS,
  type CurrentPeriod,
  type downloadOwnStatement,
  type downloadStatement,
  type LineItem,
  type LineItemColumn,
  type Statement,
  type StatementStatus,
} from "#features/billing/contract.ts";
import { LINE_ITEM_COLUMN_TEXTS } from "#features/billing/columns.ts";
import { csvOf } from "#platform/web/http/save-csv.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { DateText, StatusPill, Money, type Tone } from "#platform/web/parts/Values.tsx";
import { useMemo, type ReactNode } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { listedColumn, useShownColumns, type Column, type ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import {
  useRemoteList,
  pageRequest,
  type RemoteQuery,
  type RemoteRows,
} from "#platform/web/table/remote/use-remote-list.ts";
import { unbilledLines } from "./api.ts";
import styles from "./Billing.module.css";
import { Link } from "@tanstack/react-router";
import { useMembership } from "#features/auth/web/session/session.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";

const STATUS_TONES: Readonly<Record<StatementStatus, Tone>> = {
  open: "grey",
  finalized: "amber",
  paid: "green",
  past_due: "red",
  void: "hollow",
};

/** The last day of a half-open period: a moment before its end. */
function lastDay(periodEnd: string): string {
  return new Date(Date.parse(periodEnd) - 1).toISOString();
}

/** Whether something is left to pay. */
export function isOwed({ status, due }: Pick<Statement, "status" | "due">): boolean {
  return due > 0 && (status === "finalized" || status === "past_due");
}

interface StatementDownloadsProps {
  readonly call: typeof downloadStatement | typeof downloadOwnStatement;
  readonly id: string;
  /** Names the statement if there are several on the page. */
  readonly of?: string;
  readonly size?: "small" | "medium";
}

export function StatementDownloads({ call, id, of, size = "medium" }: StatementDownloadsProps) {
  const download = useMutation({
    mutationFn: (format: "pdf" | "csv") => downloadFile(call, { id, format }),
    onError: (error) => showToast("We couldn't download the statement", explain(error)),
  });
  return (["pdf", "csv"] as const).map((format) => {
    const words = `Download ${format.toUpperCase()}`;
    return (
      <Button
        key={format}
        size={size}
        icon={<Download aria-hidden="true" />}
        label={of === undefined ? words : `${words} of ${of}`}
        isBusy={download.isPending && download.variables === format}
        onClick={() => download.mutate(format)}
      >
        {size === "small" ? format.toUpperCase() : words}
      </Button>
    );
  });
}

interface PeriodProps {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly timeZone: string;
}

export function Period({ periodStart, periodEnd, timeZone }: PeriodProps) {
  return (
    <>
      <DateText at={periodStart} zone={timeZone} /> to <DateText at={lastDay(periodEnd)} zone={timeZone} />
    </>
  );
}

export function StatementStatusPill({ status }: { readonly status: StatementStatus }) {
  return <StatusPill tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusPill>;
}

interface LineRow extends TableRow {
  readonly occurredAt: string;
  readonly description: string;
  readonly type: LineItem["type"];
  readonly kind: string;
  readonly organization: string;
  readonly amount: number;
  readonly line: LineItem;
}

function toRow(line: LineItem): LineRow {
  const { id, occurredAt, description, type, organization, amount } = line;
  return { id, occurredAt, description, type, kind: TYPE_LABELS[type], organization: organization.name, amount, line };
}

const listed = (name: LineItemColumn) => listedColumn(LINE_ITEM_COLUMN_TEXTS, name, ({ line }: LineRow) => line);

const columns: readonly Column<LineRow>[] = [
  {
    ...listed("description"),
    key: "description",
    cell: ({ description, occurredAt }) => (
      <span className={styles.what}>
        <span className={styles.words}>{description}</span>
        <span className={styles.date}>
          <DateText at={occurredAt} />
        </span>
      </span>
    ),
  },
  { ...listed("type"), key: "kind", isWideOnly: true, minTable: 52 },
  {
    ...listed("occurredAt"),
    key: "occurredAt",
    isWideOnly: true,
    cell: ({ occurredAt }) => <DateText at={occurredAt} />,
  },
  { ...listed("amount"), key: "amount", align: "end", cell: ({ amount }) => <Money cents={amount} /> },
];
/** For a user who sees lines of several organizations. */
const withOrganization = columns.toSpliced(1, 0, {
  ...listed("organization"),
  key: "organization",
  isWideOnly: true,
});

const searchKeys = ["description", "kind", "organization"] as const;
const filters: readonly ValueFilter<LineRow>[] = [
  { key: "type", label: "Type", options: LINE_ITEM_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })) },
];
const NOTHING_ELSE = {};

interface LinesTableProps {
  /** `undefined` while they load; `null`: too many to be read whole. */
  readonly lines: readonly LineItem[] | null | undefined;
  readonly empty: ReactNode;
}

export function LinesTable({ lines, empty }: LinesTableProps) {
  const rows = useMemo(() => lines && lines.map(toRow), [lines]);
  const seesAll = useMembership()?.role.name === "root";
  const shown = useShownColumns(lines, { columns, withOrganization, seesAll });
  return (
    <DataTable
      label="Non-billed line items"
      rows={rows}
      columns={shown}
      searchKeys={searchKeys}
      filters={filters}
      initialSort={{ column: "occurredAt", direction: "descending" }}
      selection={NOTHING_ELSE}
      useRemote={useRemoteLines}
      empty={empty}
    />
  );
}

const NO_SORTS = {};

function useRemoteLines(query: RemoteQuery): RemoteRows<LineRow> {
  return useRemoteList(query, {
    pageOf: (page) => unbilledLines(pageRequest<never>(page, NO_SORTS)),
    csvOf: (page, columns) => csvOf(listNonBilledLineItems, { ...pageRequest<never>(page, NO_SORTS), columns }),
    toRow,
  });
}

interface PeriodAnswerProps {
  readonly period: CurrentPeriod;
}

export function PeriodAnswer({ period }: PeriodAnswerProps) {
  const { amount, periodEnd, timeZone, prices, drift } = period;
  return (
    <>
      {drift && (
        <Alert tone="stop" title="Our figures and the card provider's don't match">
          We have {formatMoney(drift.ours)}, the provider has {formatMoney(drift.theirs)}. They have differed since{" "}
          <DateText at={drift.since} withTime zone={timeZone} /> and were compared last on{" "}
          <DateText at={drift.checkedAt} withTime zone={timeZone} />. You won't be charged more because of it. Please
          contact support.
        </Alert>
      )}
      <div className={styles.answer}>
        <p className={styles.figure}>
          <span className={styles.label}>So far this month</span>
          <strong>
            <Money cents={amount} />
          </strong>
          <span className={styles.soft}>
            Closes on <DateText at={periodEnd} zone={timeZone} />
          </span>
        </p>
        <Cap period={period} />
        <dl className={styles.prices}>
          <div>
            <dt>Asset report</dt>
            <dd>
              <Money cents={prices.asset_report} />
            </dd>
          </div>
          <div>
            <dt>Again within {FREE_REFRESH_DAYS} days</dt>
            <dd>Free</dd>
          </div>
          <div>
            <dt>Again later</dt>
            <dd>
              <Money cents={prices.report_refresh} />
            </dd>
          </div>
          <div>
            <dt>A report that fails</dt>
            <dd>Free</dd>
          </div>
        </dl>
      </div>
    </>
  );
}

/** What remains of the cap, and whether another report fits. */
function leftWords(left: number, price: number): string {
  if (left === 0) return "Reached: only free reports can be generated.";
  if (left < price) return `${formatMoney(left)} left, not enough for another report at ${formatMoney(price)}.`;
  return `${formatMoney(left)} left for reports this month.`;
}

/** The same levels as in the warning emails. */
function toneOf(used: number): "ask" | "stop" | undefined {
  if (used >= 1) return "stop";
  return used * 100 >= SPEND_WARNING_PERCENT ? "ask" : undefined;
}

function Cap({ period: { spendCap, spent, prices } }: PeriodAnswerProps) {
  const role = useMembership()?.role.name;
  if (spendCap === null)
    return (
      <p className={styles.figure}>
        <span className={styles.label}>Spend cap</span>
        <strong>None</strong>
        {setsSpendCap(role) && (
          <span className={styles.soft}>
            <Link to="/admin/organization">Set one under Organization</Link>
          </span>
        )}
      </p>
    );
  const left = Math.max(0, spendCap - spent);
  const used = spendCap === 0 ? 1 : Math.min(1, spent / spendCap);
  return (
    <div className={styles.figure}>
      <span className={styles.label}>Spend cap</span>
      <strong>
        <Money cents={spent} /> of <Money cents={spendCap} />
      </strong>
      <ProgressBar label="Spend cap used" value={used} tone={toneOf(used)} />
      <span className={styles.soft}>{leftWords(left, prices.asset_report)}</span>
    </div>
  );
}
