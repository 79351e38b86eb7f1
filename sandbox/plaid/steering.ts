// The errors of the whole provider that a person or a test may request.
import { openWaitingCallers, SteeringError, type WaitingCallers } from "../shared/sandbox-provider.ts";

const MODES = ["ok", "down", "slow", "error500", "hang", "rateLimited"] as const;
const WEBHOOKS = ["normal", "duplicate", "lost"] as const;

export type Mode = (typeof MODES)[number];
export type WebhookWay = (typeof WEBHOOKS)[number];

export interface Steering extends Pick<WaitingCallers, "untilReleased"> {
  mode: Mode;
  /** How long "slow" takes, in milliseconds. */
  delayMs: number;
  webhooks: WebhookWay;
  /** Applies `{mode?, delayMs?, webhooks?}`; throws SteeringError on anything else. */
  steer(order: Record<string, unknown>): void;
  reset(): void;
}

const SLOW_MS = 8000;

export function openSteering(): Steering {
  const { untilReleased, release } = openWaitingCallers();
  const steering: Steering = {
    mode: "ok",
    delayMs: SLOW_MS,
    webhooks: "normal",
    untilReleased,
    steer(order) {
      const mode = oneOf(MODES, order["mode"], steering.mode);
      const webhooks = oneOf(WEBHOOKS, order["webhooks"], steering.webhooks);
      const delayMs = Number(order["delayMs"] ?? steering.delayMs);
      if (!Number.isInteger(delayMs) || delayMs < 0) throw new SteeringError("delayMs must be whole milliseconds");
      Object.assign(steering, { mode, webhooks, delayMs });
      release();
    },
    reset() {
      Object.assign(steering, { mode: "ok", webhooks: "normal", delayMs: SLOW_MS });
      release();
    },
  };
  return steering;
}

function oneOf<T extends string>(choices: readonly T[], given: unknown, otherwise: T): T {
  if (given === undefined) return otherwise;
  const choice = choices.find((candidate) => candidate === given);
  if (choice === undefined) throw new SteeringError(`must be one of ${choices.join(", ")}`);
  return choice;
}
