import { API_BASE, MEMBERSHIP_HEADER } from "#platform/contract/call.ts";
import { ApiError, errorOf } from "./api-error.ts";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import type { Log } from "../log.ts";

export interface HttpRequest {
  readonly method: string;
  /** `/…` is under the API base, `assets/…` under the origin; an absolute URL stays as it is. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal | undefined;
  /** An error leads to no error page. */
  readonly isBesidePage?: boolean;
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
  /** The path of the page that is shown, or that is about to be. */
  pagePath(): string;
  dropToken(): void;
  hideOverlay(): void;
  /** `replaces`: a page that could not be read makes way for its error, or Back would lead into it again. */
  goTo(path: string, how: { readonly replaces: boolean; readonly code: ApiErrorCode }): void;
  /** What is known here of the caller's rights and address is out of date: read it again. `goOn` then opens the error page. */
  onForbidden?(asked: Credentials, goOn: () => void): void;
}

/** The token and membership with which a request was sent. */
export interface Credentials {
  readonly token: string | null;
  readonly membershipId: string;
}

/** Where a request was sent from, and as whom. */
interface Asked {
  readonly pagePath: string;
  readonly credentials: Credentials | undefined;
}

/** Resolves only with a success. Anything else rejects with an `ApiError`, or with the caller's abort. */
export type Http = (request: HttpRequest) => Promise<Response>;

export function makeHttp(parts: HttpParts): Http {
  const places = { apiBase: parts.backendURL + API_BASE, origin: parts.origin };

  function fail({ method, url, isBesidePage = false }: HttpRequest, error: ApiError, asked: Asked): never {
    const path = ruledPath(absoluteUrl(url, places), places);
    const { credentials } = asked;
    const { goTo, dropToken } = outcomeOf({ method, path, status: error.status, code: error.code });
    parts.hideOverlay();
    parts.log.error(`${method} ${path ?? url} failed: ${error.status} ${error.code}`);
    if (dropToken) parts.dropToken();
    const isRead = method === "GET";
    const goOn = () => {
      // What a page that is being left could not read says nothing about the next one.
      const isLeft = isRead && error.status !== 401 && parts.pagePath() !== asked.pagePath;
      if (goTo !== null && !isBesidePage && !isLeft) parts.goTo(goTo, { replaces: isRead, code: error.code });
    };
    const isRight = error.code === "FORBIDDEN" || error.code === "EMAIL_NOT_CONFIRMED";
    if (isRight && credentials && parts.onForbidden) parts.onForbidden(credentials, goOn);
    else goOn();
    throw error;
  }

  return async function http(request) {
    const { method, url, headers = {}, body = null, signal } = request;
    const facts = { ...places, testHost: parts.testHost, token: parts.token(), membershipId: parts.membershipId() };
    const ruled = applyRequestRules({ method, url, headers }, facts);
    const membershipId = ruled.headers[MEMBERSHIP_HEADER];
    const asked: Asked = {
      pagePath: parts.pagePath(),
      credentials: membershipId === undefined ? undefined : { token: facts.token, membershipId },
    };
    let reply: Response;
    try {
      reply = await parts.fetch(ruled.url, { method, headers: ruled.headers, body, signal: signal ?? null });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      return fail(request, new ApiError(0, "NETWORK", { cause }), asked);
    }
    if (reply.ok) return reply;
    return fail(request, await errorOf(reply), asked);
  };
}

interface RuledRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RequestFacts {
  readonly apiBase: string;
  readonly origin: string;
  /** A request whose absolute URL starts with this gets `test=true`; empty: no request does. */
  readonly testHost: string;
  readonly token: string | null;
  readonly membershipId: string | null;
}

/** The misspelling is part of the published contract: callers set the marker with this spelling. */
const SKIP_MARKER = "ignoreiterecptor";
const MULTI_PART_MARKER = "multi-part";

/** Makes a path absolute: `/…` under the API, `assets/…` under the origin; others stay unchanged. */
function absoluteUrl(url: string, { apiBase, origin }: Pick<RequestFacts, "apiBase" | "origin">): string {
  if (url.startsWith("/")) return apiBase + url;
  return url.startsWith("assets/") ? `${origin}/${url}` : url;
}

/** The part of an absolute URL that the rules compare, without a leading slash; `null` for someone else's server. */
export function ruledPath(url: string, { apiBase, origin }: Pick<RequestFacts, "apiBase" | "origin">): string | null {
  const base = [apiBase, origin].find((start) => url === start || url.startsWith(`${start}/`));
  return base === undefined ? null : url.slice(base.length + 1);
}

/** The request as it goes on the wire. Header names come out in lower case; marker headers stay behind. */
export function applyRequestRules(request: RuledRequest, facts: RequestFacts): RuledRequest {
  const given = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const marked = new Set(given.map(([name]) => name));
  const headers = Object.fromEntries(
    given.filter(([name]) => name !== SKIP_MARKER && name !== MULTI_PART_MARKER),
  ) as Record<string, string>;
  const url = absoluteUrl(request.url, facts);
  if (marked.has(SKIP_MARKER)) return { ...request, url, headers };

  const path = ruledPath(url, facts);
  // A token never goes to another server, whatever the URL.
  if (path !== null && !isBare(request.method, path)) {
    if (facts.token !== null) headers["authorization"] = `bearer ${facts.token}`;
    if (facts.token !== null && facts.membershipId !== null) headers[MEMBERSHIP_HEADER] = facts.membershipId;
    if (!marked.has(MULTI_PART_MARKER)) headers["content-type"] = "application/json";
  }
  return { ...request, url: withTestParameter(url, facts.testHost), headers };
}

function isBare(method: string, path: string): boolean {
  if (method === "POST") return path.startsWith("auth/login");
  return method === "GET" && ["assets/", "posts/", "payment/"].some((start) => path.startsWith(start));
}

function withTestParameter(url: string, testHost: string): string {
  if (testHost === "" || !url.startsWith(testHost)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}test=true`;
}

interface ErrorFacts {
  readonly method: string;
  /** As `ruledPath` gives it; `null` for someone else's server. */
  readonly path: string | null;
  readonly status: number;
  readonly code: ApiErrorCode;
}

interface ErrorOutcome {
  /** The page to go to, or `null` to stay. */
  readonly goTo: string | null;
  /** The stored token no longer belongs to any user. */
  readonly dropToken: boolean;
}

const LOG_IN_REFUSALS: readonly ApiErrorCode[] = [
  "EMAIL_NOT_FOUND",
  "INVALID_PASSWORD",
  "PASSWORD_CHANGE_REQUIRED",
  "ACCOUNT_LOCKED",
];
const STATUSES_WITH_PAGE = [400, 403, 404, 500, 503, 504];

/** Requests whose screens handle their own errors: one path, or all paths that begin with the part before `*`. */
const OWN_ERRORS = [
  ["GET", "assets/*"],
  ["POST", "payment/*"],
  ["POST", "auth/*"],
  ["POST", "account/post"],
  ["PUT", "account/post/*"],
] as const;

export function outcomeOf({ method, path, status, code }: ErrorFacts): ErrorOutcome {
  if (status === 401) {
    if (LOG_IN_REFUSALS.includes(code)) return { goTo: null, dropToken: false };
    return { goTo: "/error/401", dropToken: code === "NO_USER" };
  }
  const isOwn = OWN_ERRORS.some(([of, pattern]) => method === of && path !== null && isPath(path, pattern));
  return { goTo: STATUSES_WITH_PAGE.includes(status) && !isOwn ? `/error/${status}` : null, dropToken: false };
}

function isPath(path: string, pattern: string): boolean {
  const [asked = ""] = path.split("?", 1);
  return pattern.endsWith("*") ? asked.startsWith(pattern.slice(0, -1)) : asked === pattern;
}
