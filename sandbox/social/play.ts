// The interface of each social provider's file, and what it receives.
import type { FastifyInstance } from "fastify";
import type { Faults } from "./faults.ts";
import type { SocialMemory } from "./social-data.ts";

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
