// Received emails: taken in by SMTP, parsed, read by id, the newest 500 stored.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import PostalMime, { type Address } from "postal-mime";
import { openMemory, type Say } from "../shared/state-file.ts";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

const MAX_STORED = 500;
const SNIPPET_LENGTH = 250;

interface MailAddress {
  Name: string;
  Address: string;
}

/** Uses Mailpit's names, so that its clients can read it. */
export interface Mail {
  ID: string;
  MessageID: string;
  From: MailAddress | null;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  Subject: string;
  /** When the email arrived, ISO 8601 UTC. */
  Created: string;
  Size: number;
  Text: string;
  HTML: string;
  Attachments: { FileName: string; ContentType: string; Size: number }[];
}

export interface Mailbox {
  /** Newest first. */
  list(): Mail[];
  find(id: string): Mail | undefined;
  /** Parses and stores a raw message; `recipients` are those of the envelope. */
  receive(raw: Uint8Array, recipients: string[]): Promise<Mail>;
  /** Deletes the emails with these ids, or all emails when there are no ids. */
  remove(ids?: string[]): void;
  close(): Promise<void>;
}

export async function openMailbox(folder: string | null, now: () => Date, say: Say): Promise<Mailbox> {
  const path = folder === null ? null : join(folder, "mail.json");
  const memory = await openMemory<{ emails: Mail[] }>(path, () => ({ emails: [] }), say);
  return {
    list: () => [...memory.data.emails].reverse(),
    find: (id) => memory.data.emails.find((mail) => mail.ID === id),
    async receive(raw, recipients) {
      const mail = await readMail(raw, recipients, now());
      memory.data.emails.push(mail);
      memory.data.emails.splice(0, Math.max(0, memory.data.emails.length - MAX_STORED));
      memory.changed();
      return mail;
    },
    remove(ids) {
      memory.data.emails = ids === undefined ? [] : memory.data.emails.filter((mail) => !ids.includes(mail.ID));
      memory.changed();
    },
    close: () => memory.flush(),
  };
}

/** The first words of an email, for lists. */
export function snippet({ Text, HTML }: Mail): string {
  const words = Text === "" ? HTML.replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, " ") : Text;
  return words.replace(/\s+/g, " ").trim().slice(0, SNIPPET_LENGTH);
}

async function readMail(raw: Uint8Array, recipients: string[], now: Date): Promise<Mail> {
  const parsed = await PostalMime.parse(raw);
  const To = addresses(parsed.to);
  const Cc = addresses(parsed.cc);
  const named = [...To, ...Cc].map(({ Address }) => Address.toLowerCase());
  // A recipient who appears only on the envelope received a blind copy.
  const Bcc = recipients.filter((one) => !named.includes(one.toLowerCase())).map((Address) => ({ Name: "", Address }));
  return {
    ID: randomBytes(11).toString("hex"),
    MessageID: (parsed.messageId ?? "").replace(/^<|>$/g, ""),
    From: addresses(parsed.from === undefined ? undefined : [parsed.from])[0] ?? null,
    To: To.length > 0 ? To : Bcc,
    Cc,
    Bcc: To.length > 0 ? Bcc : [],
    ReplyTo: addresses(parsed.replyTo),
    Subject: parsed.subject ?? "",
    Created: now.toISOString(),
    Size: raw.byteLength,
    Text: parsed.text ?? "",
    HTML: parsed.html ?? "",
    Attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      FileName: filename ?? "",
      ContentType: mimeType,
      Size: typeof content === "string" ? content.length : content.byteLength,
    })),
  };
}

/** The members of a group count as if each were named. */
function addresses(list: Address[] | undefined): MailAddress[] {
  return (list ?? []).flatMap((one) =>
    one.address === undefined ? addresses(one.group) : [{ Name: one.name, Address: one.address }],
  );
}

// Receives email over SMTP from this machine, without sign-in and without TLS.
const LARGEST_BYTES = 25 * 1024 * 1024;

export interface Smtp {
  port: number;
  close(): Promise<void>;
}

/** Listens on `port` (0 = any free one); rejects when it is taken. */
export async function openSmtp(port: number, mailbox: Mailbox): Promise<Smtp> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error("The mail is too large"), { responseCode: 552 });
          return mailbox.receive(raw, recipients);
        })
        .then(() => callback(), callback);
    },
  });
  // A client that disconnects midway must not stop the server; of a taken port the listener says so too.
  server.on("error", () => undefined);
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
