// Owns how often one call may be asked by everybody together: guesses spread over many addresses are many all the same.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#kit/contract/errors.ts";

/** Counts a request; throws TOO_MANY_REQUESTS, and logs it, once there were more than `perMinute` within a minute. */
export function limitInAll(
  app: FastifyInstance,
  path: string,
  perMinute: number,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max: perMinute, timeWindow: 60_000, keyGenerator: () => path });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    request.log.warn({ path, perMinute }, "a call is asked more often than all together may");
    throw new AppError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, counted.ttlInSeconds) });
  };
}
