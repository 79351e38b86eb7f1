// Errors of one social provider that a person or a test may request. They affect the server's calls, never the page.
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { SteeringError } from "../shared/sandbox-provider.ts";
import { openWaitingCallers } from "../shared/waiting-callers.ts";
import type { WaitingCallers } from "../shared/waiting-callers.ts";

/** `refuse`: every code counts as expired. */
const MODES = ["ok", "refuse", "slow", "error500", "hang"] as const;
export type Mode = (typeof MODES)[number];

export interface Faults extends Pick<WaitingCallers, "untilReleased"> {
  mode: Mode;
  /** How long "slow" takes, in milliseconds. */
  delayMs: number;
  /** Applies `{mode?, delayMs?}`; throws SteeringError on anything else. */
  steer(order: Record<string, unknown>): void;
  /** Ends the error and answers the requests that wait. */
  reset(): void;
}

const SLOW_MS = 8000;

export function openFaults(): Faults {
  const { untilReleased, release } = openWaitingCallers();
  const set = (mode: Mode, delayMs: number) => {
    Object.assign(faults, { mode, delayMs });
    release();
  };
  const faults: Faults = {
    mode: "ok",
    delayMs: SLOW_MS,
    steer(order) {
      const mode = MODES.find((candidate) => candidate === (order["mode"] ?? faults.mode));
      if (mode === undefined) throw new SteeringError(`mode must be one of ${MODES.join(", ")}`);
      const delayMs = Number(order["delayMs"] ?? faults.delayMs);
      if (!Number.isInteger(delayMs) || delayMs < 0) throw new SteeringError("delayMs must be whole milliseconds");
      set(mode, delayMs);
    },
    reset: () => set("ok", SLOW_MS),
    untilReleased,
  };
  return faults;
}

/** Makes every route of `app` play the requested error. */
export function sufferFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook("preHandler", async (_request, reply) => {
    if (faults.mode === "slow") await Promise.race([wait(faults.delayMs), faults.untilReleased(reply)]);
    if (faults.mode === "hang") await faults.untilReleased(reply);
    if (faults.mode === "error500") return reply.code(500).type("text/html").send("<h1>Server Error</h1>");
  });
}
