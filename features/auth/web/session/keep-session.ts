import { log } from "#platform/web/log.ts";
import { refreshToken } from "#features/auth/contract.ts";
import { isRefreshDue, readSession, startSession } from "./session.ts";
import { request, sendBy } from "#platform/web/http/client.ts";
import type { Http } from "#platform/web/http/http.ts";

const ACTIVE_FOR_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;
/** On these pages the user is signing in or out, so a refused token must not lead to an error page. */
const NOT_IN_USE = /^\/(?:auth|error)(?:\/|$)/;
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Starts to replace tokens while the user is active: past half of their life, or until the address is confirmed. */
export function keepSession(): void {
  let activeAt = Date.now();
  let triedAt = 0;

  function look(): void {
    const now = Date.now();
    if (now - activeAt > ACTIVE_FOR_MS || now - triedAt < LOOK_EVERY_MS || !isRefreshDue(now)) return;
    if (NOT_IN_USE.test(window.location.pathname)) return;
    triedAt = now;
    inOneTab(refreshIfDue).catch((error: unknown) => log.info("The token could not be refreshed yet", error));
  }

  function noteLife(): void {
    activeAt = Date.now();
    look();
  }

  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, noteLife, { capture: true, passive: true });
  window.addEventListener("focus", noteLife);
  setInterval(look, LOOK_EVERY_MS);
  look();
}

async function refreshIfDue(): Promise<void> {
  readSession(); // Another tab may just have stored a fresh token.
  if (!isRefreshDue()) return;
  await refreshSession();
}

async function inOneTab(act: () => Promise<void>): Promise<void> {
  // Locks exist only in secure contexts. Without them each tab refreshes for itself.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return act();
  await locks.request("refresh-token", { ifAvailable: true }, async (held) => {
    if (held !== null) await act();
  });
}

/** Does nothing when no user is signed in. Throws `ApiError`. */
export function refreshSession(): Promise<void> {
  return refreshThrough(request);
}

/** Like `refreshSession`, through the caller's client. */
export async function refreshThrough(client: Http): Promise<void> {
  const asked = readSession();
  if (asked === null) return;
  const { token } = await sendBy(client, refreshToken, {});
  const now = readSession();
  if (now?.user.id !== asked.user.id) return; // The user signed out during the refresh.
  // Another token was stored during the refresh. It may carry a newer reauthentication, so refresh that one.
  if (now.token !== asked.token) return refreshThrough(client);
  startSession(token);
}
