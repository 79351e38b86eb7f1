// Owns what follows when the session changes: guards run again, nobody sees another's data, live updates start or stop.
import type { QueryClient } from "@tanstack/react-query";
import { activeMembership, currentToken, readSession, watchSession } from "#features/identity/web/session.ts";
import { forgetSocialState } from "#features/social/web/social-state.ts";
import { forgetPayment } from "#features/subscriptions/web/paid-just-now.ts";
import { setDisplayZone } from "#kit/web/format/dates.ts";
import { forgetWords } from "#kit/web/form/kept-words.ts";
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
  let membership = activeMembership()?.id;
  let stopLive: (() => void) | undefined;
  // A session that ended while no page was open has left what it did.
  if (person === undefined) forgetCommands();

  function follow(): void {
    setDisplayZone(activeMembership()?.organization.timeZone);
    stopLive?.();
    const token = currentToken();
    if (token === null) return;
    stopLive = openLive({
      url: websocketURL,
      token,
      membershipId: activeMembership()?.id ?? null,
      onEvent(event) {
        refreshServed(cache, event);
        void import("./live-notes.ts").then((file) => file.noteLive(cache, event));
      },
      onReconnect: () => refreshServed(cache),
    });
  }

  function onChange(): void {
    const before = { person, membership };
    person = readSession()?.user.id;
    membership = activeMembership()?.id;
    if (person !== before.person) forgetPerson();
    if (membership !== before.membership) forgetPayment();
    if (person === undefined) cache.clear();
    else if (person !== before.person || membership !== before.membership) void cache.resetQueries();
    follow();
    // After the click or the refusal that changed it has gone where it wanted to go.
    setTimeout(() => void router.invalidate());
  }

  function onLoggedOutElsewhere(): void {
    // Its own page, so that the guard does not keep where this person was for whoever logs in next.
    const isPrivate = router.state.matches.at(-1)?.staticData.access === "private";
    if (isPrivate) void router.navigate({ to: "/auth/logout", replace: true, ignoreBlocker: true });
  }

  follow();
  watchSession({ onChange, onLoggedOutElsewhere });
}
