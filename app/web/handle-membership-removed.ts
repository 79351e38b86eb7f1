// Loaded on demand: most sessions never need it.
import type { QueryClient } from "@tanstack/react-query";
import { mayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
import { activeMembership } from "#features/auth/web/session/session.ts";
import type { Membership } from "#features/directory/contract.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import type { Router } from "./router.tsx";

interface Place {
  readonly router: Router;
  readonly cache: QueryClient;
}

/** Pages that show what is an organization's, or that it was refused. */
const OF_ORGANIZATION = /^\/(?:account(?!\/settings)|admin|borrower|error)(?:\/|$)/;

/** The session says so already. Words that are not saved keep their page, if who wrote them wants it. */
export async function handleMembershipRemoved({ router, cache }: Place, { organization }: Membership): Promise<void> {
  const next = activeMembership();
  showToast(
    `You're no longer in ${organization.name}`,
    next === null
      ? "Create your own organization, or ask for an invitation."
      : `You're now working in ${next.organization.name}.`,
    { closeOnClick: true },
  );
  const to = mayReadBorrowers(next) ? "/account/borrowers/all" : "/account/settings/details";
  const { pathname } = router.state.location;
  if (!OF_ORGANIZATION.test(pathname) || pathname === to) {
    void cache.resetQueries();
    return router.invalidate();
  }
  // What is on show is not asked for again: the next organization does not know it. What is not on show goes.
  const leftAt = Date.now();
  cache.removeQueries({ type: "inactive" });
  await router.navigate({ to, replace: true });
  if (router.state.location.pathname === to)
    await cache.resetQueries({ predicate: ({ state }) => state.dataUpdatedAt <= leftAt });
}
