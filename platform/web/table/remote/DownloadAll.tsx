import Download from "lucide-react/icons/download";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { formatCount } from "#platform/text/text.ts";
import { explain } from "../../http/explain.ts";
import type { RowProgress } from "../../http/save-csv.ts";
import { Button } from "../../parts/Button.tsx";
import { ProgressBar } from "../../parts/ProgressBar.tsx";
import type { Column } from "../columns/columns.ts";
import type { TableRow } from "../engine/engine.ts";
import type { RemoteRows } from "./use-remote-list.ts";
import styles from "../TableToolbar.module.css";

interface DownloadAllProps<Row extends TableRow> {
  /** Names the table, and the file. */
  readonly label: string;
  /** Those that are seen; the same are saved. */
  readonly columns: readonly Column<Row>[];
  readonly csvOf: RemoteRows<Row>["csvOf"];
}

type State =
  | { readonly at: "start" | "canceled" }
  | { readonly at: "reading"; readonly progress: RowProgress }
  | { readonly at: "saved"; readonly rows: number }
  | { readonly at: "failed"; readonly error: Error };

/** Saves every row that the search and the filters find. */
export function DownloadAll<Row extends TableRow>({ label, columns, csvOf }: DownloadAllProps<Row>) {
  const [state, setState] = useState<State>({ at: "start" });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function save(): Promise<void> {
    const { signal } = (stop.current = new AbortController());
    let progress: RowProgress = { rows: 0, total: null };
    setState({ at: "reading", progress });
    try {
      await csvOf(columns.map(({ key, csv = key }) => csv).join(","))({
        name: `${label.toLowerCase()}.csv`,
        signal,
        onProgress(next) {
          progress = next;
          setState({ at: "reading", progress });
        },
      });
      setState({ at: "saved", rows: progress.rows });
    } catch (thrown) {
      const error = thrown as Error; // what a request fails with
      setState(error.name === "AbortError" ? { at: "canceled" } : { at: "failed", error });
    }
  }

  const isReading = state.at === "reading";
  return (
    <div className={styles.download}>
      {isReading && (
        <>
          <ProgressBar label="Rows downloaded" value={shareOf(state.progress)} />
          <span className="numbers">{rowWords(state.progress)}</span>
        </>
      )}
      <Button
        icon={isReading ? <X aria-hidden="true" /> : <Download aria-hidden="true" />}
        onClick={() => (isReading ? stop.current?.abort() : void save())}
      >
        {BUTTONS[state.at]}
      </Button>
      <span role="status">{spoken(state)}</span>
    </div>
  );
}

const BUTTONS: Readonly<Record<State["at"], string>> = {
  start: "Download all as CSV",
  canceled: "Download all as CSV",
  reading: "Cancel download",
  saved: "Download all as CSV",
  failed: "Try download again",
};

/** Rows may be added while they are read. */
function shareOf({ rows, total }: RowProgress): number | null {
  return total === null ? null : Math.min(1, total === 0 ? 1 : rows / total);
}

function rowWords({ rows, total }: RowProgress): string {
  const read = rows.toLocaleString("en-US");
  return total === null ? `${read} rows` : `${read} of ${Math.max(rows, total).toLocaleString("en-US")} rows`;
}

/** The bar has every step; a screen reader hears only how it began and ended. */
function spoken(state: State): string {
  if (state.at === "failed") return `We couldn't download all rows. ${explain(state.error)}`;
  if (state.at === "saved") return `${formatCount(state.rows, "row")} downloaded.`;
  if (state.at === "canceled") return "Download canceled.";
  return "";
}
