import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import { sendBy } from "#platform/web/http/client.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { currentConfig } from "#platform/web/config.ts";
import { type Http, makeHttp } from "#platform/web/http/http.ts";
import { log } from "#platform/web/log.ts";
import { makeStore } from "#platform/web/store.ts";

const KEY = "borrowerVisit";

/** `over`: there was a borrower session on this page; `left`: its visitor ended it. */
export type SessionState = { readonly token: string } | "none" | "over" | "left";

export const borrowerSessionStore = makeStore<SessionState>(stored());

function storedBorrowerSession(): string | null {
  const state = borrowerSessionStore.get();
  return typeof state === "object" ? state.token : null;
}

export function storeBorrowerSession(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the borrower session lasts until the page is reloaded.
  }
  borrowerSessionStore.set({ token });
}

export function endBorrowerSession(how: "over" | "left" | "none"): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing was stored.
  }
  borrowerSessionStore.set(how);
}

function stored(): SessionState {
  try {
    const token = sessionStorage.getItem(KEY);
    return token === null || token === "" ? "none" : { token };
  } catch {
    return "none";
  }
}

// Uses only the token of the borrower's link. Errors are shown on its page and must not touch the session of a member
// who is signed in in the same browser.
const nothing = () => undefined;
let http: Http | null = null;

const client = () => (http ??= clientWith(storedBorrowerSession));

function clientWith(token: () => string | null): Http {
  const { backendURL, testHost } = currentConfig();
  return makeHttp({
    backendURL,
    testHost,
    origin: window.location.origin,
    log,
    fetch: (url, options) => window.fetch(url, { ...options, referrerPolicy: "no-referrer" }),
    token,
    membershipId: () => null,
    pagePath: () => window.location.pathname,
    dropToken: nothing,
    hideOverlay: nothing,
    goTo: nothing,
  });
}

/** With the token of a link that needs no session. Throws `ApiError`. */
export function sendWithLink<C extends Call>(
  token: string,
  call: C,
  input: Input<C>,
  options?: { readonly signal?: AbortSignal },
): Promise<ReplyOf<C>> {
  return sendBy(
    clientWith(() => token),
    call,
    input,
    options,
  );
}

/** Throws `ApiError`. A refused token ends the borrower session. */
export async function sendWithSession<C extends Call>(
  call: C,
  input: Input<C>,
  options?: { readonly signal?: AbortSignal },
): Promise<ReplyOf<C>> {
  const token = storedBorrowerSession();
  try {
    return await sendBy(client(), call, input, options);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && token !== null && token === storedBorrowerSession()) endBorrowerSession("over");
    throw error;
  }
}
