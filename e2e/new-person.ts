// A user with their own account and organization, so that end-to-end tests do not share a list, and the mail they get.
import { register, confirmEmail } from "../features/auth/contract.ts";
import { apiPerson, type Client, anybody } from "./api.ts";
import { expect } from "@playwright/test";
import { sharedStand } from "./global-setup.ts";

export interface NewPerson {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

let made = 0;

/** Form input of a person who is not registered yet. */
export function somebodyNew(): NewPerson {
  return {
    email: `journey.${process.pid}.${++made}@example.org`,
    password: "seven green kettles sing",
    firstName: "Jo",
    lastName: "Journey",
  };
}

/** Registered and confirmed through the API. */
export async function newPerson(): Promise<NewPerson & { api: Client }> {
  const person = somebodyNew();
  const { status, body } = await anybody().send(register, person);
  if (status !== 201) throw new Error(`the registration failed: ${JSON.stringify(body)}`);
  await anybody().send(confirmEmail, { token: tokenIn(linkIn(await newestMailTo(person.email))) });
  return { ...person, api: await apiPerson(person.email, person) };
}

/** An email that the sandbox received. */
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
export async function newestMailTo(address: string, subject = "", mailUrl = sharedStand().mailUrl): Promise<Mail> {
  let listed!: Listed;
  await expect(async () => {
    listed = await findMail(mailUrl, address, subject);
  }).toPass({ timeout: 15_000, intervals: [100] });
  const reply = await fetch(`${mailUrl}/api/v1/message/${listed.ID}`);
  const { Text } = (await reply.json()) as { Text: string };
  return { subject: listed.Subject, text: Text };
}

/** All emails to an address so far. */
export async function mailsTo(address: string): Promise<{ Subject: string }[]> {
  const listed = await listMails(sharedStand().mailUrl);
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

export function tokenIn(link: URL): string {
  const token = link.searchParams.get("token");
  if (!token) throw new Error(`no token in ${link.href}`);
  return token;
}

async function listMails(mailUrl: string): Promise<Listed[]> {
  const reply = await fetch(`${mailUrl}/api/v1/messages`);
  return ((await reply.json()) as { messages: Listed[] }).messages;
}
