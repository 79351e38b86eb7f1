import { API_BASE, MEMBERSHIP_HEADER } from "#platform/contract/call.ts";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import { ApiError, errorOf } from "./api-error.ts";
import { outcomeOf } from "./error-rules.ts";
import type { Log } from "../log.ts";
import { absoluteUrl, applyRequestRules, ruledPath } from "./request-rules.ts";

export interface HttpRequest {
  readonly method: string;
  /** `/…` is under the API base, `assets/…` under the origin; an absolute URL stays as it is. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal | undefined;
}

/** What the rules need to know and to do; handed in, so that this file knows neither session nor router. */
export interface HttpParts {
  readonly backendURL: string;
  readonly origin: string;
  readonly testHost: string;
  readonly log: Pick<Log, "error">;
  readonly fetch: typeof fetch;
  token(): string | null;
  membershipId(): string | null;
  dropToken(): void;
  hideOverlay(): void;
  /** `replaces`: a page that could not be read makes way for its error, or Back would lead into it again. */
  goTo(path: string, how: { readonly replaces: boolean; readonly code: ApiErrorCode }): void;
  /** FORBIDDEN may mean that the caller's rights changed: read them again. `goOn` then opens the error page. */
  onForbidden?(asked: Credentials, goOn: () => void): void;
}

/** The token and membership with which a request was sent. */
export interface Credentials {
  readonly token: string | null;
  readonly membershipId: string;
}

/** Resolves only with a success. Anything else rejects with an `ApiError`, or with the caller's abort. */
export type Http = (request: HttpRequest) => Promise<Response>;

export function makeHttp(parts: HttpParts): Http {
  const places = { apiBase: parts.backendURL + API_BASE, origin: parts.origin };

  function fail({ method, url }: HttpRequest, error: ApiError, credentials?: Credentials): never {
    const path = ruledPath(absoluteUrl(url, places), places);
    const { goTo, dropToken } = outcomeOf({ method, path, status: error.status, code: error.code });
    parts.hideOverlay();
    parts.log.error(`${method} ${path ?? url} failed: ${error.status} ${error.code}`);
    if (dropToken) parts.dropToken();
    const goOn = () => goTo !== null && parts.goTo(goTo, { replaces: method === "GET", code: error.code });
    if (error.code === "FORBIDDEN" && credentials && parts.onForbidden) parts.onForbidden(credentials, goOn);
    else goOn();
    throw error;
  }

  return async function http(request) {
    const { method, url, headers = {}, body = null, signal } = request;
    const facts = { ...places, testHost: parts.testHost, token: parts.token(), membershipId: parts.membershipId() };
    const ruled = applyRequestRules({ method, url, headers }, facts);
    let reply: Response;
    try {
      reply = await parts.fetch(ruled.url, { method, headers: ruled.headers, body, signal: signal ?? null });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      return fail(request, new ApiError(0, "NETWORK", { cause }));
    }
    if (reply.ok) return reply;
    const membershipId = ruled.headers[MEMBERSHIP_HEADER];
    const credentials = membershipId === undefined ? undefined : { token: facts.token, membershipId };
    return fail(request, await errorOf(reply), credentials);
  };
}
