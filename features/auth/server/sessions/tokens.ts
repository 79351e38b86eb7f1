import { SignJWT } from "jose";
import * as z from "zod/mini";
import type { AuthUser } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import { verifyJwt } from "#platform/server/encryption/verify-jwt.ts";

declare module "#platform/server/context.ts" {
  interface Context {
    readonly tokens: Tokens;
  }
}

const ALGORITHM = "HS256";
const TYPE = "JWT";

/** The fields that the server reads. All others are for the browser. */
const Claims = z.object({
  id: Id,
  /** Absent in a token created elsewhere with our key. */
  did: z.optional(Id),
  iat: z.int(),
  /** When the user last authenticated, in seconds with milliseconds. A refresh copies it. */
  auth_time: z.optional(z.number()),
  exp: z.int().check(z.maximum(253_402_300_799)), // The year 9999. A later time is a mistake.
  // A token for another purpose names that purpose here. Ours contain none of these.
  typ: z.optional(z.never()),
  iss: z.optional(z.never()),
  aud: z.optional(z.never()),
});
export type Claims = z.infer<typeof Claims>;

interface TokenSession {
  readonly deviceId: string;
  /** ISO 8601 UTC. */
  readonly authenticatedAt: string;
  /** When the device ends, if that may be earlier than the token's expiry. */
  readonly notAfter?: Date;
}

export interface Tokens {
  issue(user: AuthUser, session: TokenSession): Promise<string>;
  /** Throws INVALID_JWT unless the token is live and signed with one of the secrets. */
  verify(token: string): Promise<Claims>;
}

/** Verified tokens in the cache, so that a page with many calls needs only one signature check. */
const REMEMBERED = 2_000;

/** The first secret signs; a token signed with any of them is accepted. */
export function openTokens({ secrets, ttlSeconds }: { secrets: readonly string[]; ttlSeconds: number }): Tokens {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  const known = new Map<string, Claims>();

  return {
    issue(user, { deviceId, authenticatedAt, notAfter }) {
      const expiresAt = Math.floor(Date.now() / 1000) + ttlSeconds;
      const latest = notAfter ? Math.floor(notAfter.getTime() / 1000) : expiresAt;
      return new SignJWT({ ...user, did: deviceId, auth_time: Date.parse(authenticatedAt) / 1000 })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuedAt()
        .setExpirationTime(Math.min(expiresAt, latest))
        .sign(keys[0]!);
    },
    async verify(token) {
      const claims = known.get(token) ?? (await check(token, keys));
      const now = Date.now() / 1000;
      if (claims.exp <= now || claims.iat > now + CLOCK_TOLERANCE_SECONDS) {
        known.delete(token);
        throw new AppError("INVALID_JWT");
      }
      if (!known.has(token)) {
        if (known.size >= REMEMBERED) known.delete(known.keys().next().value!); // the oldest: a Map keeps its order
        known.set(token, claims);
      }
      return claims;
    },
  };
}

const CLOCK_TOLERANCE_SECONDS = 60;

async function check(token: string, keys: readonly Uint8Array[]): Promise<Claims> {
  try {
    const { payload, protectedHeader } = await verifyJwt(token, keys, {
      algorithms: [ALGORITHM],
      requiredClaims: ["exp", "iat"],
      clockTolerance: 0,
    });
    const { typ = TYPE } = protectedHeader; // Tokens created outside may omit it.
    if (typ.toUpperCase() !== TYPE) throw new Error("a token of another type");
    return Claims.parse(payload);
  } catch (error) {
    throw new AppError("INVALID_JWT", { cause: error });
  }
}
