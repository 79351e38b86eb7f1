import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { consoleOf } from "../support-console.ts";

/** How a page handles each foreign value, or why it refuses it. */
const VALUES: readonly [value: string | null, type: string, outcome: string][] = [
  ["x", "video", "Invalid safe type"],
  ["x", "HTML", "Invalid safe type"],
  [null, "html", "No value to sanitize"],
  ["", "url", "No value to sanitize"],
  ["<b>shown</b><script>gone()</script>", "html", "<b>shown</b>"],
  ["https://example.org/a", "url", "https://example.org/a"],
];

test("an unknown type and an empty value are refused by name, and unsafe values are made safe where possible", async ({
  visitors,
}) => {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  const outcomes = await consoleOf(
    page,
    (app, values) => {
      const attempt = (value: unknown, type: string): string => {
        try {
          return app.safe(value, type);
        } catch (error) {
          return (error as Error).message;
        }
      };
      return [...values.map(([value, type]) => attempt(value, type)), attempt(undefined, "url")];
    },
    VALUES,
  );
  expect(outcomes).toEqual([...VALUES.map(([, , outcome]) => outcome), "No value to sanitize"]);
});

test("the table functions work: sizes, sorting, search, lists and ranges", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  const { sizes, directions, found, listed, ranged } = await consoleOf(page, ({ table }) => {
    const towns = [
      { id: "1", name: "Ann", town: "Bonn" },
      { id: "2", name: "Bonnie", town: "Ulm" },
    ];
    const amounts = [1, 2, 3, 4].map((amount) => ({ amount }));
    const ranges = [
      [2, 3],
      [null, 2],
      [3, null],
      [null, null],
    ];
    return {
      sizes: [0, 99, 100, 4_999, 5_000].map((count) => table.pageSizeFor(count)),
      directions: ["none", "ascending", "descending"].map((direction) => table.nextSort(direction)),
      found: [["name"], ["name", "town"]].map((keys) => table.search(towns, "BONN", keys).map(({ id }) => id)),
      listed: table.filter(towns, { values: { town: ["Ulm", "Bonn", "Rome"], name: ["Ann"] } }).map(({ id }) => id),
      ranged: ranges.map((range) => table.filter(amounts, { ranges: { amount: range } }).map(({ amount }) => amount)),
    };
  });
  expect(sizes).toEqual([10, 10, 25, 25, 500]);
  expect(directions).toEqual(["ascending", "descending", "none"]);
  expect(found).toEqual([["2"], ["1", "2"]]);
  expect(listed).toEqual(["1"]);
  expect(ranged).toEqual([
    [2, 3],
    [1, 2],
    [3, 4],
    [1, 2, 3, 4],
  ]);

  const refused = await consoleOf(page, ({ table }) => {
    const rows = [
      { id: "2", tags: ["b"] },
      { id: "1", tags: ["a"] },
    ];
    try {
      table.sort(rows, "tags", "ascending");
      return { message: "sorted", rows };
    } catch (error) {
      return { message: (error as Error).message, rows };
    }
  });
  expect(refused.message).toBe("CAN_NOT_SORT_ARRAY");
  expect(refused.rows.map(({ id }) => id)).toEqual(["2", "1"]);
});
