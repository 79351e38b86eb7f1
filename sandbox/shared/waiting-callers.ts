// Callers that wait for a hanging or slow provider, until the error is withdrawn or they disconnect.
import type { FastifyReply } from "fastify";

export interface WaitingCallers {
  /** Resolves when all callers are released or this one disconnects. */
  untilReleased(reply: FastifyReply): Promise<void>;
  release(): void;
}

export function openWaitingCallers(): WaitingCallers {
  const waiting = new Set<() => void>();
  return {
    untilReleased: (reply) =>
      new Promise((resolve) => {
        waiting.add(resolve);
        reply.raw.once("close", () => {
          waiting.delete(resolve);
          resolve();
        });
      }),
    release() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}
