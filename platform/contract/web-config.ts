export const ENVIRONMENTS = ["local", "stage", "prod"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The environment of the outside providers: this project's sandbox, their own for tests, or production. */
export type ProviderMode = "sandbox" | "test" | "live";

/** The fields of `GET /assets/config.json` (never a secret among them). */
export interface WebConfig {
  readonly environment: Environment;
  readonly productName: string;
  readonly backendURL: string;
  readonly websocketURL: string;
  readonly recaptchaSiteKey: string;
  readonly stripePublishableKey: string;
  readonly facebookClientID: string;
  readonly githubClientID: string;
  readonly googleClientID: string;
  readonly twitterClientID: string;
  readonly testHost: string;
  readonly captchaTestToken: string;
  readonly bannerEnabled: boolean;
  readonly providerMode: ProviderMode;
  /** Who operates this installation, as the public pages state it. */
  readonly legal: Readonly<
    Record<"entity" | "address" | "contactEmail" | "effectiveDate" | "hostingProvider" | "emailProvider", string>
  >;
  /** 0 (trace) to 50 (fatal); absent: by the environment. */
  readonly logLevel?: number;
  readonly scripts: Readonly<
    Record<"recaptcha" | "stripe" | "plaidLink" | "markdownEditor" | "markdownRenderer", string>
  >;
}
