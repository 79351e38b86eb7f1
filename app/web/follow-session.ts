// Owns what follows when the session changes: guards run again, nobody sees another's data, live updates start or stop.
import type { QueryClient } from "@tanstack/react-query";
import type { AuthUser } from "#features/identity/contract.ts";
import { activeMembership, currentToken, readSession, watchSession } from "#features/identity/web/session/session.ts";
import type { Membership } from "#features/memberships/contract.ts";
import { forgetSocialState } from "#features/social/web/social-state.ts";
import { forgetPayment } from "#features/subscriptions/web/paid-just-now.ts";
import { forgetWords, hasWordsOnShow } from "#kit/web/form/kept-words.ts";
import { setDisplayZone } from "#kit/web/format/dates.ts";
import { openLive, refreshServed } from "#kit/web/http/live.ts";
import { forgetCommands } from "#kit/web/palette/recent-commands.ts";
import type { Router } from "./router.tsx";

interface Followers {
  readonly router: Router;
  readonly cache: QueryClient;
  readonly websocketURL: string;
}

/** Nothing of one person is there for the next, who may come without a log-out in between: by another tab, by history. */
function forgetPerson(): void {
  forgetSocialState();
  forgetWords();
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
        void import("./live-notes.ts").then((file) => file.noteLive(cache, event));
      },
      onReconnect: () => refreshServed(cache),
      onRefused() {
        if (membershipId !== null)
          void import("./renew-rights.ts").then((file) => file.renewRights({ token, membershipId }));
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
    if (!isSamePerson) forgetPerson();
    if (!isSame) forgetPayment();
    if (person === undefined) cache.clear();
    else if (!isSame && ended === null) void cache.resetQueries();
    follow();
    if (ended === null) setTimeout(() => guardAgain(isSame));
    else void import("./ended-membership.ts").then((file) => file.leaveMembership({ router, cache }, ended));
  }

  /** Called after the click or the refusal that changed the session has gone where it wanted to go. */
  function guardAgain(isSame: boolean): void {
    // Whoever is writing when their role changes is told by what they send.
    if (!isSame || !hasWordsOnShow()) void router.invalidate();
  }

  function onLoggedOutElsewhere(): void {
    // Its own page, so that the guard does not keep where this person was for whoever logs in next.
    const isPrivate = router.state.matches.at(-1)?.staticData.access === "private";
    if (isPrivate) void router.navigate({ to: "/auth/logout", replace: true, ignoreBlocker: true });
  }

  follow();
  watchSession({ onChange, onLoggedOutElsewhere });
}

function hasEnded(membership: Membership | null, user: AuthUser | undefined): boolean {
  return membership !== null && user?.memberships.every(({ id }) => id !== membership.id) === true;
}
