import { useLayoutEffect, useMemo, useRef } from "react";
import type { Marked, RendererObject, TokenizerObject } from "marked";
import { useLazy } from "../use-lazy.ts";
import { currentConfig } from "../config.ts";
import { loadScript } from "../scripts/load-script.ts";
import styles from "./MarkdownViewer.module.css";

interface MarkdownViewerProps {
  readonly text: string;
}

export function MarkdownViewer({ text }: MarkdownViewerProps) {
  const { value: render, isMissing } = useLazy(loadRenderer);
  const formatted = useMemo(() => render?.(text) ?? null, [render, text]);
  return (
    <div data-testid="markdown-viewer" className={styles.viewer} aria-busy={(!render && !isMissing) || undefined}>
      {formatted ? <Formatted nodes={formatted} /> : <AsWritten text={text} why={whyAsWritten(isMissing, !!render)} />}
    </div>
  );
}

function whyAsWritten(isMissing: boolean, isRefused: boolean): string | undefined {
  if (isMissing) return "Formatting didn't load. This is the text as written.";
  return isRefused ? "This text is too long or too nested to format. It's shown as written." : undefined;
}

function Formatted({ nodes }: { readonly nodes: DocumentFragment }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A copy: an effect may run twice on the same nodes.
    box.current?.replaceChildren(document.importNode(nodes, true));
  }, [nodes]);
  return <div ref={box} className={styles.formatted} />;
}

interface AsWrittenProps {
  readonly text: string;
  readonly why: string | undefined;
}

function AsWritten({ text, why }: AsWrittenProps) {
  return (
    <>
      {why !== undefined && (
        <p role="status" className={styles.why}>
          {why}
        </p>
      )}
      <div className={styles.written}>{text}</div>
    </>
  );
}

/** Nodes ready to be shown; `null` for a text that is too long or too tangled. */
type RenderMarkdown = (text: string) => DocumentFragment | null;

/** Rejects with SCRIPT_BLOCKED. */
async function loadRenderer(): Promise<RenderMarkdown> {
  const url = currentConfig().scripts.markdownRenderer;
  const [{ toFragment }] = await Promise.all([import("./to-fragment.ts"), loadScript(url)]);
  const library = renderer();
  if (library === undefined) throw new Error(`SCRIPT_BLOCKED ${url}`);
  const toHtml = makeToHtml(library);
  return (text) => {
    const html = toHtml(text);
    return html === null ? null : toFragment(html);
  };
}

function renderer(): MarkdownLibrary | undefined {
  const left = (window as { marked?: Partial<MarkdownLibrary> }).marked; // what the renderer's script leaves behind
  return left?.Marked === undefined ? undefined : (left as MarkdownLibrary);
}

/** As long as a text of ours may be. */
export const LONGEST_TEXT = 20_000;
/** One that was written to be slow takes minutes, any other of the longest a few hundredths of a second. */
const LONGEST_MS = 150;
/** So short a text has more time: a busy machine does not leave it unformatted. */
const SHORT_TEXT = 2_000;
const SHORT_TEXT_MS = 1_000;

/** What the renderer's script leaves behind, as far as we use it. */
interface MarkdownLibrary {
  readonly Marked: typeof Marked;
}

const ownMarkup: RendererObject = {
  html: () => "",
  // The page has its own level-1 heading.
  heading({ tokens, depth }) {
    const level = Math.min(depth + 1, 6);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  },
  // A disabled input would still need a label, so a character takes its place.
  checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
};

/** One of them is tried at every step that the parser takes. */
const STEPS = [
  ...(["space", "code", "fences", "heading", "blockquote", "list", "def", "table", "paragraph", "text"] as const),
  ...(["escape", "link", "reflink", "emStrong", "codespan", "del", "url", "inlineText"] as const),
];

/** Makes HTML of a text, not yet safe to show; `null` when it is too long or too tangled. */
export function makeToHtml(
  library: MarkdownLibrary,
  now: () => number = () => performance.now(),
): (text: string) => string | null {
  let deadline = 0;
  // `false` leaves the step to the parser's own tokenizer.
  const keepToTime = (): false => {
    if (now() > deadline) throw new Error("MARKDOWN_TOO_SLOW");
    return false;
  };
  const tokenizer: TokenizerObject = Object.fromEntries(STEPS.map((step) => [step, keepToTime]));
  const marked = new library.Marked({ async: false, gfm: true, renderer: ownMarkup, tokenizer });
  return (text) => {
    if (text.length > LONGEST_TEXT) return null;
    deadline = now() + (text.length > SHORT_TEXT ? LONGEST_MS : SHORT_TEXT_MS);
    try {
      return marked.parse(text, { async: false });
    } catch {
      return null; // out of time, or nested deeper than the parser can go
    }
  };
}
