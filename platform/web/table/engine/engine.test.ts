import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filter, nextSort, pageCount, pageSizeFor, pageSpan, search, sort, words } from "./engine.ts";
import { beginOf, collationKey } from "../columns/column-order.ts";
import { indexRows, type Question } from "./row-index.ts";

describe("engine", () => {
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
});

describe("row index", () => {
  const ALL: Question = {
    searchTerm: "",
    searchKeys: ["name", "note"],
    sortColumn: null,
    sortDirection: "none",
    values: {},
    ranges: {},
  };

  const someText = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.string({ unit: "grapheme", maxLength: 3 }),
    fc.constantFrom(
      "File 2",
      "file 10",
      "FILE 02",
      "Łukasz",
      "lukasz",
      "Éva",
      "eva",
      "Æva",
      "",
      "a\u0000b",
      "ΣΑΣ",
      "İ",
    ),
  );
  const aRow = fc.record({
    id: fc.uuid(),
    name: fc.option(someText),
    note: fc.option(someText),
    amount: fc.option(fc.integer({ min: -20, max: 20 })),
  });
  const aBound = fc.option(fc.integer({ min: -20, max: 20 }));
  const aQuestion: fc.Arbitrary<Question> = fc.record({
    searchTerm: fc.oneof(
      fc.constant(""),
      fc.string({ maxLength: 2 }),
      fc.constantFrom("file", "σ", "0", "\u0000", " b"),
    ),
    searchKeys: fc.constantFrom(["name"], ["name", "note"], []),
    sortColumn: fc.constantFrom(null, "name", "note", "amount", "nowhere"),
    sortDirection: fc.constantFrom("none", "ascending", "descending"),
    values: fc.record({ amount: fc.array(fc.integer({ min: -20, max: 20 })) }),
    ranges: fc.record({ amount: fc.tuple(aBound, aBound) }),
  });

  function naively<Row extends object>(rows: readonly Row[], asked: Question): Row[] {
    const found = filter(search(rows, asked.searchTerm, asked.searchKeys), asked);
    return asked.sortColumn === null ? found : sort(found, asked.sortColumn, asked.sortDirection);
  }

  describe("an index over rows", () => {
    test("finds what the plain functions find, in their order, question after question", () => {
      fc.assert(
        fc.property(
          fc.array(aRow, { maxLength: 60 }),
          fc.array(aQuestion, { minLength: 1, maxLength: 4 }),
          (rows, asked) => {
            const before = structuredClone(rows);
            const index = indexRows(rows);
            for (const question of asked) {
              const found = Array.from(index.find(question), (at) => rows[at]);
              expect(found).toEqual(naively(rows, question));
            }
            expect(rows).toEqual(before);
          },
        ),
      );
    });

    test("finds them among thousands, where the work is done in bits that may be left and taken up again", () => {
      const rows = Array.from({ length: 7000 }, (_, at) => ({
        id: `${at}`,
        name: `${["Zoë", "Ann", "łucja", ""][at % 4]} ${(at * 7919) % 5003}`.trim(),
        note: null,
        amount: at % 5 === 0 ? null : (at * 31) % 997,
      }));
      const index = indexRows(rows);
      const question: Question = { ...ALL, searchTerm: "n 4", sortColumn: "name", sortDirection: "descending" };
      expect(index.isReadyFor(question)).toBe(false);
      const [left, other] = [index.prepare(question), index.prepare(question)];
      for (let step = 0; step < 9; step++) left.next();
      let steps = 0;
      while (!other.next().done) steps++;
      expect(steps).toBeGreaterThan(10);
      expect(index.isReadyFor(question)).toBe(true);
      expect(left.next().done).toBe(true);
      for (const asked of [question, { ...ALL, sortColumn: "amount", sortDirection: "ascending" as const }]) {
        expect(Array.from(index.find(asked), (at) => rows[at])).toEqual(naively(rows, asked));
      }
    });

    test("sorts tens of thousands as the plain function does, where values come again late or are missing", () => {
      const rows = Array.from({ length: 24_000 }, (_, at) => ({
        id: `${at}`,
        name: at % 601 === 0 ? null : `${["Ann", "Émile", "Ægir"][at % 3]} ${(at * 7919) % 17_489}`,
      }));
      const index = indexRows(rows);
      for (const sortDirection of ["ascending", "descending"] as const) {
        const found = index.find({ ...ALL, sortColumn: "name", sortDirection });
        expect(Array.from(found, (at) => rows[at])).toEqual(sort(rows, "name", sortDirection));
      }
    });

    test("refuses to sort a column of arrays and leaves the rows as they were", () => {
      const rows = [{ id: "1", tags: ["b"] }];
      const index = indexRows(rows);
      expect(index.canSort("tags")).toBe(false);
      expect(index.canSort("id")).toBe(true);
      expect(() => index.find({ ...ALL, sortColumn: "tags", sortDirection: "ascending" })).toThrow(
        "CAN_NOT_SORT_ARRAY",
      );
      expect(rows).toEqual([{ id: "1", tags: ["b"] }]);
    });
  });

  describe("keys", () => {
    const latin = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCharCode(0xc0 + at));
    const someWord = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.stringMatching(/^[0aA -]{0,3}[0-9]{0,4}[.b]?[0-9]{0,3}$/),
      fc.stringMatching(/^[0-9]{15,25}$/),
      fc.string({ unit: fc.constantFrom(...latin, ..."aelost 7-"), maxLength: 8 }),
    );

    test("of plain and accented text compare as the collator compares the text, and so do their beginnings", () => {
      fc.assert(
        fc.property(someWord, someWord, (one, other) => {
          const [left, right] = [collationKey(one), collationKey(other)];
          if (left === null || right === null) return;
          expect(left < right ? -1 : Number(left > right)).toBe(Math.sign(words.compare(one, other)));
          const difference = beginOf(left) - beginOf(right);
          expect([0, Math.sign(words.compare(one, other))]).toContain(Math.sign(difference));
        }),
        { numRuns: 4000 },
      );
    });

    test("are those of the plain letters, whatever their accents", () => {
      expect(["Łukasz", "Éva", "Zoë"].map(collationKey)).toEqual(["lukasz", "EVA", "zoe"].map(collationKey));
    });

    test("have nothing for text that only the collator can place", () => {
      expect(["Ærø", "Straße", "Жук", "tab\t", "9".repeat(201)].map(collationKey)).toEqual(Array(5).fill(null));
    });
  });
});
