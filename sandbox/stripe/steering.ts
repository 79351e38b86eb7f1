// The errors of the whole provider that a person or a test may request.
import { openWaitingCallers, SteeringError, type WaitingCallers } from "../shared/sandbox-provider.ts";
import type { AfterRetries } from "./stripe-data.ts";

export const MODES = ["ok", "down", "slow", "error500", "hang", "lostReply", "rateLimited"] as const;
export const WEBHOOK_WAYS = ["normal", "duplicate", "delayed", "shuffled", "lost"] as const;
export const AFTER_RETRIES = ["cancel", "unpaid", "past_due"] as const satisfies readonly AfterRetries[];

export type Mode = (typeof MODES)[number];
export type WebhookWay = (typeof WEBHOOK_WAYS)[number];

export interface Steering extends Pick<WaitingCallers, "untilReleased"> {
  mode: Mode;
  /** The only operation the mode applies to, e.g. `POST /v1/customers`; "" applies it to every one. */
  operation: string;
  /** How many calls the mode has hit since it was set. */
  hits: number;
  /** How long "slow" takes, in milliseconds. */
  delayMs: number;
  webhooks: WebhookWay;
  /** How long "delayed" webhooks wait, in milliseconds. */
  webhookDelayMs: number;
  afterRetries: AfterRetries;
  /** Applies `{mode?, operation?, delayMs?, webhooks?, webhookDelayMs?, afterRetries?}`; throws SteeringError on anything else. */
  steer(order: Record<string, unknown>): void;
  reset(): void;
}

const SLOW_MS = 8000;
const WEBHOOK_DELAY_MS = 5000;

export function openSteering(afterRetries: AfterRetries): Steering {
  const { untilReleased, release } = openWaitingCallers();
  const usual = {
    mode: "ok",
    operation: "",
    hits: 0,
    delayMs: SLOW_MS,
    webhooks: "normal",
    webhookDelayMs: WEBHOOK_DELAY_MS,
    afterRetries,
  } as const;
  const steering: Steering = {
    ...usual,
    untilReleased,
    steer(order) {
      Object.assign(steering, {
        mode: oneOf(MODES, order["mode"], steering.mode),
        operation: order["mode"] === undefined ? steering.operation : operationOf(order),
        hits: 0,
        webhooks: oneOf(WEBHOOK_WAYS, order["webhooks"], steering.webhooks),
        afterRetries: oneOf(AFTER_RETRIES, order["afterRetries"], steering.afterRetries),
        delayMs: milliseconds("delayMs", order, steering.delayMs),
        webhookDelayMs: milliseconds("webhookDelayMs", order, steering.webhookDelayMs),
      });
      release();
    },
    reset() {
      Object.assign(steering, usual);
      release();
    },
  };
  return steering;
}

function operationOf({ operation = "" }: Record<string, unknown>): string {
  if (operation === "" || (typeof operation === "string" && /^(GET|POST|DELETE) \/v1\//.test(operation)))
    return operation;
  throw new SteeringError("operation must be a method and a path, e.g. POST /v1/customers");
}

function milliseconds(name: string, order: Record<string, unknown>, otherwise: number): number {
  const number = Number(order[name] ?? otherwise);
  if (!Number.isInteger(number) || number < 0) throw new SteeringError(`${name} must be whole milliseconds`);
  return number;
}

function oneOf<T extends string>(choices: readonly T[], given: unknown, otherwise: T): T {
  if (given === undefined) return otherwise;
  const choice = choices.find((candidate) => candidate === given);
  if (choice === undefined) throw new SteeringError(`must be one of ${choices.join(", ")}`);
  return choice;
}
