import type { FastifyInstance, FastifyReply } from "fastify";

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

// The shared style sheet of the sandbox pages: light and dark, from 320 px wide.
const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#faf8f4, #171613);
  --surface: light-dark(#ffffff, #201e1a);
  --line: light-dark(#e2ddd2, #3a362f);
  --ink: light-dark(#211f1b, #efebe2);
  --ink-2: light-dark(#5d574c, #b5ad9e);
  --accent: light-dark(#1b5e43, #7cc7a4);
  --ask: light-dark(#8a5300, #e6b566);
  --stop: light-dark(#a3271d, #f09a90);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header, main { max-width: 1120px; margin: 0 auto; padding: 24px 20px; }
header { padding-bottom: 0; }
main { padding-top: 8px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 20px; margin: 40px 0 4px; padding-top: 16px; border-top: 1px solid var(--line); }
h3 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 4px 0 12px; max-width: 68ch; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
.quiet, .empty { color: var(--ink-2); }
.good { color: var(--accent); }
.ask { color: var(--ask); }
.stop { color: var(--stop); }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 9px 12px; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--ink-2); white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.when { white-space: nowrap; font-variant-numeric: tabular-nums; }
form.acts { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 8px 0 12px; }
button {
  font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--line);
  border-radius: 6px; padding: 6px 12px; min-height: 36px; cursor: pointer;
}
button:hover { border-color: var(--ink-2); }
button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--ground); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin: 12px 0; }
.emails { list-style: none; margin: 12px 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.emails li + li { border-top: 1px solid var(--line); }
.emails a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.emails a:hover strong { text-decoration: underline; }
.emails small { display: block; color: var(--ink-2); font-size: 13px; }
.letter { width: 100%; height: 60vh; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
main.narrow { max-width: 460px; padding-top: 48px; }
label { display: block; margin: 12px 0 4px; font-weight: 600; }
input {
  display: block; width: 100%; margin-top: 4px; padding: 6px 10px; min-height: 40px; font: inherit; font-weight: 400;
  color: var(--ink); background: var(--ground); border: 1px solid var(--ink-2); border-radius: 6px;
}
.card .quiet { font-size: 13px; }
p.acts { display: flex; gap: 8px; margin: 20px 0 0; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--ground); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 12px 0; }
dt { color: var(--ink-2); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 640px) {
  /* Rows become cards: nothing to scroll sideways on a phone. */
  table, tbody, tr, td { display: block; }
  .scroll { position: relative; overflow: hidden; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { padding: 10px 14px; border-bottom: 1px solid var(--line); }
  td, td.number { padding: 1px 0; border: 0; text-align: left; overflow-wrap: anywhere; }
  tbody tr:last-child { border-bottom: 0; }
  td:first-child code { font-weight: 600; }
}
`;

// The frame of every sandbox page that people see: head, style and security headers.
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";

interface PageOptions {
  status?: number;
  /** Another origin to which a form's reply may redirect the browser. */
  formsLeadTo?: string;
}

/** Serves the style sheet that `sendPage` links to. */
export function servePageStyle(app: FastifyInstance): void {
  app.get("/_page.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(PAGE_STYLE));
}

/** Sends a complete page; `body` follows the banner. */
export function sendPage(
  reply: FastifyReply,
  title: string,
  body: Html,
  { status = 200, formsLeadTo = "" }: PageOptions = {},
): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/_page.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .headers({
      "content-security-policy": `${PAGE_POLICY}; form-action 'self' ${formsLeadTo}`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    })
    .send(page.markup);
}

/** A table with headings and rows, or a sentence in its place when there are no rows. */
export function table(headings: string[], rows: Html[], empty: string): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** A time in readable form, in UTC. */
export function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
