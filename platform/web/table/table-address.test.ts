import fc from "fast-check";
import { expect, test } from "vitest";
import { keptIn, searchFor, type StoredTableState, type TableShape } from "./table-address.ts";

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
