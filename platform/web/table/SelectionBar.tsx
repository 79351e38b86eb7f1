import { Copy, Download, X } from "lucide-react";
import { useState } from "react";
import { toCsv, asInert } from "#platform/contract/csv.ts";
import { saveFile } from "../http/download.ts";
import { Button } from "../parts/Button.tsx";
import { textIn, type Column } from "./columns/columns.ts";
import type { TableRow } from "./engine/engine.ts";
import styles from "./SelectionBar.module.css";
import type { SelectionView } from "./use-selection.ts";

interface SelectionBarProps<Row extends TableRow> {
  /** Names the table, and the file. */
  readonly label: string;
  /** Those that are seen; the same are copied and saved. */
  readonly columns: readonly Column<Row>[];
  readonly selection: SelectionView<Row>;
  readonly onClear: () => void;
}

export function SelectionBar<Row extends TableRow>({ label, columns, selection, onClear }: SelectionBarProps<Row>) {
  const { rows, inOrder, actions } = selection;
  const [said, say] = useState<{ readonly about: unknown; readonly text: string } | null>(null);

  function lines(): string[][] {
    return [
      columns.map(({ header }) => header),
      ...inOrder().map((row) => columns.map((column) => textIn(column, row))),
    ];
  }

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
    <div role="group" aria-label="Selection" className={styles.bar}>
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
        <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} onClick={onClear}>
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
