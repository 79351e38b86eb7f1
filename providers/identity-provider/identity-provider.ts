import { openOidc, type OidcConnection } from "./oidc.ts";
import type { IdentityProvider, IdentityProviderOptions } from "./provider.ts";
import { openSaml, type SamlConnection } from "./saml.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly identityProvider: IdentityProviders;
  }
}

export interface IdentityProviders {
  readonly oidc: IdentityProvider<OidcConnection>;
  readonly saml: IdentityProvider<SamlConnection>;
}

export function openIdentityProviders(options: IdentityProviderOptions): IdentityProviders {
  return { oidc: openOidc(options), saml: openSaml() };
}
