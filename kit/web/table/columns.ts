// Owns what a table's column and filter are.
import type { ReactNode } from "react";
import type { TableRow } from "./engine.ts";

export interface Column<Row extends TableRow> {
  /** The field of the row that is shown, sorted and searched. */
  readonly key: keyof Row & string;
  readonly header: string;
  /** What is seen, where the value itself is not enough. */
  readonly cell?: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  readonly align?: "end";
  readonly isSortable?: boolean;
  /** Left out below 768 px. */
  readonly isWideOnly?: boolean;
}

export interface ValueFilter<Row extends TableRow> {
  readonly key: keyof Row & string;
  /** Names the group of chips. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
