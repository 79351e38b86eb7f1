import type { ProviderMode } from "#platform/contract/web-config.ts";
import { ConfigError } from "./config-reader.ts";

/** The settings that say which environment of a provider is used. */
interface ProviderSettings {
  readonly environment: string;
  readonly plaid: { readonly baseUrl: string };
  readonly stripe: { readonly baseUrl: string; readonly secretKey: string };
  readonly captcha: { readonly verifyUrl: string };
  readonly web: {
    readonly stripePublishableKey: string;
    readonly recaptchaSiteKey: string;
    readonly scripts: Readonly<Record<"recaptcha" | "stripe" | "plaidLink", string>>;
  };
}

const PLAID_HOSTS: Readonly<Record<string, ProviderMode>> = {
  "production.plaid.com": "live",
  "sandbox.plaid.com": "test",
};
const CAPTCHA_HOSTS = ["www.google.com", "www.recaptcha.net"];
/** Google's key for tests: it accepts everyone. */
const CAPTCHA_TEST_KEY = "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI";

/**
 * The one environment that Plaid and Stripe are in: ours (the sandbox), their own test environments, or production.
 * Throws ConfigError for keys, addresses or scripts of different environments, for production outside of `prod`, and
 * for a test environment in `prod`. The bot check is compared with its script alone.
 */
export function providerMode({ environment, plaid, stripe, captcha, web }: ProviderSettings): ProviderMode {
  const { scripts } = web;
  const plaidMode = PLAID_HOSTS[hostOf(plaid.baseUrl)] ?? "sandbox";
  const isStripe = hostOf(stripe.baseUrl) === "api.stripe.com";
  const stripeMode = isStripe ? keyMode(stripe.secretKey) : "sandbox";
  const isCaptcha = CAPTCHA_HOSTS.includes(hostOf(captcha.verifyUrl));

  if (keyMode(stripe.secretKey) !== keyMode(web.stripePublishableKey))
    throw new ConfigError("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key, the other is not.");
  if (!isStripe && keyMode(stripe.secretKey) === "live" && environment !== "prod")
    throw new ConfigError("STRIPE_SECRET_KEY is a live key, but STRIPE_API_URL is not Stripe.");
  if (plaidMode !== stripeMode)
    throw new ConfigError(
      `PLAID_API_URL and STRIPE_API_URL: Plaid is in ${MODE_NAMES[plaidMode]} and Stripe in ${MODE_NAMES[stripeMode]}. Use one mode for all providers.`,
    );
  requireOwnScript("STRIPE_JS_URL", scripts.stripe, isStripe, ["js.stripe.com"]);
  requireOwnScript("PLAID_LINK_JS_URL", scripts.plaidLink, plaidMode !== "sandbox", ["cdn.plaid.com"]);
  requireOwnScript("RECAPTCHA_JS_URL", scripts.recaptcha, isCaptcha, CAPTCHA_HOSTS);
  if (environment === "prod" && plaidMode === "test")
    throw new ConfigError("PLAID_API_URL: prod needs the providers' production, not their test environments.");
  if (environment !== "prod" && plaidMode === "live")
    throw new ConfigError(
      `PLAID_API_URL is Plaid's production, which only APP_ENV=prod may use; APP_ENV is ${environment}.`,
    );
  if (environment === "prod" && web.recaptchaSiteKey === CAPTCHA_TEST_KEY)
    throw new ConfigError("RECAPTCHA_SITE_KEY is Google's test key, which accepts everyone.");
  return plaidMode;
}

const MODE_NAMES: Readonly<Record<ProviderMode, string>> = {
  sandbox: "a sandbox",
  test: "test mode",
  live: "production",
};

/** A sandbox's key looks like a test key. */
function keyMode(key: string): "test" | "live" {
  return /^[a-z]+_live/.test(key) ? "live" : "test";
}

/** A provider's script works with that provider only, and a sandbox's with the sandbox. */
function requireOwnScript(name: string, url: string, isProvider: boolean, hosts: readonly string[]): void {
  if (hosts.includes(hostOf(url)) === isProvider) return;
  throw new ConfigError(
    isProvider
      ? `${name} must be on ${hosts.join(" or ")}: the provider's own script.`
      : `${name} is the provider's own script, but its API is a sandbox.`,
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
