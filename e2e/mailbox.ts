// Reads emails that the sandbox received.
import { expect, inject, vi } from "vitest";

export interface Mail {
  subject: string;
  text: string;
}

interface Listed {
  ID: string;
  Subject: string;
  To: { Address: string }[];
}

/** The newest email to an address with this subject. Waits for it, because it is sent after the request. */
export async function newestMailTo(address: string, subject = ""): Promise<Mail> {
  const { mailUrl } = inject("stand");
  const listed = await vi.waitFor(() => findMail(mailUrl, address, subject), { timeout: 15_000, interval: 100 });
  const reply = await fetch(`${mailUrl}/api/v1/message/${listed.ID}`);
  const { Text } = (await reply.json()) as { Text: string };
  return { subject: listed.Subject, text: Text };
}

/** All emails to an address so far. */
export async function mailsTo(address: string): Promise<{ Subject: string }[]> {
  const listed = await listMails(inject("stand").mailUrl);
  return listed.filter(({ To }) => To.some(({ Address }) => Address === address));
}

async function findMail(mailUrl: string, address: string, subject: string): Promise<Listed> {
  const found = (await listMails(mailUrl)).find(
    ({ To, Subject }) => To.some(({ Address }) => Address === address) && Subject.includes(subject),
  );
  if (!found) throw new Error(`no mail to ${address} yet`);
  return found;
}

/** The one link to the site in an email. */
export function linkIn({ text }: Mail): URL {
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  expect(links, "links in the mail").toHaveLength(1);
  return new URL(links[0]!); // counted the line before
}

async function listMails(mailUrl: string): Promise<Listed[]> {
  const reply = await fetch(`${mailUrl}/api/v1/messages`);
  return ((await reply.json()) as { messages: Listed[] }).messages;
}
