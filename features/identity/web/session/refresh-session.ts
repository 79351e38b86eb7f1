// Owns asking for a token with the person's data as they are now.
import { request, sendBy } from "#kit/web/http/client.ts";
import type { Http } from "#kit/web/http/http.ts";
import { readSession, startSession } from "./session.ts";

/** Does nothing when nobody is logged in. Throws `ApiError`. */
export function refreshSession(): Promise<void> {
  return refreshThrough(request);
}

/** As `refreshSession`, through a client of one's own. */
export async function refreshThrough(client: Http): Promise<void> {
  const asked = readSession();
  if (asked === null) return;
  // Loaded when it is needed: most pages that may come to this do without the contract.
  const { refreshToken } = await import("#features/identity/contract.ts");
  const { token } = await sendBy(client, refreshToken, {});
  // Who logged out meanwhile stays out.
  if (readSession()?.user.id === asked.user.id) startSession(token);
}
