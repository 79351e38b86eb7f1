// Owns where a person goes after logging in: the private page they first asked for, once, and only inside the site.
import { readStored, removeStored, writeStored } from "#kit/web/storage.ts";

const KEY = "redirectURL";
/** Whoever is there gets in or out, or reads what went wrong; an invitation alone is answered by who is logged in. */
const NO_TARGET = /^\/(?:auth(?!\/invitation\/?$)|error)(?:\/|$)/i;

/** Keeps path and query of the page that was asked for, where a log-in may lead to it. */
export function storeTarget(target: string): void {
  if (isTarget(target)) writeStored(KEY, target);
}

/** The stored target, forgotten as it is read; `/` when there is none or a log-in may not lead to it. */
export function takeTarget(): string {
  const target = waitingTarget();
  forgetTarget();
  return target ?? "/";
}

/** Whether a page waits for a log-in. */
export function hasTarget(): boolean {
  return waitingTarget() !== null;
}

export function forgetTarget(): void {
  removeStored(KEY);
}

function waitingTarget(): string | null {
  const target = readStored(KEY);
  return target !== null && isTarget(target) ? target : null;
}

function isTarget(target: string): boolean {
  return isInside(target) && !NO_TARGET.test(new URL(target, window.location.origin).pathname);
}

/** A path of this site. `//host`, a backslash and control characters are how a path becomes another host's. */
export function isInside(target: string): boolean {
  if (!target.startsWith("/") || target.startsWith("//") || target.includes("\\")) return false;
  return !/\p{Cc}/u.test(target);
}
