import X from "lucide-react/icons/x";
import { lazy, Suspense, useState } from "react";
import { Button } from "../parts/Button.tsx";
import { readStored, removeStored, writeStored } from "../storage.ts";
import { sameQuery, type Search } from "./table-address.ts";
import type { Table } from "./use-table-state.ts";
import styles from "./TableToolbar.module.css";

const SaveViewDialog = lazy(() => import("./SaveViewDialog.tsx").then((file) => ({ default: file.SaveViewDialog })));

interface SavedView {
  readonly name: string;
  /** The query of the page's address. */
  readonly query: Search;
}

interface SavedViewsProps {
  /** Names the table. */
  readonly label: string;
  readonly table: Table;
}

/** Views of a table that the user named. They are stored in the browser, as the choice of columns is. */
export function SavedViews({ label, table }: SavedViewsProps) {
  const [views, setViews] = useState(() => readViews(label));
  const [isNaming, setNaming] = useState(false);
  const { query, isInitial, show } = table;

  function store(next: readonly SavedView[]): void {
    setViews(next);
    if (next.length === 0) removeStored(keyOf(label));
    else writeStored(keyOf(label), JSON.stringify(next));
  }

  function save(name: string): void {
    store([...views.filter((view) => view.name !== name), { name, query }]);
    setNaming(false);
  }

  const current = views.find((view) => sameQuery(view.query, query));
  return (
    <>
      {views.length > 0 && (
        <div role="group" aria-label="Saved views" className={styles.chips}>
          {views.map((view) => (
            <span key={view.name} className={styles.view}>
              <button
                type="button"
                className={styles.chip}
                aria-pressed={view === current}
                onClick={() => show(view === current ? {} : view.query)}
              >
                {view.name}
              </button>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Delete view ${view.name}`}
                onClick={() => store(views.filter((one) => one !== view))}
              >
                <X aria-hidden="true" />
              </button>
            </span>
          ))}
        </div>
      )}
      {!isInitial && current === undefined && (
        <Button size="small" variant="quiet" onClick={() => setNaming(true)}>
          Save view
        </Button>
      )}
      {isNaming && (
        <Suspense>
          <SaveViewDialog onSave={save} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  );
}

const keyOf = (label: string) => `tableViews-${label}`;

function readViews(label: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(label)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null || !("name" in value) || !("query" in value)) return false;
  return typeof value.name === "string" && typeof value.query === "object" && value.query !== null;
}
