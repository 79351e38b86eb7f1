import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { Column } from "./columns/columns.ts";
import { bodyRows, button, names, people, showPeople, type Person } from "./test-people.tsx";

const header = (name: string) => screen.getByRole("columnheader", { name });
const sortBy = (name: string) => userEvent.click(within(header(name)).getByRole("button"));
const sortOf = (name: string) => header(name).getAttribute("aria-sort");
const searchbox = () => screen.getByRole("searchbox", { name: "Search" });
const withTags: readonly Column<Person>[] = [
  { key: "name", header: "Name" },
  { key: "tags", header: "Tags" },
];

describe("sorting", () => {
  test("a header button sorts: none, ascending, descending, none with the original order back", async () => {
    await showPeople(people(3));
    expect(sortOf("Amount")).toBe("none");
    expect(within(header("Amount")).getByTestId("sort-icon").dataset["direction"]).toBeUndefined();
    await sortBy("Amount");
    expect(sortOf("Amount")).toBe("ascending");
    expect(within(header("Amount")).getByTestId("sort-icon").dataset["direction"]).toBe("asc");
    expect(names()).toEqual(["Person 0", "Person 2", "Person 1"]);
    await sortBy("Amount");
    expect(sortOf("Amount")).toBe("descending");
    expect(within(header("Amount")).getByTestId("sort-icon").dataset["direction"]).toBe("desc");
    expect(names()).toEqual(["Person 1", "Person 2", "Person 0"]);
    await sortBy("Amount");
    expect(sortOf("Amount")).toBe("none");
    expect(names()).toEqual(["Person 0", "Person 1", "Person 2"]);
  });

  test("another column starts at ascending and clears the first", async () => {
    await showPeople(people(3));
    await sortBy("Amount");
    await sortBy("Amount");
    await sortBy("Name");
    expect([sortOf("Amount"), sortOf("Name")]).toEqual(["none", "ascending"]);
    expect(names()).toEqual(["Person 0", "Person 1", "Person 2"]);
  });

  test("a column of arrays is refused, by its header and by the address, and the rows stay", async () => {
    const refused: string[] = [];
    const hear = (event: ErrorEvent) => {
      refused.push(String(event.error));
      event.preventDefault();
    };
    window.addEventListener("error", hear);
    await showPeople(people(2), { columns: withTags, path: "/people?sort=tags&direction=ascending" });
    expect(names()).toEqual(["Person 0", "Person 1"]);
    vi.spyOn(console, "error").mockReturnValue();
    await sortBy("Tags").catch((error: unknown) => refused.push(String(error)));
    vi.restoreAllMocks();
    window.removeEventListener("error", hear);
    expect(refused.join()).toContain("CAN_NOT_SORT_ARRAY");
    expect(names()).toEqual(["Person 0", "Person 1"]);
  });
});

describe("searching and filtering", () => {
  test("combine, start at page one again, and are saved in the address", async () => {
    const { router } = await showPeople(people(30));
    await userEvent.click(button("Next page"));
    expect(names()[0]).toBe("Person 10");
    const status = screen.getByRole("group", { name: "Status" });
    await userEvent.click(within(status).getByRole("button", { name: "Closed" }));
    await userEvent.type(searchbox(), "N 2");
    expect(names()).toEqual(["Person 21", "Person 23", "Person 25", "Person 27", "Person 29"]);
    await waitFor(() => expect(router.state.location.search).toEqual({ search: "N 2", status: "closed" }));
  });

  test("take a range typed in dollars, including both ends, either of which may be open", async () => {
    const { router } = await showPeople(people(11));
    await userEvent.type(screen.getByRole("textbox", { name: "Minimum amount" }), "$3");
    await userEvent.type(screen.getByRole("textbox", { name: "Maximum amount" }), "5.00");
    expect(names()).toEqual(["Person 2", "Person 7", "Person 10"]);
    await waitFor(() => expect(router.state.location.search).toEqual({ cents: "300..500" }));
    await userEvent.clear(screen.getByRole("textbox", { name: "Minimum amount" }));
    expect(names()).toHaveLength(6);
  });

  test("an invalid amount is marked and filters nothing", async () => {
    await showPeople(people(5));
    const least = screen.getByRole("textbox", { name: "Minimum amount" });
    await userEvent.type(least, "lots");
    expect(least.getAttribute("aria-invalid")).toBe("true");
    expect(names()).toHaveLength(5);
  });

  test("say so when nothing matches, and are cleared together", async () => {
    const { router } = await showPeople(people(2), { path: "/people?search=zzz&cents=100..&status=new" });
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Minimum amount" }).value).toBe("1");
    await userEvent.click(button("Clear search and filters"));
    expect(names()).toEqual(["Person 0", "Person 1"]);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Minimum amount" }).value).toBe("");
    expect(router.latestLocation.search).toEqual({});
  });
});

describe("a table", () => {
  test("begins on page 1 and opens again at the page in its address", async () => {
    const { unmount } = await showPeople(people(30));
    expect(names()[0]).toBe("Person 0");
    expect(screen.getByText("1–10 of 30")).toBeDefined();
    unmount();
    await showPeople(people(30), { path: "/people?status=new&page=2&sort=name&direction=descending&search=person" });
    expect(names()).toEqual(["Person 8", "Person 6", "Person 4", "Person 2", "Person 0"]);
    expect(screen.getByText("11–15 of 15")).toBeDefined();
  });

  test.each([
    ["S9.11", 99, 10],
    ["", 100, 25],
    ["", 4999, 25],
  ])("%s of %i rows shows %i a page", async (_row, count, size) => {
    await showPeople(people(count));
    expect(bodyRows()).toHaveLength(size);
  });

  test("opens with any address", async () => {
    const broken = "/people?page=-3&sort=nowhere&direction=sideways&status=new,gone&cents=x..9e9&search=%00";
    const { unmount } = await showPeople(people(4), { path: broken });
    expect(screen.getByText("No results")).toBeDefined();
    unmount();
    await showPeople(people(4), { path: broken.replace("&search=%00", "") });
    expect(names()).toEqual(["Person 0", "Person 2"]);
  });

  test("remembers that a table sorted from the start was unsorted by hand", async () => {
    const initialSort = { column: "name", direction: "descending" } as const;
    const { router, unmount } = await showPeople(people(3), { initialSort });
    expect(names()[0]).toBe("Person 2");
    await sortBy("Name");
    expect(names()[0]).toBe("Person 0");
    await waitFor(() => expect(router.state.location.search).toEqual({ direction: "none" }));
    unmount();
    await showPeople(people(3), { initialSort, path: "/people?direction=none" });
    expect(names()[0]).toBe("Person 0");
  });

  test("shows names as text, whatever they contain", async () => {
    const name = '<img src="x" onerror="alert(1)">';
    const { container } = await showPeople([{ ...people(1)[0]!, name }], { path: "/people?search=%3Cimg" });
    expect(names()).toEqual([name]);
    expect(container.querySelector("img")).toBeNull();
  });

  test("shows placeholder rows of the final size while it loads", async () => {
    await showPeople(undefined, { selection: {} });
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    expect(bodyRows()).toHaveLength(10);
    expect(within(bodyRows()[0]!).getAllByRole("cell")).toHaveLength(4); // ten rows; three columns and the boxes
  });

  test("says so when it is empty", async () => {
    await showPeople([]);
    expect(screen.getByText("No one yet")).toBeDefined();
  });
});

describe("a row", () => {
  test("is reached by arrows, Home and End, and opened by enter", async () => {
    const { router } = await showPeople(people(3));
    screen.getByRole("link", { name: "Person 0" }).focus();
    const at = async (keys: string) => {
      await userEvent.keyboard(keys);
      return document.activeElement?.textContent;
    };
    expect(await at("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}")).toBe("Person 1");
    expect(await at("{End}")).toBe("Person 2");
    expect(await at("{Home}")).toBe("Person 0");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/person/p1"));
  });

  test("is opened by a click anywhere on it", async () => {
    const { router } = await showPeople(people(3));
    await userEvent.click(within(bodyRows()[2]!).getAllByRole("cell")[1]!); // three rows, three cells
    await waitFor(() => expect(router.state.location.pathname).toBe("/person/p2"));
  });

  test("gives assistive technology each row's place in the whole table", async () => {
    await showPeople(people(30), { path: "/people?page=3" });
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("31");
    expect(bodyRows()[0]?.getAttribute("aria-rowindex")).toBe("22");
  });
});
