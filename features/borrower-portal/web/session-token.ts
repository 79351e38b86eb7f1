import { makeStore } from "#platform/web/store.ts";

const KEY = "borrowerVisit";

/** `over`: there was a borrower session on this page; `left`: its visitor ended it. */
export type SessionState = { readonly token: string } | "none" | "over" | "left";

export const borrowerSessionStore = makeStore<SessionState>(stored());

export function storedBorrowerSession(): string | null {
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
