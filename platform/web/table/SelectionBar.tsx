import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import X from "lucide-react/icons/x";
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { toCsv, asInert } from "#platform/contract/csv.ts";
import { saveFile } from "../http/download.ts";
import { Button } from "../parts/Button.tsx";
import { textIn, type Column } from "./columns/columns.ts";
import type { TableRow } from "./engine/engine.ts";
import type { SelectionOptions } from "./table-props.ts";
import styles from "./TableToolbar.module.css";

interface SelectionBarProps<Row extends TableRow> {
  /** Names the table, and the file. */
  readonly label: string;
  /** Those that are seen; the same are copied and saved. */
  readonly columns: readonly Column<Row>[];
  readonly selection: SelectionView<Row>;
  /** The bar goes away with the control that has the focus. */
  readonly onFocusLost: () => void;
}

export function SelectionBar<Row extends TableRow>(props: SelectionBarProps<Row>) {
  const { label, columns, selection, onFocusLost } = props;
  const { rows, inOrder, actions, clear } = selection;
  const bar = useRef<HTMLDivElement>(null);
  const loseFocus = useEffectEvent(onFocusLost);
  const [said, say] = useState<{ readonly about: unknown; readonly text: string } | null>(null);

  function lines(): string[][] {
    return [
      columns.map(({ header }) => header),
      ...inOrder().map((row) => columns.map((column) => textIn(column, row))),
    ];
  }

  useLayoutEffect(() => {
    const shown = bar.current;
    return () => {
      if (shown?.contains(document.activeElement)) loseFocus();
    };
  }, []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(toTabs(lines()));
      say({ about: rows, text: "Copied" });
    } catch {
      say({ about: rows, text: "Your browser blocked copying. Download the CSV instead." });
    }
  }

  function save(): void {
    saveFile(new Blob([toCsv(lines())], { type: "text/csv;charset=utf-8" }), `${label.toLowerCase()}.csv`);
  }

  return (
    <div ref={bar} role="group" aria-label="Selection" className={styles.bar}>
      <p role="status" className="numbers">
        {rows.length.toLocaleString("en-US")} selected
        {said?.about === rows && <span className={styles.said}>{said.text}</span>}
      </p>
      <div className={styles.actions}>
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button size="small" icon={<Download aria-hidden="true" />} onClick={save}>
          Download CSV
        </Button>
        {actions}
        <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} onClick={clear}>
          Clear selection
        </Button>
      </div>
    </div>
  );
}

type Lines = readonly (readonly string[])[];

/**
 * A line a row; tabs and line ends within a cell become spaces, for they would part it. No exported cell may act as a
 * formula in a spreadsheet.
 */
export function toTabs(lines: Lines): string {
  return lines.map((cells) => cells.map(tabCell).join("\t")).join("\n");
}

/** What is pasted is read with quotes: one at the start would hide a formula, or swallow the cells that follow. */
function tabCell(cell: string): string {
  const text = asInert(cell).replace(/[\t\r\n]+/g, " ");
  return /^\s*"/.test(text) ? `'${text}` : text;
}

type Picked<Row extends TableRow> = ReadonlyMap<string, Row>;

interface Selection<Row extends TableRow> {
  /** Id to the row as it was when it was selected. */
  readonly picked: Picked<Row>;
  /** Selects or unselects a row, and with it those of `among` since the one that was toggled last. */
  readonly toggle: (row: Row, among?: readonly Row[]) => void;
  readonly pick: (rows: readonly Row[], isPicked: boolean) => void;
  readonly clear: () => void;
}

export function useSelection<Row extends TableRow>(rows: readonly Row[] | undefined): Selection<Row> {
  const [chosen, setChosen] = useState<Picked<Row> | null>(null);
  const atFirst = useMemo(() => new Map((rows ?? []).filter(isSelected).map((row) => [row.id, row])), [rows]);
  const last = useRef<string | null>(null); // where a range begins

  const acts = useMemo(() => {
    const change = (choose: (now: Picked<Row>) => Picked<Row>) => setChosen((now) => choose(now ?? atFirst));
    return {
      toggle(row: Row, among: readonly Row[] = []) {
        const range = rangeIn(among, last.current, row.id);
        last.current = row.id;
        change((now) => withRows(now, range ?? [row], !now.has(row.id)));
      },
      pick: (some: readonly Row[], isPicked: boolean) => change((now) => withRows(now, some, isPicked)),
      clear: () => setChosen(new Map()),
    };
  }, [atFirst]);

  return { picked: chosen ?? atFirst, ...acts };
}

function withRows<Row extends TableRow>(picked: Picked<Row>, rows: readonly Row[], isPicked: boolean): Picked<Row> {
  const next = new Map(picked);
  for (const row of rows) {
    if (isPicked) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}

/** The rows from one id to the other, either first; `null` where one is missing. */
function rangeIn<Row extends TableRow>(rows: readonly Row[], from: string | null, to: string): readonly Row[] | null {
  const [one, other] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)];
  return one === -1 || other === -1 ? null : rows.slice(Math.min(one, other), Math.max(one, other) + 1);
}

function isSelected({ selected = false }: TableRow): boolean {
  return selected;
}

/** The rows that a selection is made from. */
interface Around<Row extends TableRow> {
  /** The selected ones. */
  readonly rows: readonly Row[];
  /** The same as they are sorted now. */
  readonly inOrder: () => readonly Row[];
  /** Those that the header's box selects, in order. */
  readonly all: () => readonly Row[];
  readonly allCount: number;
  /** Of those, the selected ones. */
  readonly pickedCount: number;
}

export interface SelectionView<Row extends TableRow> {
  readonly picked: Picked<Row>;
  readonly rows: readonly Row[];
  readonly inOrder: () => readonly Row[];
  /** Of what the header's box selects. */
  readonly extent: "none" | "some" | "all";
  readonly pickAll: () => void;
  readonly toggle: (row: Row, isRange: boolean) => void;
  readonly clear: () => void;
  readonly actions: ReactNode;
}

export function selectionView<Row extends TableRow>(
  { actions }: SelectionOptions<Row>,
  { picked, pick, toggle, clear }: Selection<Row>,
  { rows, inOrder, all, allCount, pickedCount }: Around<Row>,
): SelectionView<Row> {
  const isAll = allCount > 0 && pickedCount === allCount;
  return {
    picked,
    rows,
    inOrder,
    extent: isAll ? "all" : pickedCount > 0 ? "some" : "none",
    pickAll: () => pick(all(), !isAll),
    toggle: (row, isRange) => toggle(row, isRange ? all() : []),
    clear,
    actions: rows.length > 0 && actions?.(rows, clear),
  };
}
