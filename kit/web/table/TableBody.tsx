// Owns the rows on screen: a click opens one, arrows move between them, space selects, enter opens.
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import type { Column } from "./columns.ts";
import styles from "./DataTable.module.css";
import type { TableRow } from "./engine.ts";

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

interface TableBodyProps<Row extends TableRow> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly open: ((row: Row) => string) | undefined;
  readonly selection: RowSelection | undefined;
}

export function TableBody<Row extends TableRow>({ rows, columns, open, selection }: TableBodyProps<Row>) {
  const navigate = useNavigate();
  const [current, setCurrent] = useState(0);
  const tabStop = Math.min(current, rows.length - 1); // one row is in the tab order, as in a list box

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>): void {
    const at = rowAt(event.target);
    const row = at === null ? undefined : rows[at];
    if (at === null || !row || !(event.target instanceof Element) || !event.target.matches("[data-row-focus]")) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) focusRow(event.currentTarget, at + step);
    else if (event.key === " " && selection) selection.onToggle(row.id);
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLTableSectionElement>): void {
    const at = rowAt(event.target);
    const row = at === null ? undefined : rows[at];
    const isOnControl = event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
    if (!open || !row || isOnControl || window.getSelection()?.isCollapsed === false) return;
    void navigate({ to: open(row) });
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows' own links hold the focus; here their keys and clicks are gathered once
    <tbody onKeyDown={onKeyDown} onClick={onClick} data-opens={open !== undefined}>
      {rows.map((row, at) => (
        <tr key={row.id} data-row={at} data-selected={selection?.ids.has(row.id)}>
          {selection && (
            <td className={styles.check}>
              <input
                type="checkbox"
                aria-label="Select row"
                checked={selection.ids.has(row.id)}
                onChange={() => selection.onToggle(row.id)}
              />
            </td>
          )}
          {columns.map((column, place) => (
            <td key={column.key} data-align={column.align} data-wide-only={column.isWideOnly}>
              {place === 0 && open ? (
                <Link
                  to={open(row)}
                  className={styles.open}
                  data-row-focus
                  tabIndex={at === tabStop ? 0 : -1}
                  onFocus={() => setCurrent(at)}
                >
                  {contentOf(column, row)}
                </Link>
              ) : (
                contentOf(column, row)
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function contentOf<Row extends TableRow>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  const value = row[column.key];
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function rowAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null;
  return row === null ? null : Number(row.dataset["row"]);
}

function focusRow(body: HTMLElement, at: number): void {
  body.querySelector<HTMLElement>(`tr[data-row="${at}"] [data-row-focus]`)?.focus();
}
