import { ENVIRONMENTS, type Environment } from "#platform/contract/web-config.ts";

/** The environment that a configuration names. Throws ENV_NOT_DEFINED or ENVIRONMENT_NOT_RECOGNIZED. */
export function environmentOf({ environment }: { readonly environment?: string }): Environment {
  if (!environment) throw new Error("ENV_NOT_DEFINED");
  const known = ENVIRONMENTS.find((name) => name === environment);
  if (!known) throw new Error("ENVIRONMENT_NOT_RECOGNIZED");
  return known;
}
