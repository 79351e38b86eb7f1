// What the identity providers of organizations have in common. Their own fields and errors stop here.
import { AppError } from "#platform/contract/errors.ts";

/** Whom the identity provider vouches for. */
export interface SsoProfile {
  /** The provider's own name for them, for this connection. */
  readonly subject: string;
  /** In a form that can be an address. */
  readonly email: string;
  /** May be empty. */
  readonly firstName: string;
  readonly lastName: string;
}

export interface SsoStarted {
  /** Where the person signs in. */
  readonly authorizeURL: string;
  /** What the end needs and no one else may know. */
  readonly secret: string;
}

export interface SsoProof {
  readonly state: string;
  readonly secret: string;
  /** OIDC: the code. SAML: the response in base64. */
  readonly answer: string;
  /** OIDC: who sent the code, where the provider says so (RFC 9207). */
  readonly issuer?: string | undefined;
}

export interface IdentityProvider<Connection> {
  /** Throws PROVIDER_UNAVAILABLE. */
  begin(connection: Connection, state: string): Promise<SsoStarted>;
  /**
   * What the provider sent is used once, which the caller ensures. Throws SSO_REFUSED for an answer that does not prove anything, PROVIDER_UNAVAILABLE.
   */
  profileOf(connection: Connection, proof: SsoProof): Promise<SsoProfile>;
}

export interface IdentityProviderOptions {
  /** Whether an issuer may be at a private address. */
  readonly allowsPrivate: boolean;
}

/** @param reason for people who look into it; never what the provider sent */
export function refusedAnswer(reason: string): AppError {
  return new AppError("SSO_REFUSED", { cause: new Error(reason) });
}
