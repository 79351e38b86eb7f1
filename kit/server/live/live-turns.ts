// Owns when one page is told: in the order in which events came, each after its rights were read anew, one read at a
// time, so that a storm of events is none of reads.

/**
 * Hears events and tells them by `tell`. Those that come during a read wait for the next, and all that wait are told by
 * it; when `isStillIn` says no they are told to nobody.
 */
export function tellInTurn(
  isStillIn: () => Promise<boolean>,
  tell: (event: unknown) => void,
): (event: unknown) => void {
  const waiting: unknown[] = [];
  let isTelling = false;

  async function tellAll(): Promise<void> {
    isTelling = true;
    while (waiting.length > 0) {
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
