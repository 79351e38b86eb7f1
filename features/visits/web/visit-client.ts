// Owns how a visit asks the server: by its own token and no other. What is refused is told on its page, and neither leads
// away from it nor touches the session of whoever is logged in here.
import type { Call, Input, ReplyOf } from "#kit/contract/call.ts";
import { sendBy } from "#kit/web/http/client.ts";
import { ApiError } from "#kit/web/http/api-error.ts";
import { currentConfig } from "#kit/web/config.ts";
import { makeHttp, type Http } from "#kit/web/http/http.ts";
import { log } from "#kit/web/log.ts";
import { endVisit, heldVisit } from "./visit-token.ts";

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
    token: heldVisit,
    membershipId: () => null,
    dropToken: nothing,
    hideOverlay: nothing,
    goTo: nothing,
  });
  return http;
}

/** Throws `ApiError`. A refused token ends the visit. */
export async function sendOnVisit<C extends Call>(
  call: C,
  input: Input<C>,
  options?: { readonly signal?: AbortSignal },
): Promise<ReplyOf<C>> {
  const token = heldVisit();
  try {
    return await sendBy(client(), call, input, options);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && token !== null && token === heldVisit()) endVisit("over");
    throw error;
  }
}
