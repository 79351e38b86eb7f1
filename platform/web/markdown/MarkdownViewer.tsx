import { useLayoutEffect, useMemo, useRef } from "react";
import { useLazy } from "../use-lazy.ts";
import styles from "./MarkdownViewer.module.css";
import { loadRenderer } from "./renderer.ts";

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
  if (isMissing) return "Formatting could not be loaded, so this is the text as it was written.";
  return isRefused ? "This text is too long or too nested to format, so it is shown as it was written." : undefined;
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
