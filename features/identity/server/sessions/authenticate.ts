// Owns whether a token still counts: its person, its device and their revocations, read at each request.
import { AppError } from "#kit/contract/errors.ts";
import type { Database } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import type { Authenticate } from "#kit/server/http/asker.ts";
import { endOfLife, isRevoked } from "./sessions.ts";
import { readSession } from "../store.ts";
import type { Tokens } from "./tokens.ts";

export function createAuthenticate(deps: { db: Database; across: AcrossScope; tokens: Tokens }): Authenticate {
  return async (token) => {
    const { id, did, iat } = await deps.tokens.verify(token);
    const session = await readSession(deps.db, deps.across, id, did);
    if (!session) throw new AppError("NO_USER");
    const issuedAt = new Date(iat * 1000).toISOString();
    if (did ? !isAlive(session, id) : isRevoked(issuedAt, session.tokensRevokedAt)) throw new AppError("INVALID_JWT");
    return {
      userId: id,
      email: session.email,
      // Whoever signed in socially may work; that the address is theirs is another question.
      emailConfirmed: session.emailConfirmed || session.hasSocialAuth,
      ownsEmail: session.emailConfirmed,
      deviceId: did ?? null,
      authenticatedAt: session.deviceAuthenticatedAt ?? issuedAt,
      memberships: session.memberships,
    };
  };
}

interface DeviceState {
  readonly deviceUserId: string | null;
  readonly deviceCreatedAt: string | null;
  readonly deviceEndedAt: string | null;
}

function isAlive({ deviceUserId, deviceCreatedAt, deviceEndedAt }: DeviceState, userId: string): boolean {
  if (deviceUserId !== userId || deviceCreatedAt === null || deviceEndedAt !== null) return false;
  return endOfLife(deviceCreatedAt).getTime() > Date.now();
}
