// One of Plaid's calls: a path, the function that answers it, and what that gets.
import type { Checks } from "../shared/checks.ts";
import type { Memory } from "../shared/state-file.ts";
import { newRequestId, type PlaidConfig, type PlaidData } from "./plaid-data.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { ReportBodies, ReportMaker } from "./report-maker.ts";
import type { Webhooks } from "./webhooks.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { errorBody, errorStatus, type PlaidCode, PlaidFault } from "./errors.ts";
import type { Steering } from "./steering.ts";

/** A reply that is sent unchanged, not as an object with a request id. */
export class WholeReply {
  readonly type: string;
  readonly content: string | Uint8Array;
  constructor(type: string, content: string | Uint8Array) {
    this.type = type;
    this.content = content;
  }
}

export interface Operation {
  path: string;
  answer: (deps: PlaidDeps, body: unknown) => object | Promise<object>;
}

/** `Body` names the fields that `answer` reads. The body is already checked against Plaid's schema of `path`. */
export function operation<Body>(
  path: string,
  answer: (deps: PlaidDeps, body: Body) => object | Promise<object>,
): Operation {
  return { path, answer: (deps, body) => answer(deps, body as Body) };
}

export interface PlaidDeps {
  config: PlaidConfig;
  memory: Memory<PlaidData>;
  bodies: ReportBodies;
  maker: ReportMaker;
  webhooks: Webhooks;
  checks: Checks;
  rates: RateLimits;
}

// The failing replies of the Plaid sandbox: requested errors, and Plaid's error bodies.
/** Plays the requested error. When it is withdrawn, requests that wait are answered at once. */
export async function suffer(steering: Steering, reply: FastifyReply): Promise<void> {
  if (steering.mode === "slow") await Promise.race([wait(steering.delayMs), steering.untilReleased(reply)]);
  if (steering.mode === "hang") await steering.untilReleased(reply);
  if (steering.mode === "down") throw new PlaidFault("PLANNED_MAINTENANCE");
  if (steering.mode === "rateLimited") throw new PlaidFault("RATE_LIMIT");
  if (steering.mode === "error500") throw new PlaidFault("INTERNAL_SERVER_ERROR");
}

export function sendFault(reply: FastifyReply, error: unknown, { config }: PlaidDeps): FastifyReply {
  if (error instanceof PlaidFault) {
    return reply
      .code(errorStatus(error.code))
      .send({ ...errorBody(error.code, error.detail, error.type ?? undefined), request_id: newRequestId() });
  }
  // Fastify's own errors (such as a body that is too large) are the caller's. All others are ours and are logged.
  const isRefusal = error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500;
  if (!isRefusal)
    config.say(`Plaid sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const code: PlaidCode = isRefusal ? "INVALID_BODY" : "INTERNAL_SERVER_ERROR";
  return reply.code(errorStatus(code)).send({ ...errorBody(code), request_id: newRequestId() });
}
