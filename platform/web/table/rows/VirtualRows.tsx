import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { Fragment, useCallback, useLayoutEffect, useState, type ReactNode, type RefObject } from "react";
import styles from "../DataTable.module.css";

const ROW_HEIGHT = 40;
const BESIDE = 8; // drawn above and below what is seen

interface VirtualRowsProps {
  readonly count: number;
  readonly columns: readonly unknown[];
  /** What scrolls. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Drawn wherever the frame is scrolled to: it may have the focus. */
  readonly pinned: number;
  readonly draw: (at: number) => ReactNode;
}

export function VirtualRows({ count, columns, frame, pinned, draw }: VirtualRowsProps) {
  const [rowHeight, setRowHeight] = useState(ROW_HEIGHT);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing of what it gives is handed on
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: BESIDE,
    rangeExtractor: useCallback(
      (range: Range) => withPinned(defaultRangeExtractor(range), pinned, count),
      [pinned, count],
    ),
    initialRect: { width: 0, height: 20 * ROW_HEIGHT },
  });

  // All rows of a page are of one height, which is greater on a phone.
  useLayoutEffect(() => {
    const drawn = frame.current?.querySelector<HTMLElement>("tr[data-row]")?.offsetHeight ?? 0;
    if (drawn > 0 && drawn !== rowHeight) setRowHeight(drawn);
    else rows.measure();
  }, [frame, rows, rowHeight]);

  useSteadyColumns(frame, columns);

  const columnCount = columns.length + 1; // and one for the boxes
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1);
  return (
    <>
      {drawn.map(({ index, start }, place) => (
        <Fragment key={index /* of a place, not of a row: changing its content is faster than creating it again */}>
          <Gap height={start - (drawn[place - 1]?.end ?? 0)} columnCount={columnCount} />
          {draw(index)}
        </Fragment>
      ))}
      <Gap height={rows.getTotalSize() - (last?.end ?? 0)} columnCount={columnCount} />
    </>
  );
}

function Gap({ height, columnCount }: { readonly height: number; readonly columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.gap}>
      <td colSpan={columnCount} style={{ height }} />
    </tr>
  );
}

function withPinned(places: number[], pinned: number, count: number): number[] {
  if (pinned >= count || places.includes(pinned)) return places;
  return [...places, pinned].sort((one, other) => one - other);
}

/** @param columns the widths are computed again when these change, or when the frame's width changes */
function useSteadyColumns(frame: RefObject<HTMLElement | null>, columns: readonly unknown[]): void {
  useLayoutEffect(() => {
    const table = frame.current?.querySelector("table");
    if (!frame.current || !table) return;
    let width = frame.current.clientWidth;
    hold(table);
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.target.clientWidth ?? width;
      if (now === width) return;
      width = now;
      letGo(table);
      hold(table);
    });
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
      letGo(table);
    };
  }, [frame, columns]);
}

function hold(table: HTMLTableElement): void {
  const widths = headersOf(table).map(({ offsetWidth }) => offsetWidth);
  for (const [at, header] of headersOf(table).entries()) header.style.width = `${widths[at] ?? 0}px`;
  table.dataset["steady"] = "true";
}

function letGo(table: HTMLTableElement): void {
  for (const header of headersOf(table)) header.style.width = "";
  delete table.dataset["steady"];
}

function headersOf(table: HTMLTableElement): HTMLElement[] {
  return Array.from(table.querySelectorAll("th"));
}
