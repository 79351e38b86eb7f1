import { useMemo } from "react";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import type { Column } from "./columns.ts";
import type { TableRow } from "../engine/engine.ts";

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
