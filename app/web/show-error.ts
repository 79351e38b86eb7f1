import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { readSession } from "#features/auth/web/session/session.ts";
import { holdDrafts } from "#platform/web/form/form-drafts.ts";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import type { Router } from "./router.tsx";

interface How {
  readonly replaces: boolean;
  readonly code: ApiErrorCode;
}

export function showError(router: Router, path: string, { replaces, code }: How): void {
  const { href, pathname, searchStr, state } = router.state.location;
  // After signing in again, the user returns to this page.
  const isPrivate = router.state.matches.at(-1)?.staticData.access === "private";
  if (code === "INVALID_JWT" && isPrivate) {
    if (pathname.startsWith("/auth/")) return; // still shown, but on its way out already: what it asked last says nothing new
    storeTarget(pathname + searchStr);
    const user = readSession()?.user;
    if (user) holdDrafts(user.id);
  }
  const isOnErrorPage = pathname.startsWith("/error/"); // several requests of one page may fail
  const failedAt = isOnErrorPage ? state.failedAt : href;
  const failedBy = isOnErrorPage ? (state.failedBy ?? code) : code;
  void router.navigate({
    to: path,
    replace: replaces,
    state: { failedBy, ...(failedAt !== undefined && { failedAt }) },
  });
}
