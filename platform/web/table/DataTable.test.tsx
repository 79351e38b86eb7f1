import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import fc from "fast-check";
import type { Window as HappyWindow } from "happy-dom";
import type { Column } from "./columns/columns.ts";
import { bodyRows, button, names, people, type Person, showPeople } from "./test-people.tsx";
import { shownNumber, typedNumber } from "./TableToolbar.tsx";

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

describe("sorting on a phone", () => {
  const wide: readonly Column<Person>[] = [
    { key: "name", header: "Name" },
    { key: "cents", header: "Amount", isWideOnly: true },
    { key: "status", header: "State", minTable: 52 },
    { key: "tags", header: "Tags", isSortable: false },
  ];
  const choice = () => screen.queryByRole<HTMLSelectElement>("combobox", { name: "Sort by" });
  const toWidth = (width: number) => act(() => (window as unknown as HappyWindow).happyDOM.setViewport({ width }));

  afterEach(() => toWidth(1024));

  test("is by any column, also by those left out, and in the address as the header's", async () => {
    toWidth(390);
    const { router } = await showPeople(people(3), { columns: wide, path: "/people?page=2" });
    expect([...choice()!.options].map(({ text }) => text)).toEqual([
      ...["Not sorted", "Name, ascending", "Name, descending"],
      ...["Amount, ascending", "Amount, descending", "State, ascending", "State, descending"],
    ]);
    await userEvent.selectOptions(choice()!, "Amount, descending");
    expect(names()).toEqual(["Person 1", "Person 2", "Person 0"]);
    expect(router.state.location.search).toEqual({ sort: "cents", direction: "descending" });
    await userEvent.selectOptions(choice()!, "Not sorted");
    expect(names()).toEqual(["Person 0", "Person 1", "Person 2"]);
    expect(router.state.location.search).toEqual({});
  });

  test("shows the order of the address", async () => {
    toWidth(390);
    await showPeople(people(3), { columns: wide, path: "/people?sort=cents&direction=ascending" });
    expect(choice()!.selectedOptions[0]!.text).toBe("Amount, ascending");
  });

  test.each([
    ["in a table that has all its headers", 390, {}],
    ["on a wide screen", 1024, { columns: wide }],
  ])("is not offered %s", async (_where, width, props) => {
    toWidth(width);
    await showPeople(people(3), props);
    expect(choice()).toBeNull();
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

describe("TableToolbar", () => {
  test.each([
    ["", null],
    [" $1,250.50 ", 125_050],
    ["-3", -300],
    ["\u22120.07", -7],
    [".5", 50],
    ["1.", 100],
    ["1.1", 110],
    ["ten", undefined],
    ["1e9", undefined],
    ["--1", undefined],
    ["9".repeat(40), undefined],
  ])("%j dollars are %j cents", (text, cents) => {
    expect(typedNumber(text, "cents")).toBe(cents);
  });

  test("what is shown is what was typed", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom("cents" as const, undefined), (number, unit) => {
        expect(typedNumber(shownNumber(number, unit), unit)).toBe(number);
      }),
    );
  });
});

describe("long lists", () => {
  // The browser of the tests lays nothing out: what scrolls is as high as a window, a row as a row.
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  });
  afterEach(() => void vi.restoreAllMocks());
  beforeAll(() => import("./rows/VirtualRows.tsx")); // its first load may take long on a busy machine

  const gaps = () => screen.getByRole("table").querySelectorAll("tr[aria-hidden]");
  async function drawn(): Promise<void> {
    await waitFor(() => expect(gaps().length).toBeGreaterThan(0));
    expect(bodyRows().length).toBeGreaterThan(20);
    expect(bodyRows().length).toBeLessThan(60);
  }

  describe("a page of 500 rows", () => {
    test("is one of 5,000 rows, and draws only what is seen", async () => {
      await showPeople(people(5000));
      await drawn();
      expect(screen.getByText("1–500 of 5,000")).toBeDefined();
      expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("5001");
    });

    test("draws the row that the keys go to, however far it is", async () => {
      await showPeople(people(5000));
      await drawn();
      screen.getByRole("link", { name: "Person 0" }).focus();
      await userEvent.keyboard("{End}");
      expect(document.activeElement?.textContent).toBe("Person 499");
      await userEvent.keyboard("{ArrowUp}");
      expect(document.activeElement?.textContent).toBe("Person 498");
      await drawn();
    });

    test("returns to the top when the search changes", async () => {
      await showPeople(people(5000));
      await drawn();
      const frame = screen.getByRole("table").parentElement!; // what scrolls
      frame.scrollTop = 4000;
      fireEvent.scroll(frame);
      await userEvent.click(button("Closed"));
      expect(frame.scrollTop).toBe(0);
    });

    test("is printed whole", async () => {
      await showPeople(people(5000));
      await drawn();
      act(() => void window.dispatchEvent(new Event("beforeprint")));
      expect(bodyRows()).toHaveLength(500);
      act(() => void window.dispatchEvent(new Event("afterprint")));
      await drawn();
    });

    test("is printed with the rows of all its pages where it is to be", async () => {
      await showPeople(people(1800), { isPrintedWhole: true, path: "/people?page=2" });
      expect(bodyRows()).toHaveLength(25);
      act(() => void window.dispatchEvent(new Event("beforeprint")));
      expect(bodyRows()).toHaveLength(1800);
      act(() => void window.dispatchEvent(new Event("afterprint")));
      expect(bodyRows()).toHaveLength(25);
    });

    test("is whole for the browser's own search", async () => {
      await showPeople(people(5000));
      await drawn();
      fireEvent.keyDown(window, { key: "f", ctrlKey: true });
      expect(bodyRows()).toHaveLength(500);
    });

    test("is sorted in slices while the last order stays", async () => {
      await showPeople(people(6000), { path: "/people?sort=name&direction=descending" });
      await waitFor(() => expect(names()[0]).toBe("Person 5999"));
      fireEvent.click(button("Amount"));
      await waitFor(() => expect(names()[0]).toBe("Person 0"));
      expect(names()[1]).toBe("Person 11");
    });
  });
});
