import type { IdentityDeps } from "#features/auth/server/deps.ts";
import type { ProviderName } from "#features/auth/contract.ts";
import type { Authenticate } from "#platform/server/http/authenticate-request.ts";
import type { OauthProvider } from "#providers/oauth/provider.ts";

export interface SocialDeps extends IdentityDeps {
  readonly authenticate: Authenticate;
  /** `null`: the provider is off. */
  readonly providers: Readonly<Record<ProviderName, OauthProvider | null>>;
}
