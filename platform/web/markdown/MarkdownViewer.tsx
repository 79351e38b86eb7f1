import { useLayoutEffect, useMemo, useRef } from "react";
import { useLazy } from "../use-lazy.ts";
import { currentConfig } from "../config.ts";
import { loadScript } from "../scripts/load-script.ts";
import { makeToHtml, type MarkdownLibrary } from "./to-html.ts";
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
