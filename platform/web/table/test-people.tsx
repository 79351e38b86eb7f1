import { screen, within } from "@testing-library/react";
import { renderAt } from "../test-router.tsx";
import type { Column, RangeFilter, ValueFilter } from "./columns/columns.ts";
import { DataTable } from "./DataTable.tsx";
import type { DataTableProps } from "./table-props.ts";

export interface Person {
  readonly id: string;
  readonly selected?: boolean;
  readonly name: string;
  readonly status: string;
  readonly cents: number;
  readonly tags: readonly string[];
}

const columns: readonly Column<Person>[] = [
  { key: "name", header: "Name" },
  { key: "cents", header: "Amount", align: "end", text: ({ cents }) => (cents / 100).toFixed(2) },
  { key: "status", header: "State", cell: ({ status }) => <em>{status}</em> },
];
const searchKeys = ["name"] as const;
const filters: readonly ValueFilter<Person>[] = [
  {
    key: "status",
    label: "Status",
    options: [
      { value: "new", label: "New" },
      { value: "closed", label: "Closed" },
    ],
  },
];
const ranges: readonly RangeFilter<Person>[] = [{ key: "cents", label: "amount", unit: "cents" }];

/** Person 0, Person 1, …; every other one closed; amounts from $0.00 to $10.00. */
export function people(count: number): Person[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    name: `Person ${at}`,
    status: at % 2 === 0 ? "new" : "closed",
    cents: ((at * 7) % 11) * 100,
    tags: [],
  }));
}

export const showPeople = (
  rows: readonly Person[] | null | undefined,
  { path = "/people", ...props }: Partial<DataTableProps<Person>> & { readonly path?: string } = {},
) =>
  renderAt(
    path,
    <DataTable
      label="People"
      rows={rows}
      columns={columns}
      searchKeys={searchKeys}
      filters={filters}
      ranges={ranges}
      open={({ id }) => `/person/${id}`}
      empty={<p>No one yet</p>}
      {...props}
    />,
  );

/** The rows without the header's. */
export function bodyRows(): HTMLElement[] {
  return screen.getAllByRole("row").slice(1);
}

export function names(): (string | null)[] {
  return bodyRows().map((row) => within(row).getByRole("link").textContent);
}

export function boxes(): HTMLInputElement[] {
  return screen.getAllByRole("checkbox", { name: "Select row" });
}

export function button(name: string): HTMLElement {
  return screen.getByRole("button", { name });
}
