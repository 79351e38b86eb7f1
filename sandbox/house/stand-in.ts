// What the house asks of each stand-in; a new provider is one folder that answers to this.
import type { FastifyInstance } from "fastify";
import type { Html } from "./html.ts";

export interface StandIn {
  /** The first part of its addresses, its JSON views and its steering: `plaid` -> `/plaid/…`. */
  readonly name: string;
  /** Registers the provider's own paths; `app` has the prefix already. */
  routes(app: FastifyInstance): void;
  /** Its part of the state page, without the heading of the house. */
  show(): Html;
  /** One object for its JSON view, e.g. `("items", "eVBn…")`; undefined when there is none. */
  find(kind: string, id: string): unknown;
  /** Obeys a steering order; throws SteeringError when it is not one. */
  steer(order: Record<string, unknown>): Promise<void> | void;
  /** Ends every fault that was asked for; keeps what was created. */
  reset(): void;
  /** Writes its memory and stops its timers. */
  close(): Promise<void>;
}

export class SteeringError extends Error {}
