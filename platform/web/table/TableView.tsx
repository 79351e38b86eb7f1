import { useEffect, useRef, type ReactNode } from "react";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Button, IconButton } from "../parts/Button.tsx";
import { EmptyState } from "../parts/QueryBoundary.tsx";
import type { RangeFilter, ValueFilter, Column, ColumnSettings } from "./columns/columns.ts";
import { pageSizeFor, type TableRow, type SortState } from "./engine/engine.ts";
import { SelectionBar, type SelectionView } from "./SelectionBar.tsx";
import { TableBody } from "./rows/TableBody.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import type { Table, TableState } from "./use-table-state.ts";
import styles from "./DataTable.module.css";

interface TableViewProps<Row extends TableRow> {
  readonly label: string;
  /** Those of this page; `undefined` while they load. */
  readonly rows: readonly Row[] | undefined;
  /** How many rows come before this page. */
  readonly firstRow: number;
  /** `null`: unknown. */
  readonly rowCount: number | null;
  /** Others are being fetched or drawn while these are shown. */
  readonly isBusy?: boolean;
  readonly table: Table;
  readonly settings: ColumnSettings<Row>;
  readonly filters: readonly ValueFilter<Row>[];
  readonly ranges: readonly RangeFilter<Row>[];
  readonly open?: ((row: Row) => string) | undefined;
  readonly detail?: ((row: Row) => ReactNode) | undefined;
  readonly selection: SelectionView<Row> | undefined;
  readonly pagination: ReactNode;
  /** Another button of the toolbar. */
  readonly action?: ReactNode;
  readonly wholeIn?: string | undefined;
  /** The rows of other pages are shown too, to be printed. */
  readonly isUnfolded?: boolean;
  /** Shown in place of the rows when they could not be loaded. */
  readonly error?: ReactNode;
}

export function TableView<Row extends TableRow>(props: TableViewProps<Row>) {
  const { label, rows, firstRow, rowCount, isBusy = false, table, settings, open, detail, selection, error } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isScrolled = useRef(false);
  const { state } = table;
  const columns = settings.shown;

  // A new view starts at the top; the current one stays where it is scrolled to. Reading the frame's own scroll
  // position would force a layout of the new rows before the key press or click is handled.
  useEffect(() => {
    if (frame.current && isScrolled.current) frame.current.scrollTop = 0;
  }, [state]);

  const focusHead = () => frame.current?.querySelector<HTMLInputElement>("thead input")?.focus();

  return (
    <div className={styles.table} onBlur={table.settle}>
      <TableToolbar
        table={table}
        filters={props.filters}
        ranges={props.ranges}
        label={label}
        settings={settings}
        action={props.action}
      />
      <div
        ref={frame}
        className={styles.frame}
        onScroll={({ currentTarget }) => {
          isScrolled.current = currentTarget.scrollTop > 0;
        }}
      >
        <table
          aria-label={label}
          aria-busy={(rows === undefined && !error) || isBusy}
          aria-rowcount={rowCount === null ? -1 : rowCount + 1}
        >
          <TableHead columns={columns} state={state} onSort={table.sortBy} selection={selection} />
          {rows === undefined ? (
            !error && <SkeletonRows columns={columns} isSelectable={selection !== undefined} />
          ) : (
            <TableBody
              rows={rows}
              firstRow={firstRow}
              columns={columns}
              open={open}
              detail={detail}
              selection={selection}
              frame={frame}
            />
          )}
        </table>
        {error}
        {rows?.length === 0 && (
          <EmptyState title="No results" action={<Button onClick={table.clear}>Clear search and filters</Button>} />
        )}
      </div>
      {selection && selection.rows.length > 0 && (
        <SelectionBar label={label} columns={columns} selection={selection} onFocusLost={focusHead} />
      )}
      {props.pagination}
      <PrintedRows
        label={label}
        firstRow={firstRow}
        count={rows?.length ?? 0}
        rowCount={rowCount}
        wholeIn={props.wholeIn}
        isUnfolded={props.isUnfolded ?? false}
      />
    </div>
  );
}

interface SkeletonRowsProps<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  readonly isSelectable: boolean;
}

function SkeletonRows<Row extends TableRow>({ columns, isSelectable }: SkeletonRowsProps<Row>) {
  return (
    <tbody className={styles.skeleton}>
      {Array.from({ length: pageSizeFor(0) }, (_, row) => (
        <tr key={row}>
          {isSelectable && <td className={styles.check} />}
          {columns.map(({ key, align, isWideOnly, minTable }) => (
            <td key={key} data-align={align} data-wide-only={isWideOnly} data-min-table={minTable}>
              <span className={styles.bone} aria-hidden="true" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface TableHeadProps<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  readonly state: TableState;
  readonly onSort: (column: string) => void;
  readonly selection: SelectionView<Row> | undefined;
}

function TableHead<Row extends TableRow>({ columns, state, onSort, selection }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th className={styles.check}>
            <input
              type="checkbox"
              aria-label="Select all rows"
              checked={selection.extent === "all"}
              ref={(box) => {
                if (box) box.indeterminate = selection.extent === "some";
              }}
              onChange={selection.pickAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell
            key={column.key}
            column={column}
            direction={column.key === state.sortColumn ? state.sortDirection : "none"}
            onSort={() => onSort(column.key)}
          />
        ))}
      </tr>
    </thead>
  );
}

interface PrintedRowsProps {
  /** Names the table. */
  readonly label: string;
  readonly firstRow: number;
  /** How many are on this page. */
  readonly count: number;
  /** `null`: unknown. */
  readonly rowCount: number | null;
  /** What holds all of them: `the PDF`. */
  readonly wholeIn?: string | undefined;
  readonly isUnfolded: boolean;
}

function PrintedRows({ label, firstRow, count, rowCount, wholeIn, isUnfolded }: PrintedRowsProps) {
  if (count === 0 || (count === rowCount && !isUnfolded)) return null;
  const place = (at: number) => at.toLocaleString("en-US");
  const of = rowCount === null ? "" : ` of ${place(rowCount)}`;
  const rows = `${place(firstRow + 1)}–${place(firstRow + count)}${of}`;
  const whole = wholeIn === undefined || count === rowCount ? "" : `; ${wholeIn} holds all`;
  // By the style sheet: on the screen these words would be found beside those of the pages.
  return <p className={styles.printed} data-words={`${label} ${rows} are printed${whole}.`} />;
}

interface HeaderCellProps<Row extends TableRow> {
  readonly column: Column<Row>;
  readonly direction: SortState;
  readonly onSort: () => void;
}

export function HeaderCell<Row extends TableRow>({ column, direction, onSort }: HeaderCellProps<Row>) {
  const { header, align, isSortable = true } = column;
  const shared = {
    scope: "col",
    "data-align": align,
    "data-wide-only": column.isWideOnly,
    "data-min-table": column.minTable,
  } as const;
  if (!isSortable) return <th {...shared}>{header}</th>;
  return (
    <th {...shared} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {header}
        <SortIcon direction={direction} />
      </button>
    </th>
  );
}

function SortIcon({ direction }: { readonly direction: SortState }) {
  if (direction === "none") return <span className={styles.noIcon} data-testid="sort-icon" aria-hidden="true" />;
  const Icon = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <Icon data-testid="sort-icon" data-direction={direction === "ascending" ? "asc" : "desc"} aria-hidden="true" />
  );
}

interface PaginationProps {
  /** The position of the page's first row, from 1; 0 when there is none. */
  readonly first: number;
  /** The place of its last row. */
  readonly last: number;
  /** `null`: not counted. */
  readonly total: number | null;
  /** `undefined` on the first page. */
  readonly onPrevious: (() => void) | undefined;
  /** `undefined` on the last page. */
  readonly onNext: (() => void) | undefined;
  /** Which page is next is being found out. */
  readonly isWaiting?: boolean;
}

export function Pagination({ first, last, total, onPrevious, onNext, isWaiting = false }: PaginationProps) {
  return (
    <nav aria-label="Pagination" className={styles.pagination}>
      <p className="numbers" aria-live="polite">
        {(last > 0 || total !== null) && `${first.toLocaleString("en-US")}–${last.toLocaleString("en-US")}`}
        {total !== null && <> of {total.toLocaleString("en-US")}</>}
      </p>
      <div className={styles.buttons}>
        <IconButton
          isOutlined
          label="Previous page"
          icon={ChevronLeft}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        />
        <IconButton
          isOutlined
          label="Next page"
          icon={ChevronRight}
          disabled={onNext === undefined}
          aria-disabled={isWaiting || undefined}
          onClick={isWaiting ? undefined : onNext}
        />
      </div>
    </nav>
  );
}
