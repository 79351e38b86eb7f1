// Our table over the made-up rows, in the page's own styles.
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import "../../../platform/web/tokens.css";
import "../../../platform/web/base.css";
import { DataTable } from "../../../platform/web/table/DataTable.tsx";
import { COLUMNS, rowsOf, SEARCHED, STATUSES, type BenchRow } from "./rows.ts";
import { installTimer, rowCount } from "./timer.ts";

const rows = rowsOf(rowCount());
const columns = COLUMNS.map((column) => (column.key === "amount" ? { ...column, align: "end" as const } : column));
const filters = [
  { key: "status" as const, label: "Status", options: STATUSES.map((value) => ({ value, label: value })) },
];
const open = ({ id }: BenchRow) => `/row/${id}`;

function Rows() {
  return (
    <DataTable
      label="Rows"
      rows={rows}
      columns={columns}
      searchKeys={SEARCHED}
      filters={filters}
      open={open}
      empty={<p>None</p>}
    />
  );
}

const root = createRootRoute();
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: "/", component: Rows })]);
const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/"] }) });

installTimer(() => document.querySelector("tr[data-row='0'] td:nth-child(2)")?.textContent);
createRoot(document.getElementById("root")!).render(<RouterProvider router={router} />); // the page is ours
