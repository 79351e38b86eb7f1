// Owns who is logged in on this browser: derived from the stored token, never kept beside it.
import type { AuthUser } from "#features/identity/contract.ts";
import type { Membership } from "#features/memberships/contract.ts";
import { log } from "#kit/web/log.ts";
import { readStored, removeStored, writeStored } from "#kit/web/storage.ts";
import { makeStore } from "#kit/web/store.ts";
import { useStore } from "#kit/web/use-store.ts";
import { forgetAddress } from "./address-to-log-in.ts";
import { forgetInvitation } from "./held-invitation.ts";
import { forgetTarget } from "./return-target.ts";
import { decodeToken, type DecodedToken } from "./token.ts";

const TOKEN_KEY = "token";
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Session extends DecodedToken {
  readonly token: string;
}

const session = makeStore<Session | null>(null);
const chosenMembership = makeStore<string | null>(null);
let isEnded = false;
let expiry: ReturnType<typeof setTimeout> | undefined;

/** Reads the stored token anew. One that is malformed or expired is removed, and INVALID_JWT logged. */
export function readSession(): Session | null {
  const token = readStored(TOKEN_KEY);
  const now = session.get();
  if (token !== null && token === now?.token && now.expiresAt > Date.now()) return now;
  const decoded = token === null ? null : decodeToken(token);
  const isOver = token === null ? now !== null && now.expiresAt <= Date.now() : !isGood(decoded);
  isEnded = isOver || (isEnded && decoded === null);
  if (token !== null && isOver) {
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
  forgetAddress();
  readSession();
}

/** Whether the session before is over by its own time, not by a log-out. */
export function hasSessionEnded(): boolean {
  return isEnded;
}

/** Leaves nothing of the person in this browser but which membership they chose, by its id. */
export function endSession(): void {
  removeStored(TOKEN_KEY);
  forgetTarget();
  forgetAddress();
  forgetInvitation();
  isEnded = false;
  show(null);
  if (chosenMembership.get() !== null) chosenMembership.set(null);
}

interface SessionWatcher {
  /** Person, token or membership changed: by the clock, another tab, or a page back from sleep or history. */
  onChange(): void;
  /** Another tab logged out, before the token's own time. */
  onLoggedOutElsewhere(): void;
}

export function watchSession({ onChange, onLoggedOutElsewhere }: SessionWatcher): void {
  session.subscribe(onChange);
  chosenMembership.subscribe(onChange);
  window.addEventListener("storage", ({ key }) => {
    if (key !== TOKEN_KEY && key !== null) return;
    const before = session.get();
    const isOver = readSession() === null;
    if (isOver && before !== null && before.expiresAt > Date.now()) onLoggedOutElsewhere();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) readSession();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") readSession();
  });
}

/** Whether so much of the token's life has gone that a new one should be asked for. */
export function isHalfGone(now: number = Date.now()): boolean {
  const current = session.get();
  return current !== null && now >= (current.issuedAt + current.expiresAt) / 2;
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

function isGood(decoded: DecodedToken | null): boolean {
  return decoded !== null && decoded.expiresAt > Date.now();
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
