// Owns mailed links: 32 random bytes, kept as a hash, good for one purpose and a while; a newer one ends those before.
import { randomBytes } from "node:crypto";
import { AppError } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { IdentityDeps } from "../deps.ts";
import * as store from "./mail-link-store.ts";
import type { MailLinkRow } from "./mail-link-store.ts";
import { lockUser } from "../store.ts";
import type { MailPurpose } from "../tables.ts";

interface Link {
  readonly purpose: MailPurpose;
  readonly path: string;
  readonly lifeMs: number;
}

type LinkName = MailPurpose | "welcome";

const LINKS: Record<LinkName, Link> = {
  "confirm-email": { purpose: "confirm-email", path: "/auth/confirm-email", lifeMs: 24 * 60 * 60 * 1000 },
  "reset-password": { purpose: "reset-password", path: "/auth/password-reset", lifeMs: 30 * 60 * 1000 },
  // Sets a first password, and lives as long as a link that confirms, which it does too.
  welcome: { purpose: "reset-password", path: "/auth/password-reset", lifeMs: 24 * 60 * 60 * 1000 },
};

/** More of one purpose within an hour, or within a shorter life, are not mailed: a mailbox is not a target. */
const AT_ONCE = 10;
const HOUR_MS = 60 * 60 * 1000;

type LinkDeps = Pick<IdentityDeps, "db" | "across" | "publicUrl">;

interface MailLink {
  readonly url: string;
  /** Takes it back where its mail did not leave, so that an outage uses up none of what may be mailed. */
  remove(): Promise<void>;
}

/** A fresh link for this person. Throws where too many were mailed, so that the job fails and shows. */
export async function createMailLink(deps: LinkDeps, userId: string, name: LinkName): Promise<MailLink> {
  const { db, across, publicUrl } = deps;
  const token = randomBytes(32).toString("base64url");
  const hash = sha256(token);
  const { purpose, path, lifeMs } = LINKS[name];
  await db.transaction(across, async (tx) => {
    await lockUser(tx, across, userId); // so that links made at once are all counted
    if (await isLimitReached(tx, across, userId, name)) throw new Error(`too many ${name} mails within the hour`);
    await store.endLinks(tx, across, userId, purpose);
    const expiresAt = new Date(Date.now() + lifeMs).toISOString();
    await store.insertLink(tx, across, { hash, userId, purpose, expiresAt });
  });
  return {
    url: `${publicUrl}${path}?token=${token}`,
    remove: () => db.transaction(across, (tx) => store.deleteLink(tx, across, hash)),
  };
}

/** Whether so many were mailed that no other is sent now; the newest of them still opens. */
export async function isLimitReached(tx: Tx, across: AcrossScope, userId: string, name: LinkName): Promise<boolean> {
  const { purpose, lifeMs } = LINKS[name];
  const since = new Date(Date.now() - Math.min(lifeMs, HOUR_MS)).toISOString();
  return (await store.countLinks(tx, across, { userId, purpose, since })) >= AT_ONCE;
}

/** A link for a person who has just opened another one: returned in the reply and never emailed. */
export async function createPasswordToken(tx: Tx, across: AcrossScope, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { purpose, lifeMs } = LINKS["reset-password"];
  await store.endLinks(tx, across, userId, purpose);
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  await store.insertLink(tx, across, { hash: sha256(token), userId, purpose, expiresAt });
  return token;
}

/** Throws LINK_DEAD for one that could not be used now. */
export async function requireOpenLink(
  { db, across }: Pick<LinkDeps, "db" | "across">,
  purpose: MailPurpose,
  token: string,
): Promise<void> {
  const kept = await store.readLink(db, across, sha256(token));
  if (!isAlive(kept, purpose) || kept.usedAt) throw new AppError("LINK_DEAD");
}

export interface OpenedLink {
  readonly userId: string;
  readonly wasUsed: boolean;
}

/** Marks the link as used, under a lock. Throws LINK_DEAD for one that is unknown, ended, too old or of another purpose. */
export async function openMailLink(
  tx: Tx,
  across: AcrossScope,
  purpose: MailPurpose,
  token: string,
): Promise<OpenedLink> {
  const kept = await store.lockLink(tx, across, sha256(token));
  if (!isAlive(kept, purpose)) throw new AppError("LINK_DEAD");
  if (!kept.usedAt) await store.useLink(tx, across, kept.hash);
  return { userId: kept.userId, wasUsed: kept.usedAt !== null };
}

/** Ends what was mailed to this person and not used yet. */
export function endMailLinks(tx: Tx, across: AcrossScope, userId: string): Promise<void> {
  return store.endLinks(tx, across, userId);
}

function isAlive(kept: MailLinkRow | undefined, purpose: MailPurpose): kept is MailLinkRow {
  return kept?.purpose === purpose && !kept.endedAt && Date.parse(kept.expiresAt) > Date.now();
}
