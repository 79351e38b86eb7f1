// Owns where a person goes after logging in: the private page they first asked for, once, and only inside the site.
import { readStored, removeStored, writeStored } from "#kit/web/storage.ts";

const KEY = "redirectURL";

/** Keeps path and query of the page that was asked for. */
export function storeTarget(target: string): void {
  writeStored(KEY, target);
}

/** The stored target, forgotten as it is read; `/` when there is none or it leads out of the site. */
export function takeTarget(): string {
  const target = readStored(KEY);
  forgetTarget();
  return target !== null && isInside(target) ? target : "/";
}

/** Whether a page waits for a log-in. */
export function hasTarget(): boolean {
  return readStored(KEY) !== null;
}

export function forgetTarget(): void {
  removeStored(KEY);
}

/** A path of this site. `//host`, a backslash and control characters are how a path becomes another host's. */
export function isInside(target: string): boolean {
  if (!target.startsWith("/") || target.startsWith("//") || target.includes("\\")) return false;
  return !/\p{Cc}/u.test(target);
}
