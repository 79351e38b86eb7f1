import { Bold, Code, Heading, Italic, Link, List, ListOrdered, Quote, type LucideIcon } from "lucide-react";
import { IconButton } from "../parts/IconButton.tsx";
import { useLazy } from "../use-lazy.ts";
import { loadEditor } from "./editor-script.ts";
import styles from "./MarkdownToolbar.module.css";

/** The editor's own name of what a button does, and ours. */
const BUTTONS: readonly (readonly [string, string, LucideIcon])[] = [
  ["bold", "Bold", Bold],
  ["italic", "Italic", Italic],
  ["header-2", "Heading", Heading],
  ["quote", "Quote", Quote],
  ["code", "Code", Code],
  ["link", "Link", Link],
  ["unordered-list", "Bulleted list", List],
  ["ordered-list", "Numbered list", ListOrdered],
];

interface MarkdownToolbarProps {
  /** The id of the text area. */
  readonly of: string;
}

export function MarkdownToolbar({ of }: MarkdownToolbarProps) {
  const { value: isThere, isMissing } = useLazy(loadEditor);
  if (isMissing)
    return (
      <p role="status" className={styles.missing}>
        The formatting buttons could not be loaded. Markdown that you type works without them.
      </p>
    );
  // An empty toolbar holds the place, so that the text area does not move when the buttons appear.
  if (!isThere) return <div className={styles.toolbar} />;
  return (
    <markdown-toolbar for={of} className={styles.toolbar} role="toolbar" aria-label="Formatting" aria-controls={of}>
      {BUTTONS.map(([act, label, icon]) => (
        // The toolbar takes the focus and hands it to one of them.
        <IconButton key={act} label={label} icon={icon} title={label} tabIndex={-1} data-md-button={act} />
      ))}
    </markdown-toolbar>
  );
}
