// Uses only the token of the borrower's link. Errors are shown on its page and must not touch the session of a member
// who is signed in in the same browser.
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import { sendBy } from "#platform/web/http/client.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { currentConfig } from "#platform/web/config.ts";
import { makeHttp, type Http } from "#platform/web/http/http.ts";
import { log } from "#platform/web/log.ts";
import { endBorrowerSession, storedBorrowerSession } from "./session-token.ts";

const nothing = () => undefined;
let http: Http | null = null;

function client(): Http {
  const { backendURL, testHost } = currentConfig();
  http ??= makeHttp({
    backendURL,
    testHost,
    origin: window.location.origin,
    log,
    fetch: (url, options) => window.fetch(url, { ...options, referrerPolicy: "no-referrer" }),
    token: storedBorrowerSession,
    membershipId: () => null,
    dropToken: nothing,
    hideOverlay: nothing,
    goTo: nothing,
  });
  return http;
}

/** Throws `ApiError`. A refused token ends the borrower session. */
export async function sendWithSession<C extends Call>(
  call: C,
  input: Input<C>,
  options?: { readonly signal?: AbortSignal },
): Promise<ReplyOf<C>> {
  const token = storedBorrowerSession();
  try {
    return await sendBy(client(), call, input, options);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && token !== null && token === storedBorrowerSession()) endBorrowerSession("over");
    throw error;
  }
}
