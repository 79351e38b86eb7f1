import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sort, type SortState } from "./engine/engine.ts";
import type { Question } from "./engine/row-index.ts";
import { people, type Person } from "./test-people.tsx";
import { useFound, inSlices } from "./use-found.ts";

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
