import { useId, useRef, useState, type KeyboardEvent } from "react";
import type { Loan } from "#features/borrowers/contract.ts";
import type { WhatIf } from "#features/borrowers/web/loan/tried-terms.ts";
import type { MapCell, TermsMap, TermsState } from "#features/underwriting/rules/break-even.ts";
import { formatMoney } from "#platform/money/money.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { ScrollArea } from "#platform/web/parts/ScrollArea.tsx";
import styles from "./BreakEven.module.css";
import { percentWords, shortPrice, STATE_SIGNS, type StateLabels } from "./labels.ts";

interface TermsMapGridProps {
  readonly map: TermsMap;
  readonly loan: Loan;
  /** The program of the answers. */
  readonly under: string;
  readonly labels: StateLabels;
  readonly onTry: (terms: WhatIf) => void;
}

/** Price by down payment: a grid to move in with the arrow keys, or the same as a table of words. */
export function TermsMapGrid({ map, loan, under, labels, onTry }: TermsMapGridProps) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  const states = new Set(map.rows.flatMap(({ cells }) => cells.map(({ state }) => state)));
  return (
    <div className={styles.map}>
      <div className={styles.mapHead}>
        <h3 id={id}>Price and down payment</h3>
        <Button size="small" variant="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? "Show as map" : "Show as table"}
        </Button>
      </div>
      {isTable ? (
        <AsTable map={map} under={under} labels={labels} />
      ) : (
        <>
          <Grid labelledBy={id} map={map} loan={loan} labels={labels} onTry={onTry} />
          <ul className={styles.legend}>
            {STATE_ORDER.filter((state) => states.has(state)).map((state) => (
              <li key={state}>
                <span className={styles.sign} data-state={state} aria-hidden="true">
                  {STATE_SIGNS[state]}
                </span>
                {labels[state]}
              </li>
            ))}
            <li>
              <span className={styles.sign} data-here aria-hidden="true" />
              These terms
            </li>
          </ul>
          <p className={styles.note}>Select a cell to try its terms.</p>
        </>
      )}
    </div>
  );
}

const STATE_ORDER = ["enough", "open", "blocked", "short", "notEvaluated"] as const satisfies readonly TermsState[];

type Place = readonly [row: number, column: number];

interface GridProps extends Pick<TermsMapGridProps, "map" | "loan" | "labels" | "onTry"> {
  readonly labelledBy: string;
}

/** The WAI-ARIA grid pattern: one cell is in the tab order, and the arrow keys move from it. */
function Grid({ labelledBy, map, loan, labels, onTry }: GridProps) {
  const { prices, rows } = map;
  const table = useRef<HTMLTableElement>(null);
  const here: Place = [
    rows.findIndex(({ isEntered }) => isEntered),
    prices.findIndex((price) => price === loan.salesPrice),
  ];
  const [moved, setMoved] = useState<MapCell["terms"] | null>(null);
  const focused = placeOf(map, moved) ?? here;

  function go(event: KeyboardEvent, [row, column]: Place): void {
    const next = placeByKey(event, [row, column], [rows.length - 1, prices.length - 1]);
    if (next === undefined) return;
    event.preventDefault();
    setMoved(rows[next[0]]!.cells[next[1]]!.terms); // within the map
    table.current?.querySelectorAll<HTMLElement>("tbody tr")[next[0]]?.querySelectorAll("td")[next[1]]?.focus();
  }

  function tryOut({ terms }: MapCell): void {
    setMoved(terms);
    onTry(terms);
  }

  return (
    <table ref={table} role="grid" aria-labelledby={labelledBy} className={styles.grid}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Down payment</span>
          </th>
          {prices.map((price) => (
            <th key={price} scope="col" aria-label={formatMoney(price)}>
              <span>{shortPrice(price)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ share, cells }, row) => (
          <tr key={share}>
            <th scope="row">{percentWords(share / 10_000)}</th>
            {cells.map((cell, column) => {
              const isHere = row === here[0] && column === here[1];
              return (
                <td
                  key={cell.terms.salesPrice}
                  role="gridcell"
                  tabIndex={row === focused[0] && column === focused[1] ? 0 : -1}
                  aria-label={cellWords(cell, share, labels, isHere)}
                  aria-current={isHere || undefined}
                  data-state={cell.state}
                  data-here={isHere || undefined}
                  onClick={() => tryOut(cell)}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" && event.key !== " ") return go(event, [row, column]);
                    event.preventDefault();
                    tryOut(cell);
                  }}
                >
                  <span aria-hidden="true">{STATE_SIGNS[cell.state]}</span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellWords({ terms, state }: MapCell, share: number, labels: StateLabels, isHere: boolean): string {
  const place = `${formatMoney(terms.salesPrice)} with ${percentWords(share / 10_000)} down`;
  return `${place}: ${labels[state]}${isHere ? ", these terms" : ""}`;
}

function placeOf({ rows }: TermsMap, terms: MapCell["terms"] | null): Place | undefined {
  if (terms === null) return undefined;
  for (const [row, { cells }] of rows.entries()) {
    const column = cells.findIndex(
      (cell) => cell.terms.salesPrice === terms.salesPrice && cell.terms.loanAmount === terms.loanAmount,
    );
    if (column >= 0) return [row, column];
  }
  return undefined;
}

function placeByKey(event: KeyboardEvent, [row, column]: Place, [lastRow, lastColumn]: Place): Place | undefined {
  switch (event.key) {
    case "ArrowRight":
      return [row, Math.min(lastColumn, column + 1)];
    case "ArrowLeft":
      return [row, Math.max(0, column - 1)];
    case "ArrowDown":
      return [Math.min(lastRow, row + 1), column];
    case "ArrowUp":
      return [Math.max(0, row - 1), column];
    case "Home":
      return [event.ctrlKey ? 0 : row, 0];
    case "End":
      return [event.ctrlKey ? lastRow : row, lastColumn];
    default:
      return undefined;
  }
}

function AsTable({ map: { prices, rows }, under, labels }: Pick<TermsMapGridProps, "map" | "under" | "labels">) {
  const title = `Price and down payment under ${under}`;
  return (
    <ScrollArea label={title} className={styles.scroll}>
      <table className={styles.words}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Price</th>
            {rows.map(({ share }) => (
              <th key={share} scope="col">
                {percentWords(share / 10_000)} down
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prices.map((price, at) => (
            <tr key={price}>
              <th scope="row">{formatMoney(price)}</th>
              {rows.map(({ share, cells }) => (
                <td key={share}>{labels[cells[at]!.state]}</td> // a cell per price
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
