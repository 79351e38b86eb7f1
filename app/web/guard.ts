import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { refreshSession } from "#features/auth/web/session/keep-session.ts";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { activeMembership, currentToken, hasSessionEnded, readSession } from "#features/auth/web/session/session.ts";
import { admits, type Who } from "#platform/contract/who.ts";
import { log } from "#platform/web/log.ts";

interface Visit {
  readonly location: ParsedLocation;
  /** Only looked at, as when a link is hovered. */
  readonly preload: boolean;
}

/** Others log in first and come back. */
export function requireSession({ location, preload }: Visit): void {
  if (readSession() !== null) return;
  if (!preload) {
    log.warn(`INVALID_JWT: ${location.pathname} needs a valid token`);
    storeTarget(location.pathname + location.searchStr);
  }
  const logInFor = hasSessionEnded() ? "ended-session" : "private-page";
  throw redirect({ to: "/auth/login", replace: true, state: { logInFor } });
}

/** The token that was asked for because of a role. */
let newest: string | null = null;

/**
 * Turns away, before anything is drawn, whom every call of the page would refuse. A role may be newer than the token that
 * names it, so the token is renewed first, once. What cannot be known here is left to the calls.
 */
export async function requireRole({ location, preload }: Visit, who: Who): Promise<void> {
  const isAdmitted = () => admits(who, activeMembership()?.role.name ?? null);
  if (isAdmitted() || preload) return;
  if (newest === null || newest !== currentToken()) {
    try {
      await refreshSession();
      newest = currentToken(); // before the new session has this asked again
    } catch (error) {
      log.info("The token could not be refreshed before a page", error);
      return;
    }
    if (isAdmitted()) return;
  }
  throw redirect({ to: "/error/403", replace: true, state: { failedBy: "FORBIDDEN", failedAt: location.href } });
}
