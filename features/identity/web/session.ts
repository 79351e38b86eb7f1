// Owns who is logged in on this browser: derived from the stored token, never kept beside it.
import type { AuthUser } from "#features/identity/contract.ts";
import type { Membership } from "#features/organizations/contract.ts";
import { log } from "#kit/web/log.ts";
import { readStored, removeStored, writeStored } from "#kit/web/storage.ts";
import { makeStore, useStore } from "#kit/web/store.ts";
import { decodeToken } from "./token.ts";

const TOKEN_KEY = "token";
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Session {
  readonly token: string;
  readonly user: AuthUser;
  readonly expiresAt: number;
}

const session = makeStore<Session | null>(null);
const chosenMembership = makeStore<string | null>(null);
let expiry: ReturnType<typeof setTimeout> | undefined;

/** Reads the stored token anew. One that is malformed or expired is removed, and INVALID_JWT logged. */
export function readSession(): Session | null {
  const token = readStored(TOKEN_KEY);
  const now = session.get();
  if (token !== null && token === now?.token && now.expiresAt > Date.now()) return now;
  const decoded = token === null ? null : decodeToken(token);
  if (token !== null && (decoded === null || decoded.expiresAt <= Date.now())) {
    log.warn("INVALID_JWT: the stored token is no longer good and is removed");
    removeStored(TOKEN_KEY);
    show(null);
  } else show(token === null || decoded === null ? null : { token, ...decoded });
  return session.get();
}

/** Keeps the token that a log-in answered. Throws NO_TOKEN when there was none. */
export function startSession(token: string | undefined): void {
  if (!token) {
    log.error("NO_TOKEN: the log-in was answered without a token");
    throw new Error("NO_TOKEN");
  }
  writeStored(TOKEN_KEY, token);
  readSession();
}

export function endSession(): void {
  removeStored(TOKEN_KEY);
  show(null);
}

/** Follows the clock, other tabs and a page that comes back from sleep. */
export function watchSession(onChange: () => void): void {
  session.subscribe(onChange);
  window.addEventListener("storage", ({ key }) => {
    if (key === TOKEN_KEY || key === null) readSession();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") readSession();
  });
}

export function currentToken(): string | null {
  return session.get()?.token ?? null;
}

export function useUser(): AuthUser | null {
  return useStore(session)?.user ?? null;
}

/** The membership in use: as chosen on this page, else as stored for this person, else their first. */
export function activeMembership(user: AuthUser | null = session.get()?.user ?? null): Membership | null {
  if (user === null) return null;
  const wanted = [chosenMembership.get(), readStored(membershipKey(user))];
  const found = wanted.map((id) => user.memberships.find((membership) => membership.id === id));
  return found.find((membership) => membership !== undefined) ?? user.memberships[0] ?? null;
}

export function chooseMembership(id: string): void {
  const user = session.get()?.user;
  if (user) writeStored(membershipKey(user), id);
  chosenMembership.set(id);
}

export function useMembership(): Membership | null {
  useStore(chosenMembership);
  return activeMembership(useUser());
}

/** Confirmed by mail, or by a social provider that vouches for the address. */
export function isConfirmed(user: AuthUser): boolean {
  return user.emailConfirmed || user.hasSocialAuth;
}

function membershipKey(user: AuthUser): string {
  return `activeMembershipID-${user.id}`;
}

function show(next: Session | null): void {
  clearTimeout(expiry);
  if (next !== null) {
    // A timer longer than 2^31 ms would fire at once.
    const wait = Math.min(next.expiresAt - Date.now(), LONGEST_TIMER_MS);
    expiry = setTimeout(readSession, wait);
  }
  if (next?.token !== session.get()?.token) session.set(next);
}
