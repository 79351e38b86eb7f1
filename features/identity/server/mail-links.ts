// Owns mailed links: 32 random bytes, kept as a hash, good for one purpose and a while; a newer one ends those before.
import { randomBytes } from "node:crypto";
import { and, count, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { AppError } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/server/database.ts";
import { sha256 } from "#kit/server/sha256.ts";
import type { IdentityDeps } from "./deps.ts";
import { lockUser } from "./store.ts";
import { mailTokens, type MailPurpose } from "./tables.ts";

const LINKS: Record<MailPurpose, { path: string; lifeMs: number }> = {
  "confirm-email": { path: "/auth/confirm-email", lifeMs: 24 * 60 * 60 * 1000 },
  "reset-password": { path: "/auth/password-reset", lifeMs: 30 * 60 * 1000 },
};

/** More of one purpose within an hour are not made: a mailbox is not a target. */
const PER_HOUR = 10;

type LinkDeps = Pick<IdentityDeps, "db" | "across" | "publicUrl">;

/** A fresh link for this person, or `null` when there were too many. */
export async function createMailLink(deps: LinkDeps, userId: string, purpose: MailPurpose): Promise<string | null> {
  const token = randomBytes(32).toString("base64url");
  const { path, lifeMs } = LINKS[purpose];
  const ofPerson = and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose));
  const isMade = await deps.db.transaction(deps.across, async (tx) => {
    await lockUser(tx, deps.across, userId); // so that links made at once are all counted
    const [recent] = await tx.orm
      .select({ count: count() })
      .from(mailTokens)
      .where(and(ofPerson, gt(mailTokens.createdAt, sql`now() - interval '1 hour'`)));
    if (recent!.count >= PER_HOUR) return false; // count() gives one row
    await tx.orm
      .update(mailTokens)
      .set({ endedAt: sql`now()` })
      .where(and(ofPerson, ne(mailTokens.hash, sha256(token)), isNull(mailTokens.endedAt)));
    const expiresAt = new Date(Date.now() + lifeMs).toISOString();
    await tx.orm.insert(mailTokens).values({ hash: sha256(token), userId, purpose, expiresAt });
    return true;
  });
  return isMade ? `${deps.publicUrl}${path}?token=${token}` : null;
}

export interface OpenedLink {
  readonly userId: string;
  readonly wasUsed: boolean;
}

/** Marks the link as used, under a lock. Throws LINK_DEAD for one that is unknown, ended, too old or of another purpose. */
export async function openMailLink(tx: Tx, purpose: MailPurpose, token: string): Promise<OpenedLink> {
  const ofToken = eq(mailTokens.hash, sha256(token));
  const [kept] = await tx.orm.select().from(mailTokens).where(ofToken).for("update");
  const isAlive = kept?.purpose === purpose && !kept.endedAt && Date.parse(kept.expiresAt) > Date.now();
  if (!isAlive) throw new AppError("LINK_DEAD");
  if (!kept.usedAt)
    await tx.orm
      .update(mailTokens)
      .set({ usedAt: sql`now()` })
      .where(ofToken);
  return { userId: kept.userId, wasUsed: kept.usedAt !== null };
}

/** Ends what was mailed to this person and not used yet. */
export async function endMailLinks(tx: Tx, userId: string): Promise<void> {
  await tx.orm
    .update(mailTokens)
    .set({ endedAt: sql`now()` })
    .where(and(eq(mailTokens.userId, userId), isNull(mailTokens.endedAt)));
}
