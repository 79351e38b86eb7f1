// Owns the token: HS256 alone, twelve hours, its payload the signed-in person; never the source of a right.
import { jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import type { AuthUser } from "#features/identity/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import { Id } from "#kit/contract/fields.ts";

const ALGORITHM = "HS256";

/** What the server reads of a token; everything else in it is for the browser. */
const Claims = z.object({
  id: Id,
  /** Absent in a token minted elsewhere with our key. */
  did: z.optional(Id),
  iat: z.int(),
  exp: z.int().check(z.maximum(253_402_300_799)), // the year 9999: more is a mistake, not a life
  typ: z.optional(z.never()), // tokens made for something else say so, and are none of these
});
export type Claims = z.infer<typeof Claims>;

export interface Tokens {
  /** @param notAfter when the device ends, if that is sooner than the token's own life */
  issue(user: AuthUser, deviceId: string, notAfter?: Date): Promise<string>;
  /** Throws INVALID_JWT for anything but a live token of this key. */
  verify(token: string): Promise<Claims>;
}

/** Verified tokens that are remembered, so that a page's many calls pay for one signature check. */
const REMEMBERED = 2_000;

export function openTokens({ secret, ttlSeconds }: { secret: string; ttlSeconds: number }): Tokens {
  const key = new TextEncoder().encode(secret);
  const known = new Map<string, Claims>();

  return {
    issue(user, deviceId, notAfter) {
      const expiresAt = Math.floor(Date.now() / 1000) + ttlSeconds;
      const latest = notAfter ? Math.floor(notAfter.getTime() / 1000) : expiresAt;
      return new SignJWT({ ...user, did: deviceId })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .setIssuedAt()
        .setExpirationTime(Math.min(expiresAt, latest))
        .sign(key);
    },
    async verify(token) {
      const claims = known.get(token) ?? (await check(token, key));
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

async function check(token: string, key: Uint8Array): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      requiredClaims: ["exp", "iat"],
      clockTolerance: 0,
    });
    return Claims.parse(payload);
  } catch (error) {
    throw new AppError("INVALID_JWT", { cause: error });
  }
}
