import type { Context } from "./context.ts";
import type { Tx } from "./database/database.ts";

/**
 * Something that happened in one feature and that a higher feature acts on, in the same transaction. A handler that
 * throws undoes the change. `app/server/events.ts` lists all events with their handlers.
 */
export interface DomainEvent<Payload> {
  readonly name: string;
  /** Only for the type. */
  readonly payload?: Payload;
}

export type PayloadOf<Event> = Event extends DomainEvent<infer Payload> ? Payload : never;

type Handler<Payload> = (ctx: Context, tx: Tx, payload: Payload) => Promise<void>;

export interface EventHandler {
  readonly event: DomainEvent<unknown>;
  readonly handle: Handler<never>;
}

declare module "./context.ts" {
  interface Context {
    readonly handlers: readonly EventHandler[];
  }
}

export function defineEvent<Payload>(name: string): DomainEvent<Payload> {
  return { name };
}

export function on<Payload>(event: DomainEvent<Payload>, handle: Handler<Payload>): EventHandler {
  return { event, handle };
}

/** Runs the event's handlers one after the other. Throws what they throw. */
export async function publish<Payload>(
  ctx: Context,
  tx: Tx,
  event: DomainEvent<Payload>,
  payload: Payload,
): Promise<void> {
  for (const { event: handled, handle } of ctx.handlers)
    if (handled === event) await (handle as Handler<Payload>)(ctx, tx, payload); // `on` pairs them by type
}
