// The mailbox over HTTP: Mailpit's API for programs, pages for people.
import type { FastifyInstance } from "fastify";
import { html } from "../shared/html.ts";
import { sendPage } from "../shared/page.ts";
import { mailListPage, mailPage, letterHtml } from "./mail-pages.ts";
import { snippet } from "./mailbox.ts";
import type { Mail, Mailbox } from "./mailbox.ts";

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
