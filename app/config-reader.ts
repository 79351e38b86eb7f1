// Owns how one setting is read: typed, with its default in local, and refused by its name, never with its value.
import type { OauthConfig } from "#providers/oauth-provider.ts";

/** A setting that stops the start. Names the variable, never its value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Sample values that make a fresh clone run. In stage and prod each counts as missing. */
const SAMPLE = {
  JWT_SECRET: "keyturn-local-jwt-secret-that-signs-nothing-real",
  SECRETS_KEYS: "local-1:a2V5dHVybi1sb2NhbC1zZWNyZXRzLWtleS0wMDAwMDE=",
  RECAPTCHA_SITE_KEY: "keyturn-local-site",
  RECAPTCHA_SECRET_KEY: "keyturn-local-captcha-secret",
  STRIPE_PUBLISHABLE_KEY: "pk_test_keyturn_local",
  STRIPE_SECRET_KEY: "sk_test_keyturn_local",
  STRIPE_WEBHOOK_SECRET: "whsec_keyturn_local_webhook_secret",
  PLAID_CLIENT_ID: "keyturn-local-client",
  PLAID_SECRET: "keyturn-local-secret",
  REPORT_SIGNING_KEY: "a2V5dHVybi1sb2NhbC1zaWduaW5nLWtleS0wMDAwMDE=",
} as const;

/** What the stand-ins for social log-in take from a site without keys of its own. */
const SOCIAL_SAMPLE = { clientId: "keyturn-local", clientSecret: "keyturn-local-social-secret" };
/** As a provider's base address: its own hosts. */
const LIVE = "live";

/** The value holds a password, so no message repeats it. */
export function postgresUrl(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new ConfigError("DATABASE_URL must be a postgres:// address.");
  return url;
}

export function readerOf(env: Environment, isLocal: boolean) {
  /** `null`: the provider's own hosts. */
  function baseUrlOf(name: string, standIn: string): string | null {
    const url = env[name] || (isLocal ? standIn : LIVE);
    if (url === LIVE) return null;
    if (!URL.canParse(url)) throw new ConfigError(`${name} must be a URL, or ${LIVE}.`);
    if (!isLocal && isThisMachine(url)) throw new ConfigError(`${name} points at a stand-in on this machine.`);
    if (!url.startsWith("https:") && !isThisMachine(url)) throw new ConfigError(`${name} must be an https address.`);
    return url.replace(/\/$/, "");
  }

  return {
    number(name: string, fallback: number): number {
      const text = env[name];
      if (!text) return fallback;
      if (!/^\d+$/.test(text)) throw new ConfigError(`${name} must be a whole number.`);
      return Number(text);
    },
    port(name: string, fallback: number): number {
      const port = Number(env[name] || fallback);
      if (!Number.isInteger(port) || port < 1 || port > 65_535)
        throw new ConfigError(`${name} must be a port, 1 to 65535.`);
      return port;
    },
    flag(name: string, fallback: boolean): boolean {
      const text = env[name];
      if (!text) return fallback;
      if (text !== "true" && text !== "false") throw new ConfigError(`${name} must be true or false.`);
      return text === "true";
    },
    url(name: string, fallback: string): string {
      const text = env[name];
      if (!text && !isLocal) throw new ConfigError(`${name} is missing.`);
      const url = text || fallback;
      if (!URL.canParse(url)) throw new ConfigError(`${name} must be a URL.`);
      return url.replace(/\/$/, "");
    },
    /** Something of the outside: on this machine a stand-in by default, elsewhere it must be named and not be here. */
    external(name: string, standIn: string): string {
      const url = env[name] || (isLocal ? standIn : "");
      if (!url) throw new ConfigError(`${name} is missing.`);
      if (!URL.canParse(url)) throw new ConfigError(`${name} must be a URL.`);
      if (!isLocal && isThisMachine(url)) throw new ConfigError(`${name} points at a stand-in on this machine.`);
      return url;
    },
    secret(name: keyof typeof SAMPLE, minLength: number): string {
      const value = env[name] || (isLocal ? SAMPLE[name] : "");
      if (!value) throw new ConfigError(`${name} is missing.`);
      if (!isLocal && value === SAMPLE[name]) throw new ConfigError(`${name} still has its sample value.`);
      if (value.length < minLength) throw new ConfigError(`${name} must have at least ${minLength} characters.`);
      return value;
    },
    /** One that vouches for people; `null`: off, for want of an id and a secret. */
    social(provider: string, standIn: string): OauthConfig | null {
      const [idName, secretName] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
      const baseUrl = baseUrlOf(`${provider}_BASE_URL`, standIn);
      const sample = isLocal && baseUrl !== null ? SOCIAL_SAMPLE : null;
      const clientId = env[idName] || sample?.clientId;
      const clientSecret = env[secretName] || sample?.clientSecret;
      if (!clientId && !clientSecret) return null;
      if (!clientId) throw new ConfigError(`${idName} is missing.`);
      if (!clientSecret) throw new ConfigError(`${secretName} is missing.`);
      if (!isLocal && clientId === SOCIAL_SAMPLE.clientId)
        throw new ConfigError(`${idName} still has its sample value.`);
      if (!isLocal && clientSecret === SOCIAL_SAMPLE.clientSecret)
        throw new ConfigError(`${secretName} still has its sample value.`);
      return { clientId, clientSecret, baseUrl };
    },
  };
}

function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]" || hostname === "0.0.0.0";
}
