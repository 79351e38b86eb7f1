import type { AuthUser } from "#features/auth/contract.ts";
import type { Membership } from "#features/directory/contract.ts";
import { log } from "#platform/web/log.ts";
import { readStored, removeStored, writeStored } from "#platform/web/storage.ts";
import { makeStore } from "#platform/web/store.ts";
import { useStore } from "#platform/web/use-store.ts";
import { forgetAddress, forgetTarget } from "./return-target.ts";
import { forgetInvitation } from "./held-invitation.ts";
import type { Call } from "#platform/contract/call.ts";
import { admits } from "#platform/contract/who.ts";

const TOKEN_KEY = "token";
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Session extends DecodedToken {
  readonly token: string;
}

const session = makeStore<Session | null>(null);
const chosenMembership = makeStore<string | null>(null);
let isEnded = false;
let expiry: ReturnType<typeof setTimeout> | undefined;

/** Reads the stored token again. Removes a malformed or expired one and logs INVALID_JWT. */
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

/** Stores the token from the reply to a sign-in. Throws NO_TOKEN when there is none. */
export function startSession(token: string | undefined): void {
  if (!token) {
    log.error("NO_TOKEN: the sign-in was answered without a token");
    throw new Error("NO_TOKEN");
  }
  writeStored(TOKEN_KEY, token);
  forgetAddress();
  readSession();
}

/** Whether the previous session ended by expiry and not by a sign-out. */
export function hasSessionEnded(): boolean {
  return isEnded;
}

/** Removes everything about the user from this browser except the id of the chosen membership. */
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
  /** User, token or membership changed: by expiry, in another tab, or when the page returned from sleep or history. */
  onChange(): void;
  /** Another tab signed out before the token expired. */
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

function isHalfGone(now: number): boolean {
  const current = session.get();
  return current !== null && now >= (current.issuedAt + current.expiresAt) / 2;
}

/** Whether the token should be replaced: half of its life has passed, or the address may be confirmed elsewhere by now. */
export function isRefreshDue(now: number = Date.now()): boolean {
  const user = session.get()?.user;
  return isHalfGone(now) || (user !== undefined && !isConfirmed(user));
}

export function currentToken(): string | null {
  return session.get()?.token ?? null;
}

export function useUser(): AuthUser | null {
  return useStore(session)?.user ?? null;
}

/** The active membership: the one chosen on this page, or the one stored for this user, or their first. */
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

/** A loan officer without colleagues, who leads their organization without being an admin. */
export function isSoloOfficer(membership: Membership | null): boolean {
  return membership?.role.name === "registered" && membership.isSoleMember === true;
}

/** Confirmed by email, or by a social provider that vouches for the address. */
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
  if (next !== null) watchExpiry(next);
  if (next?.token !== session.get()?.token) session.set(next);
}

function watchExpiry({ expiresAt }: Session): void {
  clearTimeout(expiry);
  // A timer longer than 2^31 ms would fire immediately, so a long session is checked in between.
  const wait = Math.min(expiresAt - Date.now(), LONGEST_TIMER_MS);
  expiry = setTimeout(() => {
    const current = readSession();
    if (current !== null) watchExpiry(current);
  }, wait);
}

// The browser does not check the signature; the server does.
interface DecodedToken {
  /** The payload without `exp` and `iat`. */
  readonly user: AuthUser;
  /** Milliseconds since 1970. When the token does not contain it, the time of reading. */
  readonly issuedAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** `null` for anything that is not one of our tokens. */
function decodeToken(token: string): DecodedToken | null {
  const payload = payloadOf(token);
  if (payload === null || typeof payload["exp"] !== "number" || typeof payload["id"] !== "string") return null;
  const { exp, iat, ...user } = payload;
  return {
    user: user as unknown as AuthUser, // Our server writes it from the same schema.
    issuedAt: typeof iat === "number" && iat > 0 ? iat * 1000 : Date.now(),
    expiresAt: exp * 1000,
  };
}

function payloadOf(token: string): (Record<string, unknown> & { exp?: number }) | null {
  const part = token.split(".")[1];
  if (part === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof payload === "object" && payload !== null ? (payload as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export const CONFIRM_FIRST = "Confirm your email first. Open the link we sent you.";

/** The reason that disabled buttons show. `undefined` when the user may make the call. */
export function useDisabledReason({ who, confirmed }: Pick<Call, "who" | "confirmed">): string | undefined {
  const user = useUser();
  const role = useMembership()?.role.name ?? null;
  if (!admits(who, role)) return "Your role is read-only here. Ask an admin of your organization.";
  if (!confirmed || user === null || isConfirmed(user)) return undefined;
  return CONFIRM_FIRST;
}
