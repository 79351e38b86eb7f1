import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { nextFrame } from "./next-frame.ts";

// A page is printed as it is in the moment of the browser's event, which waits for nothing. So our own commands and keys
// first let every part of the page load, and only then open the browser's dialog.
let isPrinting = false;
/** Parts of the page that are still loading. */
let waiting = 0;
const listeners = new Set<() => void>();

function setPrinting(next: boolean): void {
  isPrinting = next;
  flushSync(() => listeners.forEach((listener) => listener()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== "undefined") {
  window.addEventListener("beforeprint", () => setPrinting(true));
  window.addEventListener("afterprint", () => setPrinting(false));
}

/** Whether the page is being printed, or is getting ready for it. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
}

/** Printing waits while this is so. */
export function useHoldsPrint(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return;
    waiting += 1;
    return () => {
      waiting -= 1;
    };
  }, [isLoading]);
}

/** A part that does not come must not keep people from printing the rest. */
const LONGEST_MS = 15_000;

/** Prints the page once all that belongs to it is there. */
export async function printPage(): Promise<void> {
  setPrinting(true);
  const until = performance.now() + LONGEST_MS;
  // What has loaded may bring further parts with the next frame.
  do await nextFrame();
  while (waiting > 0 && performance.now() < until);
  await nextFrame();
  try {
    window.print();
  } finally {
    setPrinting(false);
  }
}

/** Ctrl+P or Cmd+P prints the whole page. */
export function listenForPrint(): void {
  window.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== "p" || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    event.preventDefault();
    void printPage();
  });
}

/** Lines at the head of each printed page, and its number at the foot, where the browser has margin boxes. */
export function usePrintedHead(left: string, right: string): void {
  const isPrinted = usePrinting();
  useLayoutEffect(() => {
    if (!isPrinted) return;
    const sheet = new CSSStyleSheet();
    const style = "font: 8pt Inter, sans-serif; color: black;";
    sheet.replaceSync(`@page {
      @top-left { content: ${cssString(left)}; ${style} }
      @top-right { content: ${cssString(right)}; ${style} }
      @bottom-right { content: "Page " counter(page) " of " counter(pages); ${style} }
    }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [isPrinted, left, right]);
}

function cssString(text: string): string {
  return `"${text.replaceAll(/["\\\n\r\f<]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}
