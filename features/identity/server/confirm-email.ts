// Owns the mailed link that confirms an address: 32 random bytes, kept as a hash, good for a day.
import { createHash, randomBytes } from "node:crypto";
import { AppError } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import { appendAudit, NO_ORGANIZATION } from "#kit/server/audit.ts";
import type { IdentityDeps } from "./deps.ts";
import { readMailToken, readUser, replaceMailToken, updateUser, useMailToken } from "./store.ts";

const LIFE_MS = 24 * 60 * 60 * 1000;

/** A fresh link for this person; the ones before it end. */
export async function createConfirmLink(
  deps: Pick<IdentityDeps, "db" | "across" | "publicUrl">,
  userId: string,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await deps.db.transaction(deps.across, (tx) =>
    replaceMailToken(tx, deps.across, {
      hash: hashOf(token),
      userId,
      purpose: "confirm-email",
      expiresAt: new Date(Date.now() + LIFE_MS).toISOString(),
    }),
  );
  return `${deps.publicUrl}/auth/confirm-email?token=${token}`;
}

/** Opened again within its life the link says yes again: mail readers and people open links twice. */
export async function confirmEmailByToken(
  deps: IdentityDeps,
  visitor: Visitor,
  { token }: { token: string },
): Promise<{ email: string }> {
  return deps.db.transaction(deps.across, async (tx) => {
    const kept = await readMailToken(tx, deps.across, hashOf(token));
    const isAlive = kept && !kept.endedAt && Date.parse(kept.expiresAt) > Date.now();
    const user = isAlive ? await readUser(tx, deps.across, kept.userId) : undefined;
    if (!kept || !user) throw new AppError("LINK_DEAD");
    if (!kept.usedAt) {
      await useMailToken(tx, deps.across, kept.hash);
      await updateUser(tx, deps.across, user.id, { emailConfirmed: true });
      await appendAudit(tx, user.memberships[0]?.organizationId ?? NO_ORGANIZATION, {
        actorId: user.id,
        action: "user.email-confirmed",
        objectType: "user",
        objectId: user.id,
        address: visitor.address,
      });
    }
    return { email: user.email };
  });
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
