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

const EMAIL_KEY = "addressToLogIn";

/** Stores the address for this tab until the sign-in, and in no URL and no history. */
export function holdAddress(email: string): void {
  try {
    sessionStorage.setItem(EMAIL_KEY, email);
  } catch {
    // Without storage the user types it again.
  }
}

/** Empty when there is none. */
export function heldAddress(): string {
  try {
    return sessionStorage.getItem(EMAIL_KEY) ?? "";
  } catch {
    return "";
  }
}

/** A user has signed in or out. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(EMAIL_KEY);
  } catch {
    // Nothing was stored.
  }
}
