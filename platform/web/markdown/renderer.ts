import { currentConfig } from "../config.ts";
import { loadScript } from "../scripts/load-script.ts";
import { makeToHtml, type MarkdownLibrary } from "./to-html.ts";

/** Nodes ready to be shown; `null` for a text that is too long or too tangled. */
export type RenderMarkdown = (text: string) => DocumentFragment | null;

/** Rejects with SCRIPT_BLOCKED. */
export async function loadRenderer(): Promise<RenderMarkdown> {
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
