import type { Person } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import { AppError } from "#platform/contract/errors.ts";
import { EndedTokenError } from "#platform/server/http/security-log.ts";
import { readSession } from "../queries.ts";
import { endOfLife, isRevoked } from "./sessions.ts";
import type { Claims } from "./tokens.ts";

/** The person a token was issued for. Throws INVALID_JWT, NO_USER. */
export async function authenticate({ db, system, tokens }: Context, token: string): Promise<Person> {
  const claims = await tokens.verify(token);
  const { id, did } = claims;
  const session = await readSession(db, system, id, did);
  if (!session) throw new AppError("NO_USER");
  requireLive(claims, session);
  return {
    userId: id,
    email: session.email,
    // A user who signed in with a provider may work. `ownsEmail` is separate, because it needs a confirmed address.
    emailConfirmed: session.emailConfirmed || session.hasSocialAuth,
    ownsEmail: session.emailConfirmed,
    deviceId: did ?? null,
    ...authenticationOf(claims, session),
    memberships: session.memberships,
  };
}

type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>;

function requireLive({ id, did, iat }: Claims, session: Session): void {
  if (did === undefined) {
    const issuedAt = new Date(iat * 1000).toISOString();
    if (isRevoked(issuedAt, session.tokensRevokedAt)) throw new EndedTokenError({ userId: id });
    return;
  }
  const { deviceUserId, deviceCreatedAt, deviceEndedAt } = session;
  if (deviceUserId !== id || deviceCreatedAt === null) throw new AppError("INVALID_JWT");
  if (deviceEndedAt !== null) throw new EndedTokenError({ userId: id, deviceId: did });
  if (endOfLife(deviceCreatedAt).getTime() <= Date.now()) throw new AppError("INVALID_JWT");
}

/**
 * Taken from the token itself, so that reauthentication on a device does not upgrade older tokens of it, which may be
 * stolen copies.
 */
function authenticationOf({ did, iat, auth_time }: Claims, { deviceAuthenticatedAt }: Session) {
  const own = did === undefined ? iat * 1000 : Math.round((auth_time ?? iat) * 1000);
  const last = deviceAuthenticatedAt === null ? own : Date.parse(deviceAuthenticatedAt);
  return { authenticatedAt: new Date(Math.min(own, last)).toISOString(), hasNewerAuthentication: own < last };
}
