import { useMemo, type ReactNode } from "react";
import type { TableRow } from "../engine/engine.ts";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";

export interface Column<Row extends TableRow> {
  /** The field of the row that is shown, sorted and searched. */
  readonly key: keyof Row & string;
  readonly header: string;
  /** The displayed content, if the value itself is not enough. */
  readonly cell?: (row: Row) => ReactNode;
  /** The copied and exported text, if the value itself is not enough. */
  readonly text?: (row: Row) => string;
  /** Numbers stand at the right. */
  readonly align?: "end";
  readonly isSortable?: boolean;
  /** Left out below 768 px. */
  readonly isWideOnly?: boolean;
  /** Left out where the table itself is narrower than so many rem: the less it matters, the more. */
  readonly minTable?: 52 | 62 | 68;
}

export interface ValueFilter<Row extends TableRow> {
  readonly key: keyof Row & string;
  /** Names the group of chips. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface RangeFilter<Row extends TableRow> {
  readonly key: keyof Row & string;
  /** Follows `Minimum` and `Maximum`: `amount`. */
  readonly label: string;
  /** The rows hold cents; people type dollars. */
  readonly unit?: "cents";
}

export function textIn<Row extends TableRow>({ key, text }: Column<Row>, row: Row): string {
  if (text) return text(row);
  const value = row[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function contentOf<Row extends TableRow>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : textIn(column, row);
}

interface Choice<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  /** For who sees rows of several organizations. */
  readonly withOrganization: readonly Column<Row>[];
  /** Columns that the server sorts by once the list is too long to be sent whole. */
  readonly serverSorts?: Readonly<Record<string, unknown>>;
}

const NO_SORTS = {};

/** @param listed `undefined` while they load */
export function useShownColumns<Row extends TableRow>(
  listed: readonly { readonly organization: { readonly id: string } }[] | undefined,
  { columns, withOrganization, serverSorts = NO_SORTS }: Choice<Row>,
): readonly Column<Row>[] {
  const areOfSeveral = useMemo(() => new Set(listed?.map(({ organization }) => organization.id)).size > 1, [listed]);
  const isLong = listed !== undefined && listed.length >= LIST_ROWS;
  const those = areOfSeveral ? withOrganization : columns;
  return useMemo(
    () => (isLong ? those.map((column) => ({ ...column, isSortable: column.key in serverSorts })) : those),
    [isLong, those, serverSorts],
  );
}
