// Each provider's fields and error codes stop in its own file.

export interface OauthConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `null`: the provider's own hosts. */
  readonly baseUrl: string | null;
}

/** An attempt that was begun at a provider. */
export interface SignInStarted {
  /** Where the person says yes or no. */
  readonly authorizeURL: string;
  /** What only we may know until the end; the end needs it. */
  readonly secret: string | null;
  /** The provider's own name for the attempt, where it gives one. */
  readonly requestToken: string | null;
}

/** What the browser brought back, with what was stored at the beginning of the attempt. */
export interface Proof {
  readonly code: string;
  readonly redirectURL: string;
  readonly secret: string | null;
  readonly requestToken: string | null;
}

/** Whom the provider vouches for. */
export interface Profile {
  /** The provider's own name for them: never changes, never given to another. */
  readonly subject: string;
  readonly firstName: string;
  /** May be empty. */
  readonly lastName: string;
  readonly email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  readonly isEmailVerified: boolean;
  /** By https, else `null`. */
  readonly pictureURL: string | null;
}

export interface OauthProvider {
  /** Throws PROVIDER_UNAVAILABLE. */
  begin(attempt: { state: string; redirectURL: string }): Promise<SignInStarted>;
  /** Uses the code up. Throws SOCIAL_REFUSED for a code that is not good, PROVIDER_UNAVAILABLE for everything else. */
  profileOf(proof: Proof): Promise<Profile>;
}
