// Renews once for all requests refused at the same time, in one tab for all. Loaded with the first refusal.
import { refreshThrough } from "#features/auth/web/session/keep-session.ts";
import { activeMembership, currentToken, readSession } from "#features/auth/web/session/session.ts";
import { currentConfig } from "#platform/web/config.ts";
import { type Credentials, type Http, makeHttp } from "#platform/web/http/http.ts";
import { log } from "#platform/web/log.ts";

/** Refusals of the same token within this time share one answer. */
const AT_ONCE_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

let tried = { token: "", at: 0 };
let turn: Promise<unknown> = Promise.resolve();

/** Whether the refusal still applies: `false` if the active membership is now another one, or none. */
export async function refreshPermissions({ token, membershipId }: Credentials): Promise<boolean> {
  await inTurn(async () => {
    const isTold = tried.token === token && Date.now() - tried.at < AT_ONCE_MS;
    // One that was replaced since the request was sent is as new as the refusal.
    if (token === null || isTold || readSession()?.token !== token) return;
    tried = { token, at: Date.now() };
    await refreshThrough(quietClient()).catch((error: unknown) =>
      log.info("Permissions could not be refreshed", error),
    );
  });
  return activeMembership()?.id === membershipId;
}

/** Runs one at a time, in all tabs: each run sees the session as the run before left it. */
function inTurn(act: () => Promise<void>): Promise<void> {
  // Locks exist only in secure contexts. Without them each tab asks for itself.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return locks.request("refresh-token", act);
  const done = turn.then(act);
  turn = done;
  return done;
}

/** The user did not ask for this request, so its failure opens no error page. */
function quietClient(): Http {
  const ask = makeHttp({
    ...currentConfig(),
    origin: window.location.origin,
    log: { error: log.info },
    fetch: (...request) => window.fetch(...request),
    token: currentToken,
    membershipId: () => activeMembership()?.id ?? null,
    pagePath: () => window.location.pathname,
    dropToken: () => undefined,
    hideOverlay: () => undefined,
    goTo: () => undefined,
  });
  return (asked) => ask({ ...asked, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
}
