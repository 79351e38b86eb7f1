import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filter, nextSort, pageCount, pageSizeFor, pageSpan, search, sort } from "./engine.ts";

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly amount: number | null;
}
const aRow = fc.record({
  id: fc.uuid(),
  name: fc.option(fc.string()),
  amount: fc.option(fc.integer()),
}) satisfies fc.Arbitrary<Row>;
const rows = fc.array(aRow);

test.each([
  [0, 10],
  [99, 10],
  [100, 25],
  [4999, 25],
  [5000, 500],
])("%i rows are shown %i a page", (count, size) => {
  expect(pageSizeFor(count)).toBe(size);
});

test("sorting goes from none to ascending to descending and back", () => {
  expect(nextSort("none")).toBe("ascending");
  expect(nextSort("ascending")).toBe("descending");
  expect(nextSort("descending")).toBe("none");
});

describe("sort", () => {
  test("keeps every row, leaves the input alone, and puts missing values last", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom("ascending" as const, "descending" as const), (given, direction) => {
        const before = [...given];
        const sorted = sort(given, "amount", direction);
        expect(given).toEqual(before);
        expect(new Set(sorted)).toEqual(new Set(given));
        const amounts = sorted.map(({ amount }) => amount);
        const known = amounts.filter((amount) => amount !== null);
        expect(amounts.slice(known.length).every((amount) => amount === null)).toBe(true);
        const rising = direction === "ascending" ? known : known.toReversed();
        expect(rising.every((amount, at) => at === 0 || (rising[at - 1] ?? 0) <= amount)).toBe(true);
      }),
    );
  });

  test("orders numbers inside words as people do, and leaves equal rows where they were", () => {
    const files = ["file 10", "File 2", "file 1"].map((name) => ({ id: name, name }));
    expect(sort(files, "name", "ascending").map(({ name }) => name)).toEqual(["file 1", "File 2", "file 10"]);
    const equal = [
      { id: "b", name: "same" },
      { id: "a", name: "same" },
    ];
    expect(sort(equal, "name", "descending")).toEqual(equal);
  });

  test("refuses a column of arrays and leaves the rows as they were", () => {
    const given = [{ id: "1", tags: ["b"] }];
    expect(() => sort(given, "tags", "ascending")).toThrow("CAN_NOT_SORT_ARRAY");
    expect(given).toEqual([{ id: "1", tags: ["b"] }]);
  });
});

describe("search", () => {
  test("finds a part of a word in any case, only in the chosen keys", () => {
    const people = [
      { id: "1", name: "Mia Kowalski", notes: "walnut" },
      { id: "2", name: "Bob", notes: "WALL" },
    ];
    expect(search(people, " WAL ", ["name"])).toEqual([people[0]]);
    expect(search(people, "wal", ["name", "notes"])).toEqual(people);
    expect(search(people, "", ["name"])).toEqual(people);
  });
});

describe("filter", () => {
  const statements = [
    { id: "1", status: "open", amount: 100 },
    { id: "2", status: "paid", amount: 200 },
    { id: "3", status: "void", amount: null },
  ];
  const ids = (filters: Parameters<typeof filter>[1]) => filter(statements, filters).map(({ id }) => id);

  test("accepts any listed value, and everything when none is listed", () => {
    expect(ids({ values: { status: ["open", "void"] } })).toEqual(["1", "3"]);
    expect(ids({ values: { status: [] } })).toEqual(["1", "2", "3"]);
  });

  test("includes both ends of a range, and allows open ends", () => {
    expect(ids({ ranges: { amount: [100, 200] } })).toEqual(["1", "2"]);
    expect(ids({ ranges: { amount: [101, null] } })).toEqual(["2"]);
    expect(ids({ ranges: { amount: [null, 100] } })).toEqual(["1"]);
    expect(ids({ ranges: { amount: [null, null] } })).toEqual(["1", "2", "3"]);
  });

  test("applies every filter at once", () => {
    expect(ids({ values: { status: ["open", "paid"] }, ranges: { amount: [150, null] } })).toEqual(["2"]);
  });
});

test("the pages, put together, are all rows in order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 30 }), (given, size) => {
      const pageAt = (page: number) => given.slice(...pageSpan(given.length, page, size));
      const pages = Array.from({ length: pageCount(given.length, size) }, (_, at) => pageAt(at + 1));
      expect(pages.flat()).toEqual(given);
      expect(pageAt(9_999)).toEqual(pages.at(-1));
    }),
  );
});
