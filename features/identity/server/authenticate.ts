// Owns whether a token still counts: its person, its device and their revocations, read at each request.
import { AppError } from "#kit/contract/errors.ts";
import type { Database } from "#kit/server/database.ts";
import type { AcrossScope } from "#kit/server/scope.ts";
import type { Authenticate } from "#kit/server/serve.ts";
import { readSession } from "./store.ts";
import type { Tokens } from "./tokens.ts";

export function createAuthenticate(deps: { db: Database; across: AcrossScope; tokens: Tokens }): Authenticate {
  return async (token) => {
    const { id, did, iat } = await deps.tokens.verify(token);
    const session = await readSession(deps.db, deps.across, id, did);
    if (!session) throw new AppError("NO_USER");
    if (did && (session.deviceUserId !== id || session.deviceEndedAt)) throw new AppError("INVALID_JWT");
    if (!did && isRevoked(iat, session.tokensRevokedAt)) throw new AppError("INVALID_JWT");
    return {
      userId: id,
      email: session.email,
      // A social sign-up vouches for the address.
      emailConfirmed: session.emailConfirmed || session.hasSocialAuth,
      deviceId: did ?? null,
      memberships: session.memberships,
    };
  };
}

// `iat` counts whole seconds, so a token of the very second of the revocation is one from before it.
function isRevoked(iat: number, revokedAt: string | null): boolean {
  return revokedAt !== null && iat < Math.ceil(Date.parse(revokedAt) / 1000);
}
