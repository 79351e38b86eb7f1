import type { ApiErrorCode } from "#platform/contract/errors.ts";

export interface ErrorFacts {
  readonly method: string;
  /** As `ruledPath` gives it; `null` for someone else's server. */
  readonly path: string | null;
  readonly status: number;
  readonly code: ApiErrorCode;
}

export interface ErrorOutcome {
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
