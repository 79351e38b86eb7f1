// Owns the token of a visit in this tab: kept apart from whoever is logged in on the same browser, and gone with the tab.
import { makeStore } from "#kit/web/store.ts";

const KEY = "borrowerVisit";

/** `over`: there was a visit on this page; `left`: its visitor ended it. */
export type VisitState = { readonly token: string } | "none" | "over" | "left";

export const visitStore = makeStore<VisitState>(stored());

export function heldVisit(): string | null {
  const state = visitStore.get();
  return typeof state === "object" ? state.token : null;
}

export function holdVisit(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the visit lives until the page is loaded anew.
  }
  visitStore.set({ token });
}

export function endVisit(how: "over" | "left" | "none"): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
  visitStore.set(how);
}

function stored(): VisitState {
  try {
    const token = sessionStorage.getItem(KEY);
    return token === null || token === "" ? "none" : { token };
  } catch {
    return "none";
  }
}
