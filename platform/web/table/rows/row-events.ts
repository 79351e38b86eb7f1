import type { KeyboardEvent, MouseEvent } from "react";

export type Press =
  | { readonly kind: "move"; readonly to: number; readonly part: string }
  | { readonly kind: "pick"; readonly at: number };

const LINK = "[data-row-link]";
const CHECK = "[data-check] input";

/** The action for a key pressed on a row's link or box; `null` if the table does not handle the key. */
export function pressIn({ key, target }: KeyboardEvent, rowCount: number): Press | null {
  const at = rowAt(target);
  const part = target instanceof Element ? [LINK, CHECK].find((one) => target.matches(one)) : undefined;
  if (at === null || part === undefined) return null;
  if (key === " " && part === LINK) return { kind: "pick", at };
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rowCount - 1 };
  const to = places[key];
  return to === undefined ? null : { kind: "move", to: Math.min(Math.max(to, 0), rowCount - 1), part };
}

/** The place on the page of the row that contains the element. */
export function rowAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null;
  return row === null ? null : Number(row.dataset["row"]);
}

/** What of a row was clicked: its link, another control, the cell around its box, or just the row. */
export function targetOf({ target }: MouseEvent): "link" | "control" | "check" | "row" {
  if (!(target instanceof Element)) return "row";
  if (target.closest(LINK)) return "link";
  if (target.closest("a, button, input, label, select, summary")) return "control";
  return target.closest("[data-check]") ? "check" : "row";
}

/** A link pressed so is the browser's. */
export function isForNewTab({ ctrlKey, metaKey, shiftKey, altKey, button }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey || button !== 0;
}

/** Text was marked: the click that ended it opens nothing. */
export function isReading(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
