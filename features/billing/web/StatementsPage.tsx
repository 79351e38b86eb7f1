import { useQuery } from "@tanstack/react-query";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { allStatements, statements } from "./api.ts";
import { useMemo, type ReactNode } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import { STATEMENT_STATUSES, STATUS_LABELS, type Statement, type StatementStatus } from "#features/billing/contract.ts";
import { Money } from "#platform/web/parts/Values.tsx";
import {
  pageRequest,
  useRemoteList,
  type RemoteQuery,
  type RemoteRows,
} from "#platform/web/table/remote/use-remote-list.ts";
import {
  useShownColumns,
  type Column,
  type RangeFilter,
  type ValueFilter,
} from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import { formatDate } from "#platform/web/format/dates.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { lastDay, Period, StatementStatusPill } from "./StatementParts.tsx";

const columns: readonly Column<StatementTableRow>[] = [
  { key: "number", header: "Number" },
  {
    key: "periodStart",
    header: "Period",
    isWideOnly: true,
    cell: (row) => <Period {...row} />,
    text: ({ period }) => period,
  },
  {
    key: "step",
    header: "Status",
    cell: ({ status }) => <StatementStatusPill status={status} />,
    text: ({ status }) => STATUS_LABELS[status],
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount }) => <Money cents={amount} />,
    text: ({ amount }) => formatMoney(amount),
  },
  {
    key: "due",
    header: "Due",
    align: "end",
    isWideOnly: true,
    cell: ({ due }) => <Money cents={due} />,
    text: ({ due }) => formatMoney(due),
  },
];
/** For a user who sees statements of several organizations. */
const withOrganization = columns.toSpliced(1, 0, { key: "organization", header: "Organization", isWideOnly: true });

const searchKeys = ["number", "organization", "period"] as const;
const filters: readonly ValueFilter<StatementTableRow>[] = [
  {
    key: "status",
    label: "Status",
    options: STATEMENT_STATUSES.filter((value) => value !== "open").map((value) => ({
      value,
      label: STATUS_LABELS[value],
    })),
  },
];
const ranges: readonly RangeFilter<StatementTableRow>[] = [{ key: "amount", label: "amount", unit: "cents" }];
const NOTHING_ELSE = {};
/** The server's names of the columns by which it sorts. */
const SORTS = { number: "number", periodStart: "periodStart", step: "status", amount: "amount" } as const;

interface StatementsTableProps {
  /** `undefined` while they load; `null`: too many to be read whole. */
  readonly statements: readonly Omit<Statement, "lineItems">[] | null | undefined;
  readonly empty: ReactNode;
}

function StatementsTable({ statements: listed, empty }: StatementsTableProps) {
  const rows = useMemo(() => listed && listed.map(toRow), [listed]);
  const seesAll = useMembership()?.role.name === "root";
  const shown = useShownColumns(listed, { columns, withOrganization, seesAll, serverSorts: SORTS });
  return (
    <DataTable
      label="Statements"
      rows={rows}
      columns={shown}
      searchKeys={searchKeys}
      filters={filters}
      ranges={ranges}
      initialSort={{ column: "periodStart", direction: "descending" }}
      open={({ id }) => `/admin/billing/statements/view/${id}`}
      selection={NOTHING_ELSE}
      useRemote={useRemoteStatements}
      empty={empty}
    />
  );
}

function useRemoteStatements(query: RemoteQuery): RemoteRows<StatementTableRow> {
  return useRemoteList(query, (page) => statements({ ...pageRequest(page, SORTS), lines: "none" }), toRow);
}

interface StatementTableRow extends TableRow {
  readonly number: string;
  readonly organization: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly timeZone: string;
  readonly period: string;
  readonly status: StatementStatus;
  /** The status as a place in a statement's life, for sorting. */
  readonly step: number;
  readonly amount: number;
  readonly due: number;
}

function toRow(statement: Omit<Statement, "lineItems">): StatementTableRow {
  const { id, number, organization, periodStart, periodEnd, timeZone: zone, status, amount, due } = statement;
  return {
    id,
    number,
    organization: organization.name,
    periodStart,
    periodEnd,
    timeZone: zone,
    period: `${formatDate(periodStart, { zone })} to ${formatDate(lastDay(periodEnd), { zone })}`,
    status,
    step: STATEMENT_STATUSES.indexOf(status),
    amount,
    due: status === "paid" || status === "void" ? 0 : due,
  };
}

export function StatementsPage() {
  const { data, error, refetch } = useQuery(allStatements({ lines: "none" }));
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
