// Owns what a refusal does to a session whose rights it may be news of: it is renewed, once for all that was refused at
// once and by one tab for all. Loaded with the first refusal.
import { refreshThrough } from "#features/identity/web/session/refresh-session.ts";
import { activeMembership, currentToken, readSession } from "#features/identity/web/session/session.ts";
import { currentConfig } from "#kit/web/config.ts";
import { makeHttp, type Asker, type Http } from "#kit/web/http/http.ts";
import { log } from "#kit/web/log.ts";

/** What was refused by the same token within this time is told by the same answer. */
const AT_ONCE_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

let tried = { token: "", at: 0 };
let turn: Promise<unknown> = Promise.resolve();

/** Whether the refusal stands: `false` where by now another membership is in use, or none. */
export async function renewRights({ token, membershipId }: Asker): Promise<boolean> {
  await inTurn(async () => {
    const isTold = tried.token === token && Date.now() - tried.at < AT_ONCE_MS;
    // One that was replaced since the request was sent is as new as the refusal.
    if (token === null || isTold || readSession()?.token !== token) return;
    tried = { token, at: Date.now() };
    await refreshThrough(quietClient()).catch((error: unknown) => log.info("Rights could not be read anew", error));
  });
  return activeMembership()?.id === membershipId;
}

/** Whoever waits finds the session as the one before left it, in this tab or another. */
function inTurn(act: () => Promise<void>): Promise<void> {
  // Locks exist in secure contexts alone; without them each tab asks for itself.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return locks.request("refresh-token", act);
  const done = turn.then(act);
  turn = done;
  return done;
}

/** Nobody asked for this: a failure of it leads nowhere. */
function quietClient(): Http {
  const ask = makeHttp({
    ...currentConfig(),
    origin: window.location.origin,
    log: { error: log.info },
    fetch: (...request) => window.fetch(...request),
    token: currentToken,
    membershipId: () => activeMembership()?.id ?? null,
    dropToken: () => undefined,
    hideOverlay: () => undefined,
    goTo: () => undefined,
  });
  return (asked) => ask({ ...asked, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
}
