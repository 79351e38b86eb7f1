// Plain code that does what our table does at a key: finds the rows, writes those that are seen. The page around it, with
// its styles and the HTML of a row, is a copy of ours (see table-pages.ts).
import { bareFind, rowsOf, type BenchRow } from "./rows.ts";
import { installTimer, rowCount } from "./timer.ts";

const rows = rowsOf(rowCount());
const template = document.querySelector("template")!.innerHTML; // the copy brings it
const seen = document.querySelectorAll("tr[data-row]").length;
const body = document.querySelector("tbody")!; // as does our table
const pagination = document.querySelector("nav p")!;

const FIELD = /\{(\w+)\}/g;

function htmlOf(row: BenchRow, at: number): string {
  const fields: Readonly<Record<string, unknown>> = { ...row, at, place: at + 2 };
  return template.replaceAll(FIELD, (_whole, name: string) => String(fields[name]));
}

installTimer(() => document.querySelector("tr[data-row='0'] td:nth-child(2)")?.textContent);
document.querySelector("input")?.addEventListener("input", ({ currentTarget }) => {
  const found = bareFind(rows, { term: (currentTarget as HTMLInputElement).value });
  body.innerHTML = found.slice(0, seen).map(htmlOf).join("");
  pagination.textContent = `1–${Math.min(500, found.length)} of ${found.length.toLocaleString("en-US")}`;
});
