import { MEMBERSHIP_HEADER } from "#platform/contract/call.ts";

export interface RuledRequest {
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
export function absoluteUrl(url: string, { apiBase, origin }: Pick<RequestFacts, "apiBase" | "origin">): string {
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
