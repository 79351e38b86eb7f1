import { Download, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { csvLines } from "#platform/contract/csv.ts";
import { PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { ApiError } from "../../http/api-error.ts";
import { saveFile } from "../../http/download.ts";
import { explain } from "../../http/explain.ts";
import { Button } from "../../parts/Button.tsx";
import { textIn, type Column } from "../columns/columns.ts";
import type { TableRow } from "../engine/engine.ts";
import type { RemoteRows } from "./use-remote-list.ts";
import styles from "../TableToolbar.module.css";

interface DownloadAllProps<Row extends TableRow> {
  /** Names the table, and the file. */
  readonly label: string;
  /** Those that are seen; the same are saved. */
  readonly columns: readonly Column<Row>[];
  readonly readPage: RemoteRows<Row>["readPage"];
}

/** Saves every row that the search and the filters find, page after page. */
export function DownloadAll<Row extends TableRow>({ label, columns, readPage }: DownloadAllProps<Row>) {
  /** Rows so far; `null`: nothing is being read. */
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function save(): Promise<void> {
    const { signal } = (stop.current = new AbortController());
    setError(null);
    setCount(0);
    try {
      const parts = [new Blob([...csvLines([columns.map(({ header }) => header)])])];
      let rows = 0;
      for await (const page of pagesOf(readPage, signal)) {
        const [_byteOrderMark, ...lines] = csvLines(page.map((row) => columns.map((column) => textIn(column, row))));
        parts.push(new Blob(lines)); // one each: a browser may put those on disk
        setCount((rows += page.length));
      }
      if (!signal.aborted) saveFile(new Blob(parts, { type: "text/csv;charset=utf-8" }), `${label.toLowerCase()}.csv`);
    } catch (thrown) {
      setError(thrown as Error); // what a request fails with
    }
    setCount(null);
  }

  return (
    <div className={styles.download}>
      {count === null ? (
        <Button icon={<Download aria-hidden="true" />} onClick={() => void save()}>
          Download all as CSV
        </Button>
      ) : (
        <Button icon={<X aria-hidden="true" />} onClick={() => stop.current?.abort()}>
          Cancel download
        </Button>
      )}
      <span role="status" className="numbers">
        {count !== null && `${count.toLocaleString("en-US")} rows`}
        {error && `We couldn't read all rows. ${explain(error)}`}
      </span>
    </div>
  );
}

/** To the end, or until it is stopped. */
async function* pagesOf<Row extends TableRow>(
  readPage: RemoteRows<Row>["readPage"],
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  let after: string | null = null;
  while (!signal.aborted) {
    const page: Row[] | null = await readPage(after).catch((error: unknown) => waitIfTooMany(error, signal));
    if (page === null) continue; // asked again
    yield page;
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)!.id; // full, so that it has one
  }
}

const WAIT_SECONDS = 10;

/** The server answers so many lists a minute. */
async function waitIfTooMany(error: unknown, signal: AbortSignal): Promise<null> {
  if (!(error instanceof ApiError) || error.code !== "TOO_MANY_REQUESTS") throw error;
  const ms = (error.retryAfter ?? WAIT_SECONDS) * 1000;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
  return null;
}
