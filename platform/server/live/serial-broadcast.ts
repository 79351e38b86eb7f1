/**
 * Passes events to `tell`, one read at a time. Events that come during a read wait, and the next read sends them
 * together. When `isStillIn` says no, they are dropped.
 */
export function broadcastSerially(
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
