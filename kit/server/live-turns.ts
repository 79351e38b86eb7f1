// Owns when one page is told: in the order in which events came, each after its rights were read anew, once a second at
// most, so that a storm of events is none of reads.
import { setTimeout as sleep } from "node:timers/promises";

const READ_EVERY_MS = 1_000;

/**
 * Hears events and tells them by `tell`. One that comes within a second of a read waits for the next, and all that wait
 * are told by it; when `isStillIn` says no they are told to nobody.
 */
export function tellInTurn(
  isStillIn: () => Promise<boolean>,
  tell: (event: unknown) => void,
): (event: unknown) => void {
  const waiting: unknown[] = [];
  let isTelling = false;
  let lastRead = -READ_EVERY_MS;

  async function tellAll(): Promise<void> {
    isTelling = true;
    while (waiting.length > 0) {
      await sleep(Math.max(0, lastRead + READ_EVERY_MS - performance.now()), undefined, { ref: false });
      lastRead = performance.now();
      const due = waiting.splice(0);
      if (await isStillIn()) due.forEach(tell);
    }
    isTelling = false;
  }

  return (event) => {
    waiting.push(event);
    if (!isTelling) void tellAll();
  };
}
