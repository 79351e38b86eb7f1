// The frame of every sandbox page that people see: head, style and security headers.
import type { FastifyInstance, FastifyReply } from "fastify";
import { html } from "./html.ts";
import type { Html } from "./html.ts";
import { PAGE_STYLE } from "./page-style.ts";

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
