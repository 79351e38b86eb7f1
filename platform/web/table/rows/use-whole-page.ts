import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { opensFind } from "#platform/web/find-keys.ts";

// A table may be shown by the same event that it has to hear.
let isPrinting = false;
if (typeof window !== "undefined") {
  window.addEventListener("beforeprint", () => (isPrinting = true), { capture: true });
  window.addEventListener("afterprint", () => (isPrinting = false), { capture: true });
}

/** Whether every row of the page must be there, seen or not: it is printed, or someone searches in it. */
export function useWholePage(): boolean {
  const [isPrinted, setPrinted] = useState(isPrinting);
  const [isSearched, setSearched] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // The browser takes its picture of the page as soon as the event has been heard.
    window.addEventListener("beforeprint", () => flushSync(() => setPrinted(true)), { signal });
    window.addEventListener("afterprint", () => setPrinted(false), { signal });
    window.addEventListener("keydown", (event) => opensFind(event) && setSearched(true), { signal });
    return () => listening.abort();
  }, []);
  return isPrinted || isSearched;
}
