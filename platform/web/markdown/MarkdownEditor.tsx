import { lazy, Suspense, useState, type KeyboardEvent, type HTMLAttributes } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { LucideIcon } from "lucide-react";
import Bold from "lucide-react/icons/bold";
import Code from "lucide-react/icons/code";
import Heading from "lucide-react/icons/heading";
import Italic from "lucide-react/icons/italic";
import Link from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import ListOrdered from "lucide-react/icons/list-ordered";
import Quote from "lucide-react/icons/quote";
import { Field, useFieldError, type FieldProps } from "../form/Field.tsx";
import { useRefusal } from "../form/Form.tsx";
import { IconButton } from "../parts/Button.tsx";
import { useLazy } from "../use-lazy.ts";
import { currentConfig } from "../config.ts";
import { loadScript } from "../scripts/load-script.ts";
import field from "../form/Field.module.css";
import styles from "./MarkdownEditor.module.css";

const VIEWS = ["write", "preview"] as const;
const LABELS = { write: "Write", preview: "Preview" };
type View = (typeof VIEWS)[number];

interface ViewTabsProps {
  readonly view: View;
  /** The ids of what they show. */
  readonly panels: Readonly<Record<View, string>>;
  readonly onView: (view: View) => void;
}

function ViewTabs({ view, panels, onView }: ViewTabsProps) {
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

// Loaded on demand: it includes the sanitizer, which a user who only writes does not need.
const MarkdownViewer = lazy(() => import("./MarkdownViewer.tsx").then((file) => ({ default: file.MarkdownViewer })));

interface MarkdownEditorProps extends FieldProps {
  readonly rows?: number;
}

export function MarkdownEditor({ rows = 10, ...about }: MarkdownEditorProps) {
  const { register } = useFormContext();
  const [view, setView] = useViewOf(about.name);
  return (
    <Field {...about}>
      {({ control }) => {
        const ids = { write: `${control.id}-write`, preview: `${control.id}-preview` };
        return (
          <div className={styles.editor}>
            <div className={styles.bar}>
              <ViewTabs view={view} panels={ids} onView={setView} />
              <div hidden={view !== "write"}>
                <MarkdownToolbar of={control.id} />
              </div>
            </div>
            <div id={ids.write} role="tabpanel" aria-labelledby={`${ids.write}-tab`} hidden={view !== "write"}>
              <textarea {...control} {...register(about.name)} className={field.control} rows={rows} />
            </div>
            <div id={ids.preview} role="tabpanel" aria-labelledby={`${ids.preview}-tab`} hidden={view !== "preview"}>
              {view === "preview" && <Preview name={about.name} />}
            </div>
          </div>
        );
      }}
    </Field>
  );
}

/** A form that was refused for this field, here or by the server, shows where it is to be mended. */
function useViewOf(name: string) {
  const { submitCount } = useFormContext().formState;
  const error = useFieldError(name);
  const [view, setView] = useState<View>("write");
  const [seenCount, setSeenCount] = useState(submitCount);
  if (submitCount !== seenCount) {
    setSeenCount(submitCount);
    if (error) setView("write");
  }
  const refusal = useRefusal(name);
  const [seenRefusal, setSeenRefusal] = useState(refusal);
  if (refusal !== seenRefusal) {
    setSeenRefusal(refusal);
    if (refusal) setView("write");
  }
  return [view, setView] as const;
}

function Preview({ name }: { readonly name: string }) {
  const text = String(useWatch({ name }) ?? "");
  return (
    <div className={styles.preview}>
      {text.trim() === "" ? (
        <p className={styles.empty}>Nothing to preview yet.</p>
      ) : (
        <Suspense fallback={null}>
          <MarkdownViewer text={text} />
        </Suspense>
      )}
    </div>
  );
}

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

function MarkdownToolbar({ of }: MarkdownToolbarProps) {
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
