import { request, sendBy } from "#platform/web/http/client.ts";
import type { Http } from "#platform/web/http/http.ts";
import { readSession, startSession } from "./session.ts";

/** Does nothing when no user is signed in. Throws `ApiError`. */
export function refreshSession(): Promise<void> {
  return refreshThrough(request);
}

/** Like `refreshSession`, through the caller's client. */
export async function refreshThrough(client: Http): Promise<void> {
  const asked = readSession();
  if (asked === null) return;
  // Loaded on demand, because most pages never need the contract.
  const { refreshToken } = await import("#features/auth/contract.ts");
  const { token } = await sendBy(client, refreshToken, {});
  const now = readSession();
  if (now?.user.id !== asked.user.id) return; // The user signed out during the refresh.
  // Another token was stored during the refresh. It may carry a newer reauthentication, so refresh that one.
  if (now.token !== asked.token) return refreshThrough(client);
  startSession(token);
}
