import { useLayoutEffect, type RefObject } from "react";

/** @param columns the widths are computed again when these change, or when the frame's width changes */
export function useSteadyColumns(frame: RefObject<HTMLElement | null>, columns: readonly unknown[]): void {
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
