// Owns what follows when the session changes: guards run again, nobody sees another's data, live updates start or stop.
import type { QueryClient } from "@tanstack/react-query";
import { activeMembership, currentToken, readSession, watchSession } from "#features/identity/web/session.ts";
import { setDisplayZone } from "#kit/web/dates.ts";
import { openLive, refreshServed } from "#kit/web/live.ts";
import type { Router } from "./router.tsx";

interface Followers {
  readonly router: Router;
  readonly cache: QueryClient;
  readonly websocketURL: string;
}

export function followSession({ router, cache, websocketURL }: Followers): void {
  let person = readSession()?.user.id;
  let stopLive: (() => void) | undefined;

  function follow(): void {
    setDisplayZone(activeMembership()?.organization.timeZone);
    stopLive?.();
    const token = currentToken();
    if (token === null) return;
    stopLive = openLive({
      url: websocketURL,
      token,
      membershipId: activeMembership()?.id ?? null,
      onEvent: (event) => refreshServed(cache, event),
      onReconnect: () => refreshServed(cache),
    });
  }

  follow();
  watchSession(() => {
    const now = readSession()?.user.id;
    if (now !== person) cache.clear();
    person = now;
    follow();
    // After the click or the refusal that changed it has gone where it wanted to go.
    setTimeout(() => void router.invalidate());
  });
}
