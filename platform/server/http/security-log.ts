import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { AppError, type ErrorCode } from "#platform/contract/errors.ts";
import { networkOf } from "./network.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The user of the request's token, once it was verified. */
    personId: string | undefined;
  }
}

export const SECURITY_EVENT = "SECURITY_EVENT";

/** Never a secret, an email address or anything that a caller typed. */
export interface SecurityEvent {
  readonly event:
    | "access-denied"
    | "account-locked"
    | "bot-suspected"
    | "ended-token-used"
    | "limit-reached"
    | "log-in-failed"
    | "signature-refused"
    | "social-state-refused"
    | "token-refused"
    | "unknown-id";
  /** Method and pattern of the call, for example `POST /api/latest/auth/login`. */
  readonly route: string;
  /** The caller's network; `null` where the event is of no request. */
  readonly network: string | null;
  readonly code?: ErrorCode;
  readonly userId?: string;
  /** Of the token; one that was minted outside has none. */
  readonly deviceId?: string;
}

/** A token that was good until its device ended: an open page that has not noticed, or a copy. */
export class EndedTokenError extends AppError {
  readonly owner: Pick<SecurityEvent, "userId" | "deviceId">;

  constructor(owner: { userId: string; deviceId?: string }) {
    super("INVALID_JWT");
    this.owner = owner;
  }
}

type Log = Pick<FastifyBaseLogger, "warn">;

const WINDOW_MS = 60_000;
/** Kinds of lines a minute, so that varied attempts cannot fill the disk. */
const KINDS_MAX = 500;

const logs = new WeakMap<Log, (event: SecurityEvent) => void>();

/** Writes the line, or counts it where the same was written within the minute. */
export function securityEvent(log: Log, event: SecurityEvent): void {
  let write = logs.get(log);
  if (!write) logs.set(log, (write = openSecurityLog(log)));
  write(event);
}

function openSecurityLog(log: Log): (event: SecurityEvent) => void {
  const counts = new Map<string, { event: SecurityEvent; repeated: number }>();
  const endWindow = () => {
    for (const { event, repeated } of counts.values())
      if (repeated > 0) log.warn({ security: { ...event, repeated } }, SECURITY_EVENT);
    counts.clear();
  };
  return (event) => {
    if (counts.size === 0) setTimeout(endWindow, WINDOW_MS).unref();
    const { userId: _userId, ...kind } = event;
    const own = Object.values(kind).join(" ");
    const isOneTooMany = !counts.has(own) && counts.size >= KINDS_MAX;
    const logged = isOneTooMany ? { event: event.event, route: "various", network: null } : event;
    const key = isOneTooMany ? event.event : own;
    const counted = counts.get(key);
    if (counted) {
      counted.repeated++;
      return;
    }
    counts.set(key, { event: logged, repeated: 0 });
    log.warn({ security: logged }, SECURITY_EVENT);
  };
}

const EVENTS: Partial<Record<ErrorCode, SecurityEvent["event"]>> = {
  FORBIDDEN: "access-denied",
  NOT_FOUND: "unknown-id",
  INVALID_JWT: "token-refused",
  NO_USER: "token-refused",
  EMAIL_NOT_FOUND: "log-in-failed",
  INVALID_PASSWORD: "log-in-failed",
  SECOND_FACTOR_WRONG: "log-in-failed",
  CODE_WRONG: "log-in-failed",
  ACCOUNT_LOCKED: "account-locked",
  INVALID_SIGNATURE: "signature-refused",
  SOCIAL_STATE_MISMATCH: "social-state-refused",
  FLAGGED_AS_SPAM: "bot-suspected",
  TOO_MANY_REQUESTS: "limit-reached",
};

/** Each refusal that an attack may be behind. Without a token, 401 and 404 are what anybody's stray click gets. */
export function logRefusal(
  request: FastifyRequest,
  error: AppError,
  hasToken = request.headers.authorization !== undefined,
): void {
  const { code } = error;
  const isOfEnded = error instanceof EndedTokenError;
  const event = isOfEnded ? "ended-token-used" : EVENTS[code];
  const isStray = !hasToken && (event === "token-refused" || event === "unknown-id");
  if (!event || isStray || request.routeOptions.url === undefined) return;
  // Not the request's own log: each request has a new one, so its counts would start at zero.
  securityEvent(request.server.log, {
    event,
    code,
    route: `${request.method} ${request.routeOptions.url}`,
    network: networkOf(request.ip),
    ...(request.personId !== undefined && { userId: request.personId }),
    ...(isOfEnded && error.owner),
  });
}
