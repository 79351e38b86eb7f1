import { PROVIDERS, type ProviderName } from "#features/auth/contract.ts";
import type { WebConfig } from "#platform/contract/web-config.ts";

export const PROVIDER_LABELS: Readonly<Record<ProviderName, string>> = {
  facebook: "Facebook",
  github: "GitHub",
  google: "Google",
  twitter: "Twitter",
};

/** In stage and prod a provider without a client id is off. Locally a sandbox provider replaces it. */
export function offeredProviders(config: WebConfig): readonly ProviderName[] {
  return PROVIDERS.filter((provider) => config.environment === "local" || config[`${provider}ClientID`] !== "");
}
