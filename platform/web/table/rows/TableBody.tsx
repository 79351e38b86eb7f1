import { useNavigate, useRouter } from "@tanstack/react-router";
import {
  Fragment,
  lazy,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useEffect,
  memo,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { usePrinting } from "#platform/web/printing.ts";
import { opensFind } from "#platform/web/use-in-view.ts";
import { contentOf, type Column } from "../columns/columns.ts";
import type { TableRow } from "../engine/engine.ts";
import type { SelectionView } from "../SelectionBar.tsx";
import styles from "../DataTable.module.css";

interface BodyRowProps<Row extends TableRow> {
  readonly row: Row;
  /** Its place on the page, from 0. */
  readonly at: number;
  /** Its place in the whole table for assistive technology; the header is 1. */
  readonly rowIndex: number;
  readonly columns: readonly Column<Row>[];
  readonly open: ((row: Row) => string) | undefined;
  readonly detail: ((row: Row) => ReactNode) | undefined;
  /** `undefined` where rows cannot be selected. */
  readonly isPicked: boolean | undefined;
  /** Whether the tab key stops here. */
  readonly isTabStop: boolean;
  readonly onPick: (at: number, isRange: boolean) => void;
}

/** Its link is a plain one: a router's link for each of hundreds of rows is slow, and the body hears the clicks. */
const BodyRow = memo(function BodyRow<Row extends TableRow>(props: BodyRowProps<Row>) {
  const { row, at, rowIndex, columns, open, detail, isPicked, isTabStop, onPick } = props;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <tr data-row={at} data-selected={isPicked} aria-rowindex={rowIndex}>
      {isPicked !== undefined && (
        <td className={styles.check} data-check>
          <input
            type="checkbox"
            aria-label="Select row"
            tabIndex={tabIndex}
            checked={isPicked}
            onChange={({ nativeEvent }) => onPick(at, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.key}
          data-align={column.align}
          data-wide-only={column.isWideOnly}
          data-min-table={column.minTable}
        >
          {place === 0 && open ? (
            <a href={open(row)} className={styles.open} data-row-link tabIndex={tabIndex}>
              {contentOf(column, row)}
            </a>
          ) : (
            contentOf(column, row)
          )}
          {place === 0 && detail && <div className={styles.detail}>{detail(row)}</div>}
        </td>
      ))}
    </tr>
  );
}) as <Row extends TableRow>(props: BodyRowProps<Row>) => React.ReactNode; // `memo` loses the type of row

type Press =
  | { readonly kind: "move"; readonly to: number; readonly part: string }
  | { readonly kind: "pick"; readonly at: number };

const LINK = "[data-row-link]";
const CHECK = "[data-check] input";

/** The action for a key pressed on a row's link or box; `null` if the table does not handle the key. */
function pressIn({ key, target }: KeyboardEvent, rowCount: number): Press | null {
  const at = rowAt(target);
  const part = target instanceof Element ? [LINK, CHECK].find((one) => target.matches(one)) : undefined;
  if (at === null || part === undefined) return null;
  if (key === " " && part === LINK) return { kind: "pick", at };
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rowCount - 1 };
  const to = places[key];
  return to === undefined ? null : { kind: "move", to: Math.min(Math.max(to, 0), rowCount - 1), part };
}

/** The place on the page of the row that contains the element. */
function rowAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null;
  return row === null ? null : Number(row.dataset["row"]);
}

/** What of a row was clicked: its link, another control, the cell around its box, or just the row. */
function targetOf({ target }: MouseEvent): "link" | "control" | "check" | "row" {
  if (!(target instanceof Element)) return "row";
  if (target.closest(LINK)) return "link";
  if (target.closest("a, button, input, label, select, summary")) return "control";
  return target.closest("[data-check]") ? "check" : "row";
}

/** A link pressed so is the browser's. */
function isForNewTab({ ctrlKey, metaKey, shiftKey, altKey, button }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey || button !== 0;
}

/** Text was marked: the click that ended it opens nothing. */
function isReading(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

/** Whether every row of the page must be there, seen or not: it is printed, or someone searches in it. */
function useWholePage(): boolean {
  const isPrinted = usePrinting();
  const [isSearched, setSearched] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("keydown", (event) => opensFind(event) && setSearched(true), { signal });
    return () => listening.abort();
  }, []);
  return isPrinted || isSearched;
}

const VirtualRows = lazy(() => import("./VirtualRows.tsx").then((file) => ({ default: file.VirtualRows })));

/** Pages with more rows draw only those that are seen. */
const DRAWN_WHOLE = 100;
/** As long as a router's link waits. */
const PRELOAD_AFTER_MS = 50;

/** Drawn while the part that draws only what is seen is on its way. */
const DRAWN_FIRST = 30;

interface TableBodyProps<Row extends TableRow> {
  readonly rows: readonly Row[];
  /** How many rows stand before this page. */
  readonly firstRow: number;
  readonly columns: readonly Column<Row>[];
  readonly open: ((row: Row) => string) | undefined;
  readonly detail: ((row: Row) => ReactNode) | undefined;
  readonly selection: SelectionView<Row> | undefined;
  /** What scrolls. */
  readonly frame: RefObject<HTMLElement | null>;
}

export function TableBody<Row extends TableRow>(props: TableBodyProps<Row>) {
  const { rows, firstRow, columns, open, detail, selection, frame } = props;
  const navigate = useNavigate();
  const router = useRouter();
  const isWhole = useWholePage();
  const [current, setCurrent] = useState(0);
  const tabStop = Math.min(current, rows.length - 1); // one row is in the tab order, as in a list box
  const now = useRef({ rows, selection });
  useLayoutEffect(() => {
    now.current = { rows, selection };
  });
  // The same function at every render: a row is drawn again only when something of it has changed.
  const onPick = useCallback((at: number, isRange: boolean) => {
    const row = now.current.rows[at];
    if (row) now.current.selection?.toggle(row, isRange);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>): void {
    const press = pressIn(event, rows.length);
    if (press === null) return;
    if (press.kind === "move") {
      flushSync(() => setCurrent(press.to)); // it is drawn from now on, wherever the frame is scrolled to
      event.currentTarget.querySelector<HTMLElement>(`tr[data-row="${press.to}"] ${press.part}`)?.focus();
    } else if (selection) onPick(press.at, event.shiftKey);
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLTableSectionElement>): void {
    const row = rows[rowAt(event.target) ?? -1];
    const target = targetOf(event);
    if (!row || target === "control") return;
    if (selection && target !== "link" && (target === "check" || event.shiftKey)) {
      selection.toggle(row, event.shiftKey);
    } else if (open && !(target === "link" ? isForNewTab(event) : isReading())) {
      event.preventDefault();
      void navigate({ to: open(row) });
    }
  }

  /** All rows lead to the same page, whose parts are fetched before one is pressed, but never in a click's way. */
  function preload(): void {
    const first = open && rows[0] && open(rows[0]);
    if (first) setTimeout(() => void router.preloadRoute({ to: first }), PRELOAD_AFTER_MS);
  }

  const draw = (at: number): ReactNode => {
    const row = rows[at]!; // asked only for places on this page
    return (
      <BodyRow
        row={row}
        at={at}
        rowIndex={firstRow + at + 2}
        columns={columns}
        open={open}
        detail={detail}
        isPicked={selection?.picked.has(row.id)}
        isTabStop={at === tabStop}
        onPick={onPick}
      />
    );
  };
  const drawFirst = (count: number) =>
    rows.slice(0, count).map(({ id }, at) => <Fragment key={id}>{draw(at)}</Fragment>);

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows' own links and boxes hold the focus; here their keys and clicks are gathered once
    <tbody
      data-opens={open !== undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onMouseDown={(event) => {
        if (selection && event.shiftKey) event.preventDefault(); // a range of rows, not of words
      }}
      onFocus={({ target }) => setCurrent(rowAt(target) ?? 0)}
      onPointerEnter={preload}
    >
      {rows.length <= DRAWN_WHOLE || isWhole ? (
        drawFirst(rows.length)
      ) : (
        <Suspense fallback={drawFirst(DRAWN_FIRST)}>
          <VirtualRows count={rows.length} columns={columns} frame={frame} pinned={tabStop} draw={draw} />
        </Suspense>
      )}
    </tbody>
  );
}
