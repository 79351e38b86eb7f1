import { useQuery } from "@tanstack/react-query";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { allStatements, statements } from "./api.ts";
import { useMemo, type ReactNode } from "react";
import { useMembership } from "#features/auth/web/session/session.ts";
import { leftToPay, periodWords, STATEMENT_COLUMN_TEXTS } from "#features/billing/columns.ts";
import {
  listStatements,
  STATEMENT_STATUSES,
  STATUS_LABELS,
  type Statement,
  type StatementColumn,
  type StatementStatus,
} from "#features/billing/contract.ts";
import { csvOf } from "#platform/web/http/save-csv.ts";
import { Money } from "#platform/web/parts/Values.tsx";
import {
  pageRequest,
  useRemoteList,
  type RemoteQuery,
  type RemoteRows,
} from "#platform/web/table/remote/use-remote-list.ts";
import {
  listedColumn,
  useShownColumns,
  type Column,
  type RangeFilter,
  type ValueFilter,
} from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { Period, StatementStatusPill } from "./StatementParts.tsx";

const listed = (name: StatementColumn) =>
  listedColumn(STATEMENT_COLUMN_TEXTS, name, ({ statement }: StatementTableRow) => statement);

const columns: readonly Column<StatementTableRow>[] = [
  { ...listed("number"), key: "number" },
  { ...listed("period"), key: "periodStart", isWideOnly: true, cell: ({ statement }) => <Period {...statement} /> },
  { ...listed("status"), key: "step", cell: ({ status }) => <StatementStatusPill status={status} /> },
  { ...listed("amount"), key: "amount", align: "end", cell: ({ amount }) => <Money cents={amount} /> },
  { ...listed("due"), key: "due", align: "end", isWideOnly: true, cell: ({ due }) => <Money cents={due} /> },
];
/** For a user who sees statements of several organizations. */
const withOrganization = columns.toSpliced(1, 0, {
  ...listed("organization"),
  key: "organization",
  isWideOnly: true,
});

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
  return useRemoteList(query, {
    pageOf: (page) => statements({ ...pageRequest(page, SORTS), lines: "none" }),
    csvOf: (page, columns) => csvOf(listStatements, { ...pageRequest(page, SORTS), lines: "none", columns }),
    toRow,
  });
}

interface StatementTableRow extends TableRow {
  readonly number: string;
  readonly organization: string;
  readonly periodStart: string;
  readonly period: string;
  readonly status: StatementStatus;
  /** The status as a place in a statement's life, for sorting. */
  readonly step: number;
  readonly amount: number;
  readonly due: number;
  readonly statement: Omit<Statement, "lineItems">;
}

function toRow(statement: Omit<Statement, "lineItems">): StatementTableRow {
  const { id, number, organization, periodStart, status, amount } = statement;
  return {
    id,
    number,
    organization: organization.name,
    periodStart,
    period: periodWords(statement),
    status,
    step: STATEMENT_STATUSES.indexOf(status),
    amount,
    due: leftToPay(statement),
    statement,
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
