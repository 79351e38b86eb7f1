// Owns what the rules on social log-in are handed.
import type { IdentityDeps } from "#features/identity/server/deps.ts";
import type { ProviderName } from "#features/social/contract.ts";
import type { Authenticate } from "#kit/server/http/asker.ts";
import type { OauthProvider } from "#providers/oauth-provider.ts";

export interface SocialDeps extends IdentityDeps {
  readonly authenticate: Authenticate;
  /** `null`: the provider is off. */
  readonly providers: Readonly<Record<ProviderName, OauthProvider | null>>;
}
