/**
 * How long the event loop is held up, in milliseconds: how late a timer of one second comes, each time averaged with what
 * it was, so that a single pause counts by half. Not Node's histogram (nor @fastify/under-pressure, which uses it): it wakes an idle process a hundred
 * times a second, which alone costs more CPU than all else that the product does while no one asks.
 */
export function watchEventLoop(): { delayMs(): number; stop(): void } {
  let delay = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delay = (delay + now - last - SAMPLE_MS) / 2;
    last = now;
  }, SAMPLE_MS).unref();
  return { delayMs: () => delay, stop: () => clearInterval(timer) };
}

const SAMPLE_MS = 1000;
