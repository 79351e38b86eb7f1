// Measures the time from a key press or click until its result is painted, and the longest task in between.

export interface PageTimer {
  /** Begins to watch for the next key or click. */
  expect(wanted: string): void;
  /**
   * From that key or click, by its own time stamp, until the first row is the one expected and the frame after the one
   * that shows it begins: only then has that frame been painted.
   */
  shown: Promise<number>;
  /** Tasks of 50 ms and more since the last call, in milliseconds. */
  takeLongTasks(): number[];
}

declare global {
  interface Window {
    bench: PageTimer;
  }
}

/** @param firstRow returns a text that identifies the first row */
export function installTimer(firstRow: () => string | null | undefined): void {
  let longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  const note = (entries: PerformanceEntryList) => longTasks.push(...entries.map(({ duration }) => duration));
  observer.observe({ type: "longtask", buffered: true });

  window.bench = {
    shown: Promise.resolve(NaN),
    expect(wanted) {
      window.bench.shown = new Promise((resolve) => {
        let began: number | undefined;
        const begin = ({ timeStamp }: Event) => (began ??= timeStamp);
        for (const type of ["keydown", "click"]) window.addEventListener(type, begin, { capture: true, once: true });
        const changes = new MutationObserver(() => {
          if (began === undefined || firstRow() !== wanted) return;
          changes.disconnect();
          const start = began;
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
        });
        changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    },
    takeLongTasks() {
      note(observer.takeRecords());
      const taken = longTasks;
      longTasks = [];
      return taken;
    },
  };
}

/** How many rows this page shows, as its address says. */
export function rowCount(): number {
  return Number(location.hash.slice(1));
}
