// The mailbox over HTTP: Mailpit's API for programs, pages for people.
import type { FastifyInstance } from "fastify";
import { escapeHtml, html, type Html, isWebAddress, moment, sendPage } from "../shared/page.ts";
import { type Mail, type Mailbox, snippet } from "./mailbox.ts";

/** Nothing in an email may run, load or leave the frame; its links open a new tab. */
const LETTER_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

export function serveMail(app: FastifyInstance, mailbox: Mailbox, publicUrl: string): void {
  app.get<{ Querystring: { start?: string; limit?: string } }>("/api/v1/messages", ({ query }) => {
    const emails = mailbox.list();
    const start = Number(query.start ?? 0);
    const page = emails.slice(start, start + Number(query.limit ?? emails.length));
    return {
      total: emails.length,
      unread: 0,
      count: page.length,
      messages_count: emails.length,
      start,
      messages: page.map(summary),
    };
  });
  app.get<{ Params: { id: string } }>("/api/v1/message/:id", ({ params }, reply) => {
    const mail = params.id === "latest" ? mailbox.list()[0] : mailbox.find(params.id);
    if (mail === undefined) return reply.code(404).send({ Error: "message not found" });
    return { ...mail, Date: mail.Created };
  });
  app.delete<{ Body: { IDs?: string[] } | null }>("/api/v1/messages", ({ body }, reply) => {
    const ids = body?.IDs ?? [];
    mailbox.remove(ids.length === 0 ? undefined : ids);
    return reply.type("text/plain").send("ok");
  });
  app.get("/", (_request, reply) => sendPage(reply, "Mailbox", mailListPage(mailbox.list(), publicUrl)));
  app.get<{ Params: { id: string } }>("/mail/:id", ({ params }, reply) => {
    const mail = mailbox.find(params.id);
    if (mail === undefined) return sendPage(reply, "No such mail", NO_MAIL, { status: 404 });
    return sendPage(reply, mail.Subject, mailPage(mail));
  });
  app.get<{ Params: { id: string } }>("/mail/:id/letter", ({ params }, reply) => {
    const mail = mailbox.find(params.id);
    if (mail === undefined) return reply.code(404).send("No such mail");
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", LETTER_POLICY)
      .send(letterHtml(mail));
  });
  app.post("/empty", (_request, reply) => {
    mailbox.remove();
    return reply.redirect("/", 303);
  });
}

const NO_MAIL = html`<main>
  <h1>This mail is gone</h1>
  <p>It was deleted, or newer emails have replaced it. <a href="/">All emails</a></p>
</main>`;

function summary(mail: Mail) {
  const { ID, MessageID, From, To, Cc, Bcc, ReplyTo, Subject, Created, Size, Attachments } = mail;
  const Snippet = snippet(mail);
  return {
    ID,
    MessageID,
    Read: false,
    From,
    To,
    Cc,
    Bcc,
    ReplyTo,
    Subject,
    Created,
    Size,
    Attachments: Attachments.length,
    Snippet,
  };
}

// The mailbox pages for people: a list, and an email with its links first.
function mailListPage(emails: Mail[], publicUrl: string): Html {
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

function mailPage(mail: Mail): Html {
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
function letterHtml(mail: Mail): string {
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
