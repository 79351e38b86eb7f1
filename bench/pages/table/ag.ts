// AG Grid Community over the same rows: pages of 500, its quick filter with its cache on, words sorted by the same
// collator, nothing animated. Its cells are plain texts, its theme is its own.
import { COLUMNS, rowsOf, SEARCHED, words } from "./rows.ts";
import { installTimer, rowCount } from "./timer.ts";

interface GridApi {
  setGridOption(name: string, value: unknown): void;
  setFilterModel(model: object): void;
}
// What its script leaves behind; the package is no dependency, so neither are its types.
declare const agGrid: { createGrid(place: HTMLElement, options: object): GridApi };

const page = document.getElementById("root")!; // the page is ours
const search = Object.assign(document.createElement("input"), { type: "search", ariaLabel: "Search" });
const closed = Object.assign(document.createElement("button"), { textContent: "closed" });
const place = document.createElement("div");
place.style.height = "720px";
page.append(search, closed, place);

const isSearched = (key: string) => SEARCHED.some((searched) => searched === key);
installTimer(() => document.querySelector("[row-index='0'] [col-id='loanNumber']")?.textContent);
const grid = agGrid.createGrid(place, {
  rowData: rowsOf(rowCount()),
  columnDefs: COLUMNS.map(({ key, header }) => ({
    field: key,
    headerName: header,
    ...(key === "name" && { comparator: (one: string, other: string) => words.compare(one, other) }),
    ...(key === "status" && { filter: "agTextColumnFilter" }),
    ...(!isSearched(key) && { getQuickFilterText: () => "" }),
  })),
  getRowId: ({ data }: { data: { id: string } }) => data.id,
  cacheQuickFilter: true,
  pagination: true,
  paginationPageSize: 500,
  paginationPageSizeSelector: false,
  rowHeight: 40,
  animateRows: false,
});
search.addEventListener("input", () => grid.setGridOption("quickFilterText", search.value));
closed.addEventListener("click", () =>
  grid.setFilterModel({ status: { filterType: "text", type: "equals", filter: "closed" } }),
);
