// The browser does not check the signature; the server does.
import type { AuthUser } from "#features/auth/contract.ts";

export interface DecodedToken {
  /** The payload without `exp` and `iat`. */
  readonly user: AuthUser;
  /** Milliseconds since 1970. When the token does not contain it, the time of reading. */
  readonly issuedAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** `null` for anything that is not one of our tokens. */
export function decodeToken(token: string): DecodedToken | null {
  const payload = payloadOf(token);
  if (payload === null || typeof payload["exp"] !== "number" || typeof payload["id"] !== "string") return null;
  const { exp, iat, ...user } = payload;
  return {
    user: user as unknown as AuthUser, // Our server writes it from the same schema.
    issuedAt: typeof iat === "number" && iat > 0 ? iat * 1000 : Date.now(),
    expiresAt: exp * 1000,
  };
}

function payloadOf(token: string): (Record<string, unknown> & { exp?: number }) | null {
  const part = token.split(".")[1];
  if (part === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof payload === "object" && payload !== null ? (payload as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
