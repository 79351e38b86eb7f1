import { randomBytes } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { lockUser } from "../queries.ts";
import { type EmailPurpose, emailTokens } from "../schema.ts";
import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";

interface Link {
  readonly purpose: EmailPurpose;
  readonly path: string;
  readonly lifeMs: number;
}

type LinkName = EmailPurpose | "welcome";

const LINKS: Record<LinkName, Link> = {
  "confirm-email": { purpose: "confirm-email", path: "/auth/confirm-email", lifeMs: 24 * 60 * 60 * 1000 },
  "reset-password": { purpose: "reset-password", path: "/auth/password-reset", lifeMs: 30 * 60 * 1000 },
  // Sets the first password. Lives as long as a confirm link, because it also confirms the address.
  welcome: { purpose: "reset-password", path: "/auth/password-reset", lifeMs: 24 * 60 * 60 * 1000 },
};

/** The most emails of one purpose within an hour, or within a shorter life, so that no one floods a mailbox. */
const AT_ONCE = 10;
const HOUR_MS = 60 * 60 * 1000;

interface MailLink {
  readonly url: string;
  /** Removes the link when its email was not sent, so that an outage does not use up the limit. */
  remove(): Promise<void>;
}

/** A fresh link for this user. Throws above the limit, so that the job fails visibly. */
export async function createMailLink(ctx: Context, userId: string, name: LinkName): Promise<MailLink> {
  const {
    db,
    system,
    settings: { publicUrl },
  } = ctx;
  const token = randomBytes(32).toString("base64url");
  const hash = sha256(token);
  const { purpose, path, lifeMs } = LINKS[name];
  await db.transaction(system, async (tx) => {
    await lockUser(tx, system, userId); // so that concurrent links are all counted
    if (await isLimitReached(tx, system, userId, name)) throw new Error(`too many ${name} emails within the hour`);
    await endLinks(tx, system, userId, purpose);
    const expiresAt = new Date(Date.now() + lifeMs).toISOString();
    await insertLink(tx, system, { hash, userId, purpose, expiresAt });
  });
  return {
    url: `${publicUrl}${path}?token=${token}`,
    remove: () => db.transaction(system, (tx) => deleteLink(tx, system, hash)),
  };
}

/** Whether the limit is reached and no other link is sent now. The newest one still works. */
export async function isLimitReached(tx: Tx, system: SystemScope, userId: string, name: LinkName): Promise<boolean> {
  const { purpose, lifeMs } = LINKS[name];
  const since = new Date(Date.now() - Math.min(lifeMs, HOUR_MS)).toISOString();
  return (await countLinks(tx, system, { userId, purpose, since })) >= AT_ONCE;
}

/** A link for a user who has just opened another one: returned in the reply and never emailed. */
export async function createPasswordToken(tx: Tx, system: SystemScope, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { purpose, lifeMs } = LINKS["reset-password"];
  await endLinks(tx, system, userId, purpose);
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  await insertLink(tx, system, { hash: sha256(token), userId, purpose, expiresAt });
  return token;
}

/** Throws LINK_DEAD for a link that cannot be used now. */
export async function requireOpenLink({ db, system }: Context, purpose: EmailPurpose, token: string): Promise<void> {
  const link = await readLink(db, system, sha256(token));
  if (!isAlive(link, purpose) || link.usedAt) throw new AppError("LINK_DEAD");
}

export interface OpenedLink {
  readonly userId: string;
  readonly wasUsed: boolean;
}

/**
 * Marks the link as used, under a lock. Throws LINK_DEAD for a link that is unknown, ended, too old or of another
 * purpose.
 */
export async function openMailLink(
  tx: Tx,
  system: SystemScope,
  purpose: EmailPurpose,
  token: string,
): Promise<OpenedLink> {
  const link = await lockLink(tx, system, sha256(token));
  if (!isAlive(link, purpose)) throw new AppError("LINK_DEAD");
  if (!link.usedAt) await useLink(tx, system, link.hash);
  return { userId: link.userId, wasUsed: link.usedAt !== null };
}

/** Ends this user's emailed and unused links. */
export function endMailLinks(tx: Tx, system: SystemScope, userId: string): Promise<void> {
  return endLinks(tx, system, userId);
}

function isAlive(link: MailLinkRow | undefined, purpose: EmailPurpose): link is MailLinkRow {
  return link?.purpose === purpose && !link.endedAt && Date.parse(link.expiresAt) > Date.now();
}

// Emailed links belong to users, not organizations, so these queries run in the system scope.
type MailLinkRow = typeof emailTokens.$inferSelect;

/** @param since ISO 8601 */
export async function countLinks(
  tx: Tx,
  _systemScope: SystemScope,
  { userId, purpose, since }: { userId: string; purpose: EmailPurpose; since: string },
): Promise<number> {
  const [made] = await tx.orm
    .select({ count: count() })
    .from(emailTokens)
    .where(and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, purpose), gt(emailTokens.createdAt, since)));
  return made!.count; // count() always returns one row.
}

/** Of one purpose, or of all. */
export async function endLinks(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  purpose?: EmailPurpose,
): Promise<void> {
  const isMeant = purpose && eq(emailTokens.purpose, purpose);
  await tx.orm
    .update(emailTokens)
    .set({ endedAt: sql`now()` })
    .where(and(eq(emailTokens.userId, userId), isMeant, isNull(emailTokens.endedAt)));
}

export async function insertLink(
  tx: Tx,
  _systemScope: SystemScope,
  link: typeof emailTokens.$inferInsert,
): Promise<void> {
  await tx.orm.insert(emailTokens).values(link);
}

export async function deleteLink(tx: Tx, _systemScope: SystemScope, hash: Buffer): Promise<void> {
  await tx.orm.delete(emailTokens).where(eq(emailTokens.hash, hash));
}

export async function readLink(db: ReadDb, system: SystemScope, hash: Buffer): Promise<MailLinkRow | undefined> {
  const [row] = await db.read(system, (query) => query.select().from(emailTokens).where(eq(emailTokens.hash, hash)));
  return row;
}

export async function lockLink(tx: Tx, _systemScope: SystemScope, hash: Buffer): Promise<MailLinkRow | undefined> {
  const [row] = await tx.orm.select().from(emailTokens).where(eq(emailTokens.hash, hash)).for("update");
  return row;
}

export async function useLink(tx: Tx, _systemScope: SystemScope, hash: Buffer): Promise<void> {
  await tx.orm
    .update(emailTokens)
    .set({ usedAt: sql`now()` })
    .where(eq(emailTokens.hash, hash));
}

/** Deletes links that expired more than `days` ago. */
export async function deleteOldLinks(tx: Tx, _systemScope: SystemScope, days: number): Promise<void> {
  await tx.orm.delete(emailTokens).where(lt(emailTokens.expiresAt, sql`now() - make_interval(days => ${days})`));
}
