// Templates for the sandbox's server-rendered pages. They escape every value.

/** Markup that is known to be safe because only `html` creates it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | undefined | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : "")).join(""));
}

function render(part: Part): string {
  if (part === null || part === undefined) return "";
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(render).join("");
  return escapeHtml(String(part));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

/** Makes an address a link only when it cannot run code. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
