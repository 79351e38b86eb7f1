// All state of the Plaid sandbox. It is plain data, so that it survives a restart as JSON.
import type { JWK } from "jose";
import type { Person } from "./bank-data/personas.ts";
import type { CustomUser } from "./custom-user.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { idOf } from "./bank-data/seeded-random.ts";

export interface VerificationKey {
  kid: string;
  privateJwk: JWK;
  publicJwk: { alg: string; crv: string; kid: string; kty: string; use: string; x: string; y: string };
  /** Unix seconds. */
  createdAt: number;
  expiredAt: number | null;
}

export interface LinkToken {
  token: string;
  createdAt: string;
  expiration: string;
  clientName: string;
  language: string;
  countryCodes: string[];
  products: string[];
  webhook: string | null;
  redirectUri: string | null;
  /** Account types that Link may offer; null means all. */
  accountTypes: string[] | null;
  institutionId: string | null;
  user: Partial<Person>;
  /** Of a consumer report, which is made when the dialog ends. */
  userId: string | null;
  daysRequested: number;
  /** The item to repair: update mode. */
  updates: { itemId: string; selectAccounts: boolean } | null;
}

/** What a consumer report needs to know of a person; each part may come later. */
export interface Identity {
  name?: { given_name: string; family_name: string } | null;
  date_of_birth?: string | null;
  emails?: Primary<{ data: string }>;
  phone_numbers?: Primary<{ data: string }>;
  addresses?: Primary<{ country: string }>;
}

type Primary<T> = (T & { primary: boolean })[];

/** A person whom the provider knows by more than their connections. */
export interface User {
  id: string;
  clientUserId: string;
  identity: Identity;
}

/** One run of the dialog. */
export interface LinkSession {
  id: string;
  linkToken: string;
  startedAt: string;
  finishedAt: string | null;
  /** Set after a correct sign-in: the item that the choice of accounts will create. */
  offered: ItemIdentity | null;
  publicToken: string | null;
  accountIds: string[];
  exit: { errorCode: string | null; status: string } | null;
}

export interface PublicToken {
  token: string;
  itemId: string;
  expiration: string;
  usedAt: string | null;
}

export interface ItemIdentity {
  itemId: string;
  username: string;
  person: Person;
  institutionId: string;
  /** The day of the sign-in, ISO. */
  linkedOn: string;
  /** What the configuration of the bank login describes. */
  custom?: CustomUser;
}

export interface Item extends ItemIdentity {
  /** The person at the provider whose item it is. */
  userId: string | null;
  accessToken: string;
  accountIds: string[];
  webhook: string | null;
  products: string[];
  needsLogIn: boolean;
  /** The bank rejects the login when a report is first requested. */
  breaksAtReport: boolean;
  createdAt: string;
  updatedAt: string;
  /** Steered: when the bank was last read. When absent, the bank is read at every request. */
  readAt?: string;
  removedAt: string | null;
  lastWebhook: { sentAt: string; code: string } | null;
}

export interface ReportOptions {
  clientReportId: string | null;
  webhook: string | null;
  user: Record<string, string | null>;
}

export interface Report extends ReportOptions {
  id: string;
  token: string;
  itemIds: string[];
  /** What this report leaves out of its parent's; null means it is made from the items. */
  excludedAccountIds: string[] | null;
  daysRequested: number;
  requestedAt: string;
  /** When it becomes ready; null means never. */
  dueAt: string | null;
  state: "pending" | "ready" | "failed" | "removed";
  parentId: string | null;
  /** The person whom a consumer report is about; null: an asset report. */
  userId: string | null;
}

export interface AuditCopy {
  token: string;
  reportId: string;
  auditorId: string | null;
  createdAt: string;
}

export interface WebhookSent {
  id: string;
  url: string;
  kind: string;
  body: string;
  createdAt: string;
  state: "waiting" | "delivered" | "gave up" | "lost";
  attempts: { at: string; status: number | null; error: string | null }[];
}

export interface PlaidData {
  keys: VerificationKey[];
  linkTokens: Record<string, LinkToken>;
  sessions: Record<string, LinkSession>;
  publicTokens: Record<string, PublicToken>;
  items: Record<string, Item>;
  users: Record<string, User>;
  reports: Record<string, Report>;
  auditCopies: Record<string, AuditCopy>;
  webhooks: WebhookSent[];
}

export function emptyPlaidData(): PlaidData {
  return {
    keys: [],
    linkTokens: {},
    sessions: {},
    publicTokens: {},
    items: {},
    users: {},
    reports: {},
    auditCopies: {},
    webhooks: [],
  };
}

/** How many dialogs and webhooks are stored. Older ones are of no use. */
const MAX_STORED = 500;

/** Removes the oldest entries of lists that grow with every use. */
export function prune(data: PlaidData): void {
  for (const record of [data.linkTokens, data.sessions, data.publicTokens]) {
    for (const key of Object.keys(record).slice(0, -MAX_STORED)) Reflect.deleteProperty(record, key);
  }
  data.webhooks.splice(0, Math.max(0, data.webhooks.length - MAX_STORED));
}

export interface PlaidConfig {
  clientId: string;
  secret: string;
  /** Time from the request for a report until it is ready, in milliseconds; under 5,000. */
  reportDelayMs: number;
  /** Multiplies the limits of requests per minute and client; those per connection and report stay. */
  clientLimitFactor: number;
  /** How long to wait before each further try of a webhook, in milliseconds. */
  webhookRetryMs: readonly number[];
  /** Where the sandbox stores Plaid's state. With null it is not stored. */
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}

// The formats of Plaid's tokens and ids.
type TokenKind = "link" | "public" | "access" | "assets";

/** E.g. `link-sandbox-af1a0311-da53-4636-b754-dd15cc058176`. */
export function newToken(kind: TokenKind): string {
  return `${kind}-sandbox-${randomUUID()}`;
}

/** 37 characters, as in item, account and session ids. */
export function newId(): string {
  return idOf(randomUUID());
}

export function newAuditCopyToken(): string {
  return `a-sandbox-${randomBytes(16).toString("hex").toUpperCase()}`;
}

/** E.g. `usr_9nSp2KuZ2x4JDw`. */
export function newUserId(): string {
  return `usr_${idOf(randomUUID()).slice(0, 14)}`;
}

/** 15 characters, in every reply. */
export function newRequestId(): string {
  return idOf(randomUUID()).slice(0, 15);
}
