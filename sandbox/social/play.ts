// The interface of each social provider's file, and what it receives.
import type { FastifyInstance } from "fastify";
import type { Checks } from "../shared/checks.ts";
import type { SocialMemory } from "./social-data.ts";
import { setTimeout as wait } from "node:timers/promises";
import { openWaitingCallers, SteeringError, type WaitingCallers } from "../shared/sandbox-provider.ts";

// Errors of one social provider that a person or a test may request. They affect the server's calls, never the page.
/** `refuse`: every code counts as expired. */
const MODES = ["ok", "refuse", "slow", "error500", "hang"] as const;
export type Mode = (typeof MODES)[number];

interface Faults extends Pick<WaitingCallers, "untilReleased"> {
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

export const SOCIAL_PROVIDERS = ["facebook", "github", "google", "twitter"] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

export interface SocialKeys {
  clientId: string;
  clientSecret: string;
}

export interface SocialConfig extends SocialKeys {
  /** The site that registered with the provider. */
  publicUrl: string;
  /** Where the sandbox stores the provider's state. With null it is not stored. */
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}

export interface SocialDeps {
  provider: SocialProvider;
  config: SocialConfig;
  memory: SocialMemory;
  faults: Faults;
  checks: Checks;
}

export interface Play {
  /** The provider's name for people. */
  title: string;
  /** Registers the provider's own paths; `app` already has the prefix. */
  serve(app: FastifyInstance, deps: SocialDeps): void;
}

/**
 * Whether the site registered this address for coming back. Any port of this machine will do, as GitHub and Facebook
 * allow while a site is being built.
 */
export function isRegistered({ provider, config }: SocialDeps, redirectURI: string): boolean {
  if (!URL.canParse(redirectURI)) return false;
  const { origin, hostname, pathname, searchParams } = new URL(redirectURI);
  const isOurs = origin === new URL(config.publicUrl).origin || ["localhost", "127.0.0.1"].includes(hostname);
  return isOurs && pathname === "/auth/social" && searchParams.get("social") === provider;
}

/** The form or query of a request; only plain texts count. */
export function textsOf(values: unknown): Record<string, string> {
  const entries = Object.entries((values ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
}
