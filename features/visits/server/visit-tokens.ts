// Owns the token of a visit: a JWT under a key of its own, good for one borrower, two hours and nothing else.
import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import { VISIT_HOURS } from "#features/visits/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import { Id } from "#kit/contract/fields.ts";
import type { FindVisit } from "#kit/server/http/asker.ts";
import type { Database } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { readOpenLink, type LinkRow } from "./link-store.ts";

const ALGORITHM = "HS256";
const TYPE = "borrower-visit";

const Claims = z.object({ typ: z.literal(TYPE), borrower: Id, organization: Id, link: Id, exp: z.int() });
type Claims = z.infer<typeof Claims>;

/** @param jwtSecret of the people's tokens: neither kind is ever good as the other */
function keyOf(jwtSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", jwtSecret, "", `keyturn ${TYPE} ${ALGORITHM}`, 32));
}

/** Two hours, and never past the link's own end. */
export async function issueVisit(
  jwtSecret: string,
  link: Pick<LinkRow, "id" | "organizationId" | "borrowerId" | "expiresAt">,
): Promise<{ visitToken: string; endsAt: string }> {
  const end = Math.min(Date.now() + VISIT_HOURS * 3_600_000, Date.parse(link.expiresAt));
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

interface VisitTokenDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  readonly jwtSecret: string;
}

/** Link, borrower and loan are read at each request: what ended them ends the visit at once. */
export function openVisits({ db, across, jwtSecret }: VisitTokenDeps): FindVisit {
  const key = keyOf(jwtSecret);
  return async (token) => {
    const claims = await claimsOf(token, key);
    if (!claims) return null;
    const scope = across.within(claims.organization);
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

/** `null`: none of a visit. Throws INVALID_JWT for one that is over. */
async function claimsOf(token: string, key: Uint8Array): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], typ: TYPE, clockTolerance: 0 });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError("INVALID_JWT", { cause: error });
    return null;
  }
}
