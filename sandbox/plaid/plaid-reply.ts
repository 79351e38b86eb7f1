// The failing replies of the Plaid sandbox: requested errors, and Plaid's error bodies.
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { PlaidFault, errorBody, errorStatus } from "./errors.ts";
import type { PlaidCode } from "./errors.ts";
import type { PlaidDeps } from "./plaid-deps.ts";
import type { Steering } from "./steering.ts";
import { newRequestId } from "./tokens.ts";

/** Plays the requested error. When it is withdrawn, requests that wait are answered at once. */
export async function suffer(steering: Steering, reply: FastifyReply): Promise<void> {
  if (steering.mode === "slow") await Promise.race([wait(steering.delayMs), steering.untilReleased(reply)]);
  if (steering.mode === "hang") await steering.untilReleased(reply);
  if (steering.mode === "down") throw new PlaidFault("PLANNED_MAINTENANCE");
  if (steering.mode === "error500") throw new PlaidFault("INTERNAL_SERVER_ERROR");
}

export function sendFault(reply: FastifyReply, error: unknown, { config }: PlaidDeps): FastifyReply {
  if (error instanceof PlaidFault) {
    return reply
      .code(errorStatus(error.code))
      .send({ ...errorBody(error.code, error.detail), request_id: newRequestId() });
  }
  // Fastify's own errors (such as a body that is too large) are the caller's. All others are ours and are logged.
  const isRefusal = error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500;
  if (!isRefusal)
    config.say(`Plaid sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const code: PlaidCode = isRefusal ? "INVALID_BODY" : "INTERNAL_SERVER_ERROR";
  return reply.code(errorStatus(code)).send({ ...errorBody(code), request_id: newRequestId() });
}
