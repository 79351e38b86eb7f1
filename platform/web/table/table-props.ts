import type { ReactNode } from "react";
import type { Column, RangeFilter, ValueFilter } from "./columns/columns.ts";
import type { TableRow } from "./engine/engine.ts";
import type { UseRemote } from "./remote/use-remote-list.ts";
import type { Sorting } from "./table-address.ts";

export interface DataTableProps<Row extends TableRow> {
  /** Names the table. */
  readonly label: string;
  /** `undefined` while they load; `null`: too many to be read whole, so that `useRemote` reads a page at a time. */
  readonly rows: readonly Row[] | null | undefined;
  readonly columns: readonly Column<Row>[];
  readonly searchKeys: readonly (keyof Row & string)[];
  readonly filters?: readonly ValueFilter<Row>[];
  /** Keys of the filters that the server knows: the others are left out where it filters. */
  readonly serverFilters?: readonly string[];
  readonly ranges?: readonly RangeFilter<Row>[];
  readonly initialSort?: Sorting;
  /** Where a row leads; the first column becomes the link. */
  readonly open?: (row: Row) => string;
  /** What a phone shows below the first column, in place of the columns that it leaves out. */
  readonly detail?: (row: Row) => ReactNode;
  /** Rows can be selected, copied and saved; `{}` where nothing else can be done with them. */
  readonly selection?: SelectionOptions<Row>;
  /** Asks the server for a page of a long list. */
  readonly useRemote?: UseRemote<Row>;
  /** Where all rows can be had when a page of them is printed: `the PDF`. */
  readonly wholeIn?: string;
  /** Prints the rows of all its pages. */
  readonly isPrintedWhole?: boolean;
  /** Shown in place of the rows when they could not be loaded. */
  readonly error?: ReactNode;
  /** The text when there are no rows at all. */
  readonly empty: ReactNode;
}

export interface SelectionOptions<Row extends TableRow> {
  /** What else can be done with the rows selected. */
  readonly actions?: (rows: readonly Row[], clear: () => void) => ReactNode;
}
