// What the sandbox requires of each provider. A new provider is one folder that implements this.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Checks } from "./checks.ts";
import type { Html } from "./page.ts";

export interface SandboxProvider {
  /** The prefix of its addresses, JSON views and steering: `plaid` -> `/plaid/…`. */
  readonly name: string;
  /** Of requests and replies, where the provider publishes their format. */
  readonly checks?: Checks;
  /** Registers the provider's own paths; `app` already has the prefix. */
  routes(app: FastifyInstance): void;
  /** Its section of the state page, without the shared heading. */
  show(): Html;
  /** One object for its JSON view, e.g. `("items", "eVBn…")`; undefined when there is none. */
  find(kind: string, id: string): unknown;
  /** Applies a steering order; throws SteeringError when the order is invalid. */
  steer(order: Record<string, unknown>): Promise<void> | void;
  /** Ends every requested error; created data stays. */
  reset(): void;
  /** Writes its state and stops its timers. */
  close(): Promise<void>;
}

export class SteeringError extends Error {}

// Callers that wait for a hanging or slow provider, until the error is withdrawn or they disconnect.
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
