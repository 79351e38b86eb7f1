// The mailbox pages for people: a list, and an email with its links first.
import { escapeHtml, html, isWebAddress } from "../shared/html.ts";
import type { Html } from "../shared/html.ts";
import { moment } from "../shared/page.ts";
import { snippet } from "./mailbox.ts";
import type { Mail } from "./mailbox.ts";

export function mailListPage(emails: Mail[], publicUrl: string): Html {
  return html`<header>
      <h1>Mailbox</h1>
      <p class="quiet">
        Every mail that was sent on this machine, newest first; none has left it.
        <a href="${publicUrl}">Back to the site</a>
      </p>
      <form class="acts" method="post" action="/empty">
        <button>Delete all</button>
        <span class="quiet">${emails.length} ${emails.length === 1 ? "email" : "emails"}</span>
      </form>
    </header>
    <main>
      ${
        emails.length === 0
          ? html`<p class="empty">No mail yet. Register or reset a password on the site, then reload this page.</p>`
          : html`<ul class="emails">
              ${emails.map(
                (mail) =>
                  html`<li>
                    <a href="/mail/${mail.ID}">
                      <strong>${mail.Subject === "" ? "(no subject)" : mail.Subject}</strong>
                      <small>To ${people(mail.To)} · ${moment(mail.Created)}</small>
                      <small>${snippet(mail)}</small>
                    </a>
                  </li>`,
              )}
            </ul>`
      }
    </main>`;
}

export function mailPage(mail: Mail): Html {
  const links = linksOf(mail);
  return html`<header>
      <p><a href="/">All emails</a></p>
      <h1>${mail.Subject === "" ? "(no subject)" : mail.Subject}</h1>
      <dl>
        <dt>To</dt>
        <dd>${people([...mail.To, ...mail.Cc, ...mail.Bcc])}</dd>
        <dt>From</dt>
        <dd>${mail.From === null ? "no one" : people([mail.From])}</dd>
        <dt>Sent</dt>
        <dd>${moment(mail.Created)}</dd>
        ${links.map(
          (link) =>
            html`<dt>Link</dt>
              <dd><a href="${link}">${link}</a></dd>`,
        )}
      </dl>
    </header>
    <main>
      ${
        mail.HTML === ""
          ? html`<div class="card"><pre>${mail.Text}</pre></div>`
          : html`<iframe
                class="letter"
                title="The mail"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                src="/mail/${mail.ID}/letter"
              ></iframe>
              <h3>As text</h3>
              <div class="card"><pre>${mail.Text}</pre></div>`
      }
    </main>`;
}

/** The email's own markup for its frame, with links that open a new tab. */
export function letterHtml(mail: Mail): string {
  if (mail.HTML === "") return `<pre>${escapeHtml(mail.Text)}</pre>`;
  const target = '<base target="_blank">';
  return /<head[^>]*>/i.test(mail.HTML)
    ? mail.HTML.replace(/<head[^>]*>/i, (head) => head + target)
    : target + mail.HTML;
}

/** The web addresses in an email, each once, in order. */
function linksOf({ Text, HTML }: Pick<Mail, "Text" | "HTML">): string[] {
  const hrefs = [...HTML.matchAll(/href\s*=\s*["']([^"']+)["']/gi)].map(([, href]) =>
    (href ?? "").replaceAll("&amp;", "&"),
  );
  const written = Text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
  return [...new Set([...hrefs, ...written])].filter(isWebAddress);
}

function people(list: Mail["To"]): string {
  return list.map(({ Name, Address }) => (Name === "" ? Address : `${Name} <${Address}>`)).join(", ");
}
