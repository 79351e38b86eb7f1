import type { QueryClient } from "@tanstack/react-query";
import type { AuthUser } from "#features/auth/contract.ts";
import {
  activeMembership,
  currentToken,
  hasSessionEnded,
  readSession,
  watchSession,
} from "#features/auth/web/session/session.ts";
import type { Membership } from "#features/directory/contract.ts";
import { forgetSocialState } from "#features/auth/web/social/social-state.ts";
import { forgetPayment } from "#features/billing/web/subscriptions/paid-just-now.ts";
import { discardDrafts, endHold, hasOpenDraft, holdDrafts } from "#platform/web/form/form-drafts.ts";
import { setDisplayZone } from "#platform/web/format/dates.ts";
import { openLive, refreshServed } from "#platform/web/http/live.ts";
import { forgetCommands } from "#platform/web/palette/palette-view.ts";
import type { Router } from "./router.tsx";

interface Followers {
  readonly router: Router;
  readonly cache: QueryClient;
  readonly websocketURL: string;
}

/** Nothing of one person is there for the next, who may come without a log-out in between: by another tab, by history. */
function forgetPerson(next: string | undefined): void {
  forgetSocialState();
  discardDrafts(next);
  forgetCommands();
}

export function followSession({ router, cache, websocketURL }: Followers): void {
  let person = readSession()?.user.id;
  let membership = activeMembership();
  let stopLive: (() => void) | undefined;
  // A session that ended while no page was open has left what it did.
  if (person === undefined) forgetCommands();

  function follow(): void {
    setDisplayZone(activeMembership()?.organization.timeZone);
    stopLive?.();
    const token = currentToken();
    if (token === null) return;
    const membershipId = activeMembership()?.id ?? null;
    stopLive = openLive({
      url: websocketURL,
      token,
      membershipId,
      onEvent(event) {
        refreshServed(cache, event);
        void import("./live-notifications.ts").then((file) => file.onLiveEvent(cache, event));
      },
      onReconnect: () => refreshServed(cache),
      onRefused() {
        if (membershipId !== null)
          void import("./refresh-permissions.ts").then((file) => file.refreshPermissions({ token, membershipId }));
      },
    });
  }

  function onChange(): void {
    const before = { person, membership };
    const user = readSession()?.user;
    person = user?.id;
    membership = activeMembership();
    const isSamePerson = person === before.person;
    const isSame = isSamePerson && membership?.id === before.membership?.id;
    const ended = isSamePerson && hasEnded(before.membership, user) ? before.membership : null;
    if (person !== undefined) endHold();
    if (!isSamePerson && person === undefined && before.person !== undefined && hasSessionEnded())
      holdDrafts(before.person);
    else if (!isSamePerson) forgetPerson(person);
    if (!isSame) forgetPayment();
    if (person === undefined) cache.clear();
    else if (!isSame && ended === null) void cache.resetQueries();
    follow();
    if (ended === null) setTimeout(() => guardAgain(isSame));
    else
      void import("./handle-membership-removed.ts").then((file) =>
        file.handleMembershipRemoved({ router, cache }, ended),
      );
  }

  /** Called after the click or the refusal that changed the session has gone where it wanted to go. */
  function guardAgain(isSame: boolean): void {
    // A user with unsaved input stays on the page when their role changes. They learn of it when they send the input.
    if (!isSame || !hasOpenDraft()) void router.invalidate();
  }

  function onLoggedOutElsewhere(): void {
    // A navigation of its own, so that the guard does not store this person's address for the next user who signs in.
    const isPrivate = router.state.matches.at(-1)?.staticData.access === "private";
    if (isPrivate) void router.navigate({ to: "/auth/logout", replace: true, ignoreBlocker: true });
  }

  follow();
  watchSession({ onChange, onLoggedOutElsewhere });
}

function hasEnded(membership: Membership | null, user: AuthUser | undefined): boolean {
  return membership !== null && user?.memberships.every(({ id }) => id !== membership.id) === true;
}
