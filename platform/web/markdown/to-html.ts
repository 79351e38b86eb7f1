import type { Marked, RendererObject, TokenizerObject } from "marked";

/** As long as a text of ours may be. */
export const LONGEST_TEXT = 20_000;
/** One that was written to be slow takes minutes, any other of the longest a few hundredths of a second. */
const LONGEST_MS = 150;
/** So short a text has more time: a busy machine does not leave it unformatted. */
const SHORT_TEXT = 2_000;
const SHORT_TEXT_MS = 1_000;

/** What the renderer's script leaves behind, as far as we use it. */
export interface MarkdownLibrary {
  readonly Marked: typeof Marked;
}

const renderer: RendererObject = {
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
  const marked = new library.Marked({ async: false, gfm: true, renderer, tokenizer });
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
