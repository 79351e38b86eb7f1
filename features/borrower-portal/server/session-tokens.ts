import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import type { Context } from "#platform/server/context.ts";
import { BORROWER_SESSION_HOURS } from "#features/borrower-portal/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import type { FindBorrowerSession } from "#platform/server/http/authenticate-request.ts";
import { readOpenLink, type LinkRow } from "#features/borrowers/server/link-store.ts";

const ALGORITHM = "HS256";
const TYPE = "borrower-visit";

const Claims = z.object({ typ: z.literal(TYPE), borrower: Id, organization: Id, link: Id, exp: z.int() });
type Claims = z.infer<typeof Claims>;

/** @param jwtSecret of the user tokens. The derived key keeps one kind of token from being valid as the other. */
function keyOf(jwtSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", jwtSecret, "", `keyturn ${TYPE} ${ALGORITHM}`, 32));
}

/** Valid for two hours, and never longer than the link. */
export async function issueSession(
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
