// Owns what the providers are called, and which of them are offered here.
import { PROVIDERS, type ProviderName } from "#features/social/contract.ts";
import type { WebConfig } from "#kit/contract/web-config.ts";

export const PROVIDER_WORDS: Readonly<Record<ProviderName, string>> = {
  facebook: "Facebook",
  github: "GitHub",
  google: "Google",
  twitter: "Twitter",
};

/** In stage and prod a provider without a client id is off; in local a stand-in takes its place. */
export function offeredProviders(config: WebConfig): readonly ProviderName[] {
  return PROVIDERS.filter((provider) => config.environment === "local" || config[`${provider}ClientID`] !== "");
}
