import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { renderAt } from "../test-router.tsx";
import type { Column, ValueFilter } from "./columns.ts";
import { DataTable } from "./DataTable.tsx";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly amount: number;
}

const COLUMNS: readonly Column<Person>[] = [
  { key: "name", header: "Name" },
  { key: "amount", header: "Amount", align: "end" },
];
const SEARCH_KEYS = ["name"] as const;
const FILTERS: readonly ValueFilter<Person>[] = [
  {
    key: "status",
    label: "Status",
    options: [
      { value: "new", label: "New" },
      { value: "closed", label: "Closed" },
    ],
  },
];
const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    name: `Person ${at}`,
    status: at % 2 === 0 ? "new" : "closed",
    amount: (at * 7) % 11,
  }));

const show = (rows: readonly Person[] | undefined, path = "/people") =>
  renderAt(
    path,
    <DataTable
      label="People"
      rows={rows}
      columns={COLUMNS}
      searchKeys={SEARCH_KEYS}
      filters={FILTERS}
      open={({ id }) => `/person/${id}`}
      empty={<p>Nobody yet</p>}
    />,
  );

const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

describe("a table", () => {
  test("sorts by its header button: none, ascending, descending, none", async () => {
    await show(people(3));
    const header = screen.getByRole("columnheader", { name: "Amount" });
    const press = () => userEvent.click(within(header).getByRole("button"));
    expect(header.getAttribute("aria-sort")).toBe("none");
    await press();
    expect(header.getAttribute("aria-sort")).toBe("ascending");
    expect(within(header).getByTestId("sort-icon").dataset["direction"]).toBe("asc");
    expect(names()).toEqual(["Person 0", "Person 2", "Person 1"]);
    await press();
    expect(header.getAttribute("aria-sort")).toBe("descending");
    expect(names()).toEqual(["Person 1", "Person 2", "Person 0"]);
    await press();
    expect(header.getAttribute("aria-sort")).toBe("none");
    expect(names()).toEqual(["Person 0", "Person 1", "Person 2"]);
  });

  test("combines search and filter, from page one again, and keeps them in the address", async () => {
    const { router } = await show(people(30));
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(names()[0]).toBe("Person 10");
    const status = screen.getByRole("group", { name: "Status" });
    await userEvent.click(within(status).getByRole("button", { name: "Closed" }));
    await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "N 2");
    expect(names()).toEqual(["Person 21", "Person 23", "Person 25", "Person 27", "Person 29"]);
    await waitFor(() => expect(router.state.location.search).toEqual({ search: "N 2", status: "closed" }));
  });

  test("stands again where its address says", async () => {
    await show(people(30), "/people?status=new&page=2&sort=name&direction=descending");
    expect(names()).toEqual(["Person 8", "Person 6", "Person 4", "Person 2", "Person 0"]);
  });

  test("moves by arrows and opens by enter", async () => {
    const { router } = await show(people(3));
    await userEvent.click(screen.getByRole("searchbox"));
    screen.getByRole("link", { name: "Person 0" }).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(document.activeElement?.textContent).toBe("Person 1");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/person/p1"));
  });

  test("opens a row by a click anywhere on it", async () => {
    const { router } = await show(people(3));
    await userEvent.click(within(screen.getAllByRole("row")[3]!).getAllByRole("cell")[1]!); // three rows, two cells
    await waitFor(() => expect(router.state.location.pathname).toBe("/person/p2"));
  });

  test("says so when it is empty, and when nothing matches", async () => {
    const { unmount } = await show([]);
    expect(screen.getByText("Nobody yet")).toBeDefined();
    unmount();
    await show(people(2), "/people?search=zzz");
    await userEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
    expect(names()).toEqual(["Person 0", "Person 1"]);
  });
});
