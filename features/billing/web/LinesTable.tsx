import { useMemo, type ReactNode } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { LINE_ITEM_TYPES, TYPE_LABELS, type LineItem } from "#features/billing/contract.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
import type { Column, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { useShownColumns } from "#platform/web/table/columns/shown-columns.ts";
import { useRemoteList } from "#platform/web/table/remote/use-remote-list.ts";
import { askedPage } from "#platform/web/table/remote/asked-page.ts";
import type { RemoteQuery, RemoteRows } from "#platform/web/table/remote/remote-rows.ts";
import { unbilledLines } from "./data.ts";
import styles from "./Billing.module.css";

interface LineRow extends TableRow {
  readonly occurredAt: string;
  readonly description: string;
  readonly type: LineItem["type"];
  readonly kind: string;
  readonly organization: string;
  readonly amount: number;
}

function toRow({ id, occurredAt, description, type, organization, amount }: LineItem): LineRow {
  return { id, occurredAt, description, type, kind: TYPE_LABELS[type], organization: organization.name, amount };
}

const columns: readonly Column<LineRow>[] = [
  {
    key: "description",
    header: "Description",
    cell: ({ description, occurredAt }) => (
      <span className={styles.what}>
        <span className={styles.words}>{description}</span>
        <span className={styles.date}>
          <DateText at={occurredAt} />
        </span>
      </span>
    ),
    text: ({ description }) => description,
  },
  { key: "kind", header: "Type", isWideOnly: true, minTable: 52 },
  {
    key: "occurredAt",
    header: "Date",
    isWideOnly: true,
    cell: ({ occurredAt }) => <DateText at={occurredAt} />,
    text: ({ occurredAt }) => formatDate(occurredAt),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount }) => <Money cents={amount} />,
    text: ({ amount }) => formatMoney(amount),
  },
];
/** For a user who sees lines of several organizations. */
const withOrganization = columns.toSpliced(1, 0, { key: "organization", header: "Organization", isWideOnly: true });

const searchKeys = ["description", "kind", "organization"] as const;
const filters: readonly ValueFilter<LineRow>[] = [
  { key: "type", label: "Type", options: LINE_ITEM_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })) },
];
const NOTHING_ELSE = {};
/** The server sorts only by newest first. */
const CHOICE = { columns, withOrganization };

interface LinesTableProps {
  /** `undefined` while they load. */
  readonly lines: readonly LineItem[] | undefined;
  readonly empty: ReactNode;
}

export function LinesTable({ lines, empty }: LinesTableProps) {
  const rows = useMemo(() => lines?.map(toRow), [lines]);
  const shown = useShownColumns(lines, CHOICE);
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

function useRemoteLines(asked: RemoteQuery): RemoteRows<LineRow> {
  return useRemoteList(unbilledLines(askedPage<never>(asked, NO_SORTS)), { limit: asked.limit, toRow });
}
