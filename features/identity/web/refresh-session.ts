// Owns asking for a token with the person's data as they are now.
import { send } from "#kit/web/http/client.ts";
import { readSession, startSession } from "./session.ts";

/** Does nothing when nobody is logged in. Throws `ApiError`. */
export async function refreshSession(): Promise<void> {
  const asked = readSession();
  if (asked === null) return;
  // Loaded when it is needed: most pages that may come to this do without the contract.
  const { refreshToken } = await import("#features/identity/contract.ts");
  const { token } = await send(refreshToken, {});
  // Who logged out meanwhile stays out.
  if (readSession()?.user.id === asked.user.id) startSession(token);
}
