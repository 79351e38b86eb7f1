// State of a social sandbox provider: people, the codes issued for them, and the tokens that replaced the codes.
import { createHash, randomBytes } from "node:crypto";
import type { Memory } from "../shared/state-file.ts";

export interface Person {
  /** The provider's own id of the person: digits only, and the same each time for the same address. */
  subject: string;
  /** Empty when the provider knows none. */
  email: string;
  isVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface Grant {
  code: string;
  subject: string;
  redirectURI: string;
  codeChallenge: string | null;
  createdAt: string;
  usedAt: string | null;
}

/** Twitter's own name for an attempt; `verifier` is set once a person agrees. */
export interface RequestToken {
  token: string;
  secret: string;
  callback: string;
  createdAt: string;
  grant: { verifier: string; subject: string } | null;
  usedAt: string | null;
}

export interface AccessToken {
  token: string;
  /** Only Twitter signs with one. */
  secret: string;
  subject: string;
}

export interface SocialData {
  people: Record<string, Person>;
  grants: Record<string, Grant>;
  requestTokens: Record<string, RequestToken>;
  accessTokens: Record<string, AccessToken>;
}

export type SocialMemory = Memory<SocialData>;

/** How many codes and tokens of each kind are stored. Older ones are deleted, people never. */
const MAX_STORED = 500;
/** Addresses that begin like this were never confirmed at the provider. */
const UNVERIFIED = "unverified";

export function emptySocialData(): SocialData {
  return { people: {}, grants: {}, requestTokens: {}, accessTokens: {} };
}

/** Stores who agreed. The same address is the same person; without an address the names decide. */
export function keepPerson(
  { data, changed }: SocialMemory,
  provider: string,
  { email, firstName, lastName }: Pick<Person, "email" | "firstName" | "lastName">,
): Person {
  const key = email === "" ? `${firstName} ${lastName}` : email.toLowerCase();
  const digest = createHash("sha256").update(`${provider} ${key}`).digest();
  const subject = String(digest.readUInt32BE(0) * 1_000_000 + (digest.readUInt32BE(4) % 1_000_000));
  const isVerified = email !== "" && !email.toLowerCase().startsWith(UNVERIFIED);
  const person = { subject, email, isVerified, firstName, lastName };
  data.people[subject] = person;
  changed();
  return person;
}

/** Adds an entry to a list and removes those that are too old to matter. */
export function keep<T>({ changed }: SocialMemory, record: Record<string, T>, key: string, value: T): T {
  record[key] = value;
  for (const old of Object.keys(record).slice(0, -MAX_STORED)) Reflect.deleteProperty(record, old);
  changed();
  return value;
}

export function giveAccessToken(memory: SocialMemory, prefix: string, subject: string): AccessToken {
  const token = `${prefix}${randomBytes(20).toString("hex")}`;
  const secret = randomBytes(20).toString("hex");
  return keep(memory, memory.data.accessTokens, token, { token, secret, subject });
}

/** Whose token this is; undefined when it was never issued. */
export function personBehind({ data }: SocialMemory, token: string | undefined): Person | undefined {
  const given = token === undefined ? undefined : data.accessTokens[token];
  return given && data.people[given.subject];
}

export function fullName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`.trim();
}

/** A handle as people choose one. */
export function handleOf({ email, firstName, subject }: Person): string {
  const base = email.split("@")[0] || firstName || `user${subject}`;
  return base.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

// The pictures of the providers' people. By default no site loads them, because tests must not depend on a fetch.
/** Addresses that begin like this have a picture by https. All others have one by http, which no site accepts. */
const PICTURED = "pictured";

export function pictureOf({ email, subject }: Person): string {
  const scheme = email.toLowerCase().startsWith(PICTURED) ? "https" : "http";
  return `${scheme}://pictures.example/${subject}.jpg`;
}
