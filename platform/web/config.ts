import { ENVIRONMENTS, type WebConfig, type Environment } from "#platform/contract/web-config.ts";
import { log } from "./log.ts";
import { readStored } from "./storage.ts";

const OVERRIDES_KEY = "configOverrides";

let current: WebConfig | null = null;

/**
 * Reads the configuration from the site's origin and lays the stored overrides over it, unless in prod.
 * Throws ENV_NOT_DEFINED or ENVIRONMENT_NOT_RECOGNIZED, or what `fetch` throws.
 */
export async function loadConfig(ask: typeof fetch = fetch): Promise<WebConfig> {
  const reply = await ask("/assets/config.json");
  if (!reply.ok) throw new Error(`CONFIG_UNAVAILABLE ${reply.status}`);
  const served = (await reply.json()) as WebConfig; // made by our own server from its typed configuration
  const config = environmentOf(served) === "prod" ? served : { ...served, ...overrides() };
  environmentOf(config);
  current = config;
  return config;
}

/** What `loadConfig` read; nothing of the page runs before it has. */
export function currentConfig(): WebConfig {
  if (current === null) throw new Error("loadConfig comes first");
  return current;
}

export function hasConfig(): boolean {
  return current !== null;
}

function overrides(): Partial<WebConfig> {
  const stored = readStored(OVERRIDES_KEY);
  if (stored === null) return {};
  try {
    const parsed: unknown = JSON.parse(stored);
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch (error) {
    log.warn(`${OVERRIDES_KEY} is not JSON and is ignored`, error);
    return {};
  }
}

/** The environment that a configuration names. Throws ENV_NOT_DEFINED or ENVIRONMENT_NOT_RECOGNIZED. */
function environmentOf({ environment }: { readonly environment?: string }): Environment {
  if (!environment) throw new Error("ENV_NOT_DEFINED");
  const known = ENVIRONMENTS.find((name) => name === environment);
  if (!known) throw new Error("ENVIRONMENT_NOT_RECOGNIZED");
  return known;
}
