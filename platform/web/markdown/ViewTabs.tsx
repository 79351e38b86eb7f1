import type { KeyboardEvent } from "react";
import styles from "./ViewTabs.module.css";

const VIEWS = ["write", "preview"] as const;
const LABELS = { write: "Write", preview: "Preview" };
export type View = (typeof VIEWS)[number];

interface ViewTabsProps {
  readonly view: View;
  /** The ids of what they show. */
  readonly panels: Readonly<Record<View, string>>;
  readonly onView: (view: View) => void;
}

export function ViewTabs({ view, panels, onView }: ViewTabsProps) {
  function goAlong(event: KeyboardEvent): void {
    const wanted = viewByKey(event.key, view);
    if (wanted === undefined) return;
    event.preventDefault();
    onView(wanted);
    document.getElementById(`${panels[wanted]}-tab`)?.focus();
  }

  return (
    <div role="tablist" aria-label="Editor view" className={styles.tabs}>
      {VIEWS.map((name) => (
        <button
          key={name}
          id={`${panels[name]}-tab`}
          type="button"
          role="tab"
          aria-selected={name === view}
          aria-controls={panels[name]}
          tabIndex={name === view ? 0 : -1}
          onClick={() => onView(name)}
          onKeyDown={goAlong}
        >
          {LABELS[name]}
        </button>
      ))}
    </div>
  );
}

function viewByKey(key: string, now: View): View | undefined {
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight":
      return now === "write" ? "preview" : "write";
    case "Home":
      return "write";
    case "End":
      return "preview";
    default:
      return undefined;
  }
}
