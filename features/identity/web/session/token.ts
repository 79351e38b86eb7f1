// Owns reading a token in the browser: who it names and until when. Its signature is the server's affair.
import type { AuthUser } from "#features/identity/contract.ts";

export interface DecodedToken {
  /** The payload without `exp` and `iat`. */
  readonly user: AuthUser;
  /** Milliseconds since 1970; when the token does not say, the time of reading it. */
  readonly issuedAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** `null` for anything that is not a token of ours. */
export function decodeToken(token: string): DecodedToken | null {
  const payload = payloadOf(token);
  if (payload === null || typeof payload["exp"] !== "number" || typeof payload["id"] !== "string") return null;
  const { exp, iat, ...user } = payload;
  return {
    user: user as unknown as AuthUser, // written by our server from the same schema
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
