// Owns who gets into private pages: a person with a valid stored token. Others log in first and come back.
import { redirect, type ParsedLocation } from "@tanstack/react-router";
import { storeTarget } from "#features/identity/web/return-target.ts";
import { hasSessionEnded, readSession } from "#features/identity/web/session.ts";
import { log } from "#kit/web/log.ts";

interface Visit {
  readonly location: ParsedLocation;
  /** Only looked at, as when a link is hovered. */
  readonly preload: boolean;
}

export function requireSession({ location, preload }: Visit): void {
  if (readSession() !== null) return;
  if (!preload) {
    log.warn(`INVALID_JWT: ${location.pathname} needs a valid token`);
    storeTarget(location.pathname + location.searchStr);
  }
  const logInFor = hasSessionEnded() ? "ended-session" : "private-page";
  throw redirect({ to: "/auth/login", replace: true, state: { logInFor } });
}
