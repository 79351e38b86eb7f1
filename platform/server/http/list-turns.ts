import { AppError } from "#platform/contract/errors.ts";

/** Lists that one person is sent at once; more of them wait. */
export const LISTS_AT_ONCE = 4;
/** Lists of one person that may wait. */
export const LISTS_WAITING = 20;
/** Lists as CSV that one person is sent at once. Each lasts as long as its reader takes. */
export const EXPORTS_AT_ONCE = 2;
/** A page of the site that shows a list of full length asks 20 times. */
export const LISTS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;

export interface ListTurns {
  /** Resolves when the person may be sent a list; call the result when it has left. Throws TOO_MANY_REQUESTS. */
  take(userId: string): Promise<() => void>;
}

/** Of one person. */
interface TurnLimits {
  readonly perMinute: number;
  /** Sent at once; more of them wait. */
  readonly atOnce: number;
  readonly waiting: number;
}

export function openListTurns({ perMinute, atOnce, waiting }: TurnLimits): ListTurns {
  const queues = new Map<string, { sending: number; readonly waiting: (() => void)[] }>();
  const counted = { since: 0, byPerson: new Map<string, number>() };

  function count(userId: string): void {
    const now = Date.now();
    if (now - counted.since >= MINUTE_MS) Object.assign(counted, { since: now, byPerson: new Map() });
    const asked = (counted.byPerson.get(userId) ?? 0) + 1;
    counted.byPerson.set(userId, asked);
    if (asked > perMinute)
      throw new AppError("TOO_MANY_REQUESTS", { retryAfter: Math.ceil((counted.since + MINUTE_MS - now) / 1000) });
  }

  function leave(userId: string): void {
    const queue = queues.get(userId)!; // everyone who leaves was counted in
    const next = queue.waiting.shift();
    if (next) return next(); // takes the place over
    queue.sending--;
    if (queue.sending === 0) queues.delete(userId);
  }

  return {
    async take(userId) {
      count(userId);
      const queue = queues.get(userId) ?? { sending: 0, waiting: [] };
      queues.set(userId, queue);
      if (queue.sending < atOnce) queue.sending++;
      else if (queue.waiting.length >= waiting) throw new AppError("TOO_MANY_REQUESTS", { retryAfter: 1 });
      else await new Promise<void>((resolve) => queue.waiting.push(resolve));
      return () => leave(userId);
    },
  };
}
