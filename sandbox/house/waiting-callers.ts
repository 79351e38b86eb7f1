// Those who wait for a provider that hangs or is slow, until the fault is taken back or they have gone.
import type { FastifyReply } from "fastify";

export interface WaitingCallers {
  /** Resolves when all are released or this caller has gone. */
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
