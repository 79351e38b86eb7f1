// Owns whether the page is being printed: then every row of it is there, seen or not.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // The browser takes its picture of the page as soon as the event has been heard.
    window.addEventListener("beforeprint", () => flushSync(() => setPrinting(true)), { signal });
    window.addEventListener("afterprint", () => setPrinting(false), { signal });
    return () => listening.abort();
  }, []);
  return isPrinting;
}
