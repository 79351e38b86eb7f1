import { act, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import fc from "fast-check";
import { bodyRows, button, names, people, type Person, showPeople } from "./test-people.tsx";
import { keptIn, searchFor, type StoredTableState, type TableShape } from "./table-address.ts";
import { sort, type SortState } from "./engine/engine.ts";
import type { Question } from "./engine/row-index.ts";
import { inSlices, useFound } from "./use-found.ts";

describe("use table state", () => {
  const searchbox = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });

  test("a click is in the address at once, also when the page is left right away", async () => {
    const { router } = await showPeople(people(30));
    await userEvent.click(button("Next page"));
    expect(router.latestLocation.search).toEqual({ page: "2" });
    await userEvent.click(bodyRows()[0]!); // of ten
    await screen.findByText("elsewhere");
    act(() => router.history.back());
    await waitFor(() => expect(names()[0]).toBe("Person 10"));
  });

  test("a second click on a header counts, though the rows of the first are not drawn yet", async () => {
    const { router } = await showPeople(people(30));
    act(() => {
      button("Name").click();
      button("Name").click();
    });
    await waitFor(() =>
      expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("descending"),
    );
    expect(router.latestLocation.search).toEqual({ sort: "name", direction: "descending" });
  });

  test("typed text is saved in the address of its page, however soon the page is left", async () => {
    const { router } = await showPeople(people(30));
    await userEvent.type(searchbox(), "n 2");
    await userEvent.click(bodyRows()[0]!); // Person 2 and ten more
    await screen.findByText("elsewhere");
    await new Promise((resolve) => setTimeout(resolve, 300)); // longer than typing is waited for
    expect(router.state.location).toMatchObject({ pathname: "/person/p2", search: {} });
    act(() => router.history.back());
    await waitFor(() => expect(searchbox().value).toBe("n 2"));
  });

  test("text still being typed when the page closes does not reach another page", async () => {
    const { router } = await showPeople(people(30));
    await userEvent.type(searchbox(), "n 2");
    await act(() => router.navigate({ href: "/person/p9" }));
    await screen.findByText("elsewhere");
    await new Promise((resolve) => setTimeout(resolve, 300)); // as above
    expect(router.state.location).toMatchObject({ pathname: "/person/p9", search: {} });
  });

  test("a link to the same table shows its own state, and Back the earlier one", async () => {
    const { router } = await showPeople(people(30), { path: "/people?search=n%202" });
    expect(bodyRows()).toHaveLength(11 - 1);
    await userEvent.type(searchbox(), "9");
    await act(() => router.navigate({ href: "/people?status=closed&page=2" }));
    await waitFor(() => expect(names()[0]).toBe("Person 21"));
    expect(searchbox().value).toBe("");
    expect(button("Closed").getAttribute("aria-pressed")).toBe("true");
    act(() => router.history.back());
    await waitFor(() => expect(searchbox().value).toMatch(/^n 29?$/));
    expect(button("Closed").getAttribute("aria-pressed")).toBe("false");
  });

  test("text typed while the address is being written stays", async () => {
    const { router } = await showPeople(people(30));
    for (const word of ["p", "e", "r"]) {
      await userEvent.type(searchbox(), word);
      await new Promise((resolve) => setTimeout(resolve, 260)); // long enough for the write
    }
    await userEvent.click(button("Name"));
    expect(searchbox().value).toBe("per");
    expect(router.latestLocation.search).toEqual({ search: "per", sort: "name", direction: "ascending" });
  });
});

describe("table address", () => {
  interface Row {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly cents: number;
  }

  const shape: TableShape<Row> = {
    columns: [
      { key: "name", header: "Name" },
      { key: "cents", header: "Amount" },
      { key: "id", header: "Id", isSortable: false },
    ],
    filters: [{ key: "status", label: "Status", options: ["new", "closed"].map((value) => ({ value, label: value })) }],
    ranges: [{ key: "cents", label: "amount" }],
    initialSort: { column: "name", direction: "ascending" },
  };

  const aBound = fc.option(fc.integer());
  const someKept: fc.Arbitrary<StoredTableState> = fc
    .record({
      searchTerm: fc.string(),
      sorting: fc.constantFrom(
        { sortColumn: null, sortDirection: "none" as const },
        { sortColumn: "cents", sortDirection: "descending" as const },
      ),
      values: fc.record({ status: fc.subarray(["new", "closed"]) }),
      ranges: fc.record({ cents: fc.tuple(aBound, aBound) }),
      page: fc.integer({ min: 1, max: 999_999 }),
    })
    .map(({ sorting, ...stored }) => ({ ...stored, ...sorting }));

  test("an address gives back the table state that it stores, and leaves other parameters alone", () => {
    fc.assert(
      fc.property(someKept, (stored) => {
        const search = searchFor(stored, { tab: "open", page: "77" }, shape);
        expect(search["tab"]).toBe("open");
        expect(keptIn(search, shape)).toEqual(stored);
      }),
    );
  });

  test("an address that no table wrote is read as far as it is valid", () => {
    const names = ["search", "sort", "direction", "status", "cents", "page"];
    const anything = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.anything()));
    fc.assert(
      fc.property(anything, (search) => {
        const { sortColumn, page, ranges, values } = keptIn(search, shape);
        expect([null, "name", "cents"]).toContain(sortColumn);
        expect(page).toBeGreaterThanOrEqual(1);
        expect(ranges["cents"]?.every((bound) => bound === null || Number.isFinite(bound))).toBe(true);
        expect(values["status"]?.every((value) => ["new", "closed"].includes(value))).toBe(true);
      }),
    );
  });

  test.each([
    { sort: "id", direction: "ascending" },
    { sort: "__proto__", direction: "ascending" },
    { sort: "cents", direction: "DESCENDING" },
  ])("%j leaves the order that the table begins with", (search) => {
    expect(keptIn(search, shape)).toMatchObject({ sortColumn: "name", sortDirection: "ascending" });
  });
});

describe("found rows", () => {
  const MANY = people(6000);
  /** The same ids, other amounts. */
  const CHANGED = MANY.map((person, at) => ({ ...person, cents: (at * 7919) % 5003 }));
  const COLUMNS = ["name", "cents"];

  const sorted = (sortColumn: string | null, sortDirection: SortState): Question => ({
    searchTerm: "",
    searchKeys: ["name"],
    sortColumn,
    sortDirection,
    values: {},
    ranges: {},
  });
  const AS_THEY_STAND = sorted(null, "none");
  const BY_AMOUNT = sorted("cents", "descending");

  function show(rows: readonly Person[] | undefined, question: Question) {
    const seen: (readonly Person[] | null)[] = [];
    const hook = renderHook(
      (asked: { rows: readonly Person[] | undefined; question: Question }) => {
        const { index, found } = useFound(asked.rows, asked.question, COLUMNS);
        seen.push(found && Array.from(found, (at) => index.rows[at]!)); // its own places
      },
      { initialProps: { rows, question } },
    );
    return { ask: hook.rerender, seen, now: () => seen.at(-1) };
  }

  test("rows that change while an order is prepared: the last answer stays until theirs is ready", async () => {
    const { ask, seen, now } = show(MANY, AS_THEY_STAND);
    expect(now()).toEqual(MANY);
    ask({ rows: MANY, question: BY_AMOUNT });
    expect(now()).toEqual(MANY);
    ask({ rows: CHANGED, question: BY_AMOUNT });
    expect(now()).toEqual(MANY);
    const wanted = sort(CHANGED, "cents", "descending");
    await waitFor(() => expect(now()).toEqual(wanted));
    expect(seen).not.toContainEqual(sort(MANY, "cents", "descending"));
  });

  test("a question that changes while another is prepared is the one answered", async () => {
    const { ask, now } = show(MANY, AS_THEY_STAND);
    ask({ rows: MANY, question: BY_AMOUNT });
    ask({ rows: MANY, question: sorted("name", "descending") });
    await waitFor(() => expect(now()).toEqual(sort(MANY, "name", "descending")));
  });

  test("what the next click on a header asks for is prepared while idle, and answered at once", async () => {
    vi.stubGlobal("scheduler", { postTask: (task: () => void) => Promise.resolve().then(task) });
    const { ask, now } = show(MANY, AS_THEY_STAND);
    for (const direction of ["ascending", "descending"] as const) {
      await new Promise((resolve) => setTimeout(resolve)); // by then all turns that were asked for have been had
      ask({ rows: MANY, question: sorted("cents", direction) });
      expect(now()).toEqual(sort(MANY, "cents", direction));
    }
    vi.unstubAllGlobals();
  });

  test("nothing is answered before the rows have come and are sorted", async () => {
    const { ask, seen, now } = show(undefined, BY_AMOUNT);
    ask({ rows: MANY, question: BY_AMOUNT });
    expect(seen.every((answer) => answer === null)).toBe(true);
    await waitFor(() => expect(now()).toEqual(sort(MANY, "cents", "descending")));
  });
});

describe("work in slices", () => {
  function* counting(steps: number, count: { done: number }): Generator<undefined> {
    for (; count.done < steps; count.done++) yield;
  }

  afterEach(() => void vi.unstubAllGlobals());

  test.each([false, true])("the work is finished and then reported (idle: %s)", async (isIdle) => {
    const count = { done: 0 };
    await new Promise<void>((resolve) => inSlices(counting(500, count), resolve, { isIdle }));
    expect(count.done).toBe(500);
  });

  test("stopped work goes no further and reports nothing", async () => {
    const count = { done: 0 };
    const onDone = vi.fn();
    const stop = inSlices(counting(Infinity, count), onDone);
    await vi.waitFor(() => expect(count.done).toBeGreaterThan(0), 5_000);
    stop();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const before = count.done;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(count.done).toBe(before);
    expect(onDone).not.toHaveBeenCalled();
  });

  test.each([
    [false, "user-visible"],
    [true, "background"],
  ])("a browser with a scheduler is asked for its turns (idle: %s)", async (isIdle, priority) => {
    const postTask = vi.fn((task: () => void) => Promise.resolve().then(task));
    vi.stubGlobal("scheduler", { postTask });
    const count = { done: 0 };
    await new Promise<void>((resolve) => inSlices(counting(500, count), resolve, { isIdle }));
    expect(count.done).toBe(500);
    expect(postTask).toHaveBeenCalledWith(expect.anything(), { priority });
  });
});
