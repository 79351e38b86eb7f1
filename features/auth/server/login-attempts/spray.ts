import { AppError } from "#platform/contract/errors.ts";

declare module "#platform/server/context.ts" {
  interface Context {
    readonly spray: SprayGuard;
  }
}

const WINDOW_MS = 60_000;

/** Applies only to unknown browsers, so that regular users can still sign in while it is closed. */
export interface SprayGuard {
  /** Throws TOO_MANY_REQUESTS until the end of a minute with too many failures. */
  requireOpen(): void;
  countFailure(): void;
}

export interface SprayOptions {
  /** Failures per minute in each process. */
  readonly perMinute?: number;
  /** Called once for each closing. */
  onClosed(): void;
}

export function createPasswordSprayGuard({ perMinute = 1_000, onClosed }: SprayOptions): SprayGuard {
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
