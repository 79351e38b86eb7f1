import { readStored, removeStored, writeStored } from "#platform/web/storage.ts";

const KEY = "redirectURL";
/**
 * On these pages a user signs in or out or reads an error. The invitation page is the exception, because a signed-in user
 * replies there.
 */
const NO_TARGET = /^\/(?:auth(?!\/invitation\/?$)|error)(?:\/|$)/i;

/** Stores path and query of the requested page, if a sign-in may lead to it. */
export function storeTarget(target: string): void {
  if (isTarget(target)) writeStored(KEY, target);
}

/** The stored target, which is deleted when it is read. `/` when there is none or a sign-in may not lead to it. */
export function takeTarget(): string {
  const target = waitingTarget();
  forgetTarget();
  return target ?? "/";
}

/** Whether a page waits for a sign-in. */
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

/**
 * Whether this is a path of this site. `//host`, backslashes and control characters can turn a path into an address of
 * another host.
 */
export function isInside(target: string): boolean {
  if (!target.startsWith("/") || target.startsWith("//") || target.includes("\\")) return false;
  return !/\p{Cc}/u.test(target);
}
