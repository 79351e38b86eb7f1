// Owns the end of guesses that are spread over many accounts and addresses: their failures within a minute, all together.
import { AppError } from "#kit/contract/errors.ts";

const WINDOW_MS = 60_000;

/** Only for browsers that are not known: those of the product's own people go on while it is closed. */
export interface SprayGuard {
  /** Throws TOO_MANY_REQUESTS until the minute is over that saw too many failures. */
  requireOpen(): void;
  countFailure(): void;
}

export interface SprayOptions {
  /** Failures a minute, to each process. */
  readonly perMinute?: number;
  /** Told once each time that it closes. */
  onClosed(): void;
}

export function openSprayGuard({ perMinute = 1_000, onClosed }: SprayOptions): SprayGuard {
  let failures = 0;
  let endsAt = 0;
  const isOver = () => Date.now() >= endsAt;
  return {
    requireOpen() {
      if (failures < perMinute || isOver()) return;
      throw new AppError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) });
    },
    countFailure() {
      if (isOver()) {
        failures = 0;
        endsAt = Date.now() + WINDOW_MS;
      }
      failures++;
      if (failures === perMinute) onClosed();
    },
  };
}
