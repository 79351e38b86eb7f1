import { Bold, Code, Heading, Italic, Link, List, ListOrdered, Quote, type LucideIcon } from "lucide-react";
import type { HTMLAttributes } from "react";
import { IconButton } from "../parts/IconButton.tsx";
import { useLazy } from "../use-lazy.ts";
import { currentConfig } from "../config.ts";
import { loadScript } from "../scripts/load-script.ts";
import styles from "./MarkdownToolbar.module.css";

const ELEMENT = "markdown-toolbar";

declare module "react" {
  // The only place where React lets us declare a custom element of another library.
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's own declarations are a namespace
  namespace JSX {
    interface IntrinsicElements {
      /** Its buttons say by `data-md-button` what they do to the text area whose id is `for`. */
      "markdown-toolbar": HTMLAttributes<HTMLElement> & { readonly for: string };
    }
  }
}

/** Gives `true` when the toolbar works. Rejects with SCRIPT_BLOCKED. */
async function loadEditor(): Promise<true> {
  const url = currentConfig().scripts.markdownEditor;
  await loadScript(url);
  if (customElements.get(ELEMENT) === undefined) throw new Error(`SCRIPT_BLOCKED ${url}`);
  return true;
}

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
        The formatting buttons didn't load. You can still type Markdown.
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
