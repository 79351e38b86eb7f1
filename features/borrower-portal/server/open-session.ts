import type { Context } from "#platform/server/context.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower } from "#features/borrowers/server/queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import {
  claimLink,
  endOlder,
  type LinkRow,
  readLiveByToken,
  readOpenLink,
} from "#features/borrowers/server/link-queries.ts";
import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import { BORROWER_SESSION_HOURS } from "#features/borrower-portal/contract.ts";
import { Id } from "#platform/contract/fields.ts";
import type { FindBorrowerSession } from "#platform/server/http/authenticate-request.ts";

const ALGORITHM = "HS256";
const TYPE = "borrower-visit";

const Claims = z.object({ typ: z.literal(TYPE), borrower: Id, organization: Id, link: Id, exp: z.int() });
type Claims = z.infer<typeof Claims>;

/** @param jwtSecret of the user tokens. The derived key keeps one kind of token from being valid as the other. */
function keyOf(jwtSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", jwtSecret, "", `keyturn ${TYPE} ${ALGORITHM}`, 32));
}

/** Valid for two hours, and never longer than the link. */
async function issueSession(
  jwtSecret: string,
  link: Pick<LinkRow, "id" | "organizationId" | "borrowerId" | "expiresAt">,
): Promise<{ visitToken: string; endsAt: string }> {
  const end = Math.min(Date.now() + BORROWER_SESSION_HOURS * 3_600_000, Date.parse(link.expiresAt));
  const exp = Math.floor(end / 1000);
  const visitToken = await new SignJWT({
    typ: TYPE,
    borrower: link.borrowerId,
    organization: link.organizationId,
    link: link.id,
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(keyOf(jwtSecret));
  return { visitToken, endsAt: new Date(exp * 1000).toISOString() };
}

/**
 * Reads link, borrower and loan at each request, so that an ended link or a closed borrower ends the borrower session
 * immediately.
 */
export function openBorrowerSessions({ db, system, settings: { jwtSecret } }: Context): FindBorrowerSession {
  const key = keyOf(jwtSecret);
  return async (token) => {
    const claims = await claimsOf(token, key);
    if (!claims) return null;
    const scope = system.within(claims.organization);
    const link = await readOpenLink(db, scope, claims.link);
    if (link?.borrowerId !== claims.borrower) throw new AppError("INVALID_JWT");
    return {
      visitId: link.id,
      subjectId: link.borrowerId,
      email: link.email,
      organizationId: claims.organization,
      scope,
      endsAt: new Date(claims.exp * 1000).toISOString(),
    };
  };
}

/** `null`: not the token of a borrower session. Throws INVALID_JWT for an expired one. */
async function claimsOf(token: string, key: Uint8Array): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], typ: TYPE, clockTolerance: 0 });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError("INVALID_JWT", { cause: error });
    return null;
  }
}

/** Every invalid link gets the same error, so that a guess learns nothing about links that existed. */
export async function openVisit(
  { db, system, settings: { jwtSecret } }: Context,
  { browser, address }: Pick<Visitor, "browser" | "address">,
  { id, token }: { id: string; token: string },
): Promise<{ visitToken: string; endsAt: string }> {
  const link = await readLiveByToken(db, system, sha256(token));
  if (link?.borrowerId !== id) throw new AppError("LINK_DEAD");
  const scope = system.within(link.organizationId);
  if (!(await readOpenLink(db, scope, link.id))) throw new AppError("LINK_DEAD");
  if (link.browserHash !== null && !(browser.secret && link.browserHash.equals(sha256(browser.secret))))
    throw new AppError("LINK_DEAD"); // before the browser receives a secret
  const browserHash = sha256(browser.remember());
  await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, id); // first, in the same lock order as sending a link
    const claimed = borrower && (await claimLink(tx, scope, link.id, browserHash));
    if (!claimed) throw new AppError("LINK_DEAD");
    await endOlder(tx, scope, claimed, "all"); // also ends a borrower session that is under way
    await appendAudit(tx, scope.organizationId, {
      actorId: null,
      action: "visit.opened",
      objectType: "borrower",
      objectId: id,
      address,
      detail: { visitId: link.id },
    });
    await announceBorrower(tx, scope, borrower);
  });
  return issueSession(jwtSecret, link);
}
