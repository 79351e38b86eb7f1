// Owns the settings: read once at start, typed, handed in. No other file of the product reads the environment.
import { join } from "node:path";
import { API_BASE } from "#kit/contract/call.ts";
import { ENVIRONMENTS, type Environment as RunsIn, type WebConfig } from "#kit/contract/web-config.ts";
import { createSealer } from "#kit/server/sealing.ts";
import type { OauthConfig } from "#providers/oauth-provider.ts";
import type { OauthConfigs } from "#providers/oauth.ts";

/** A setting that stops the start. Names the variable, never its value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

export type Config = ReturnType<typeof readConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Sample values that make a fresh clone run. In stage and prod each counts as missing. */
const SAMPLE = {
  JWT_SECRET: "keyturn-local-jwt-secret-that-signs-nothing-real",
  SECRETS_KEYS: "local-1:a2V5dHVybi1sb2NhbC1zZWNyZXRzLWtleS0wMDAwMDE=",
  RECAPTCHA_SITE_KEY: "keyturn-local-site",
  STRIPE_PUBLISHABLE_KEY: "pk_test_keyturn_local",
  PLAID_CLIENT_ID: "keyturn-local-client",
  PLAID_SECRET: "keyturn-local-secret",
} as const;

/** What the stand-ins for social log-in take from a site without keys of its own. */
const SOCIAL_SAMPLE = { clientId: "keyturn-local", clientSecret: "keyturn-local-social-secret" };
/** As a provider's base address: its own hosts. */
const LIVE = "live";

/** Throws ConfigError: ENV_NOT_DEFINED, ENVIRONMENT_NOT_RECOGNIZED, or the name of a setting that is missing or unusable. */
export function readConfig(env: Environment, root: string) {
  const environment = environmentName(env["APP_ENV"]);
  const isLocal = environment === "local";
  const read = readerOf(env, isLocal);

  const port = read.port("PORT", 3000);
  const sandboxUrl = `http://localhost:${read.port("SANDBOX_PORT", 4010)}`;
  const mailPort = read.port("MAIL_PORT", 8025);
  const publicUrl = read.url("PUBLIC_URL", `http://localhost:${port}`);
  const backendUrl = read.url("BACKEND_URL", publicUrl);
  const dataDir = env["DATA_DIR"] || join(root, ".data");
  const productName = env["PRODUCT_NAME"] || "Keyturn";

  return {
    environment,
    port,
    publicUrl,
    backendUrl,
    dataDir,
    databaseUrl: env["DATABASE_URL"] ? postgresUrl(env["DATABASE_URL"]) : null,
    filesDir: env["FILES_DIR"] || join(dataDir, "files"),
    siteDir: join(root, "dist", "web"),
    migrationsDir: join(root, "migrations"),
    productName,
    jwt: { secret: read.secret("JWT_SECRET", 32), ttlSeconds: read.number("JWT_TTL_SECONDS", 43_200) },
    secretsKeys: usableKeys(read.secret("SECRETS_KEYS", 0)),
    hideAccounts: read.flag("HIDE_ACCOUNTS", !isLocal),
    passwordMinLength: read.number("PASSWORD_MIN_LENGTH", 12),
    trustedProxies: (env["TRUSTED_PROXIES"] ?? "").split(",").flatMap((address) => address.trim() || []),
    limits: !(isLocal && env["LIMITS"] === "off"),
    mail: {
      smtpUrl: read.external("SMTP_URL", `smtp://localhost:${mailPort + 1}`),
      from: env["MAIL_FROM"] || `${productName} <no-reply@localhost>`,
    },
    plaid: {
      baseUrl: read.external("PLAID_API_URL", `${sandboxUrl}/plaid`),
      clientId: read.secret("PLAID_CLIENT_ID", 0),
      secret: read.secret("PLAID_SECRET", 0),
      productName,
      webhookUrl: `${backendUrl}${API_BASE}/webhooks/plaid`,
    },
    social: {
      facebook: read.social("FACEBOOK", `${sandboxUrl}/facebook`),
      github: read.social("GITHUB", `${sandboxUrl}/github`),
      google: read.social("GOOGLE", `${sandboxUrl}/google`),
      twitter: read.social("TWITTER", `${sandboxUrl}/twitter`),
    } satisfies OauthConfigs,
    /** What the page reads before anything else; never a secret in it. */
    web: {
      environment,
      productName,
      backendURL: backendUrl,
      websocketURL: env["WEBSOCKET_URL"] || `${publicUrl.replace(/^http/, "ws")}/live`,
      recaptchaSiteKey: read.secret("RECAPTCHA_SITE_KEY", 0),
      stripePublishableKey: read.secret("STRIPE_PUBLISHABLE_KEY", 0),
      facebookClientID: env["FACEBOOK_CLIENT_ID"] ?? "",
      githubClientID: env["GITHUB_CLIENT_ID"] ?? "",
      googleClientID: env["GOOGLE_CLIENT_ID"] ?? "",
      twitterClientID: env["TWITTER_CLIENT_ID"] ?? "",
      testHost: env["TEST_HOST"] ?? "",
      captchaTestToken: env["CAPTCHA_TEST_TOKEN"] || "{secret}",
      bannerEnabled: read.flag("BANNER_ENABLED", false),
      scripts: {
        recaptcha: read.external("RECAPTCHA_JS_URL", `${sandboxUrl}/recaptcha/api.js`),
        stripe: read.external("STRIPE_JS_URL", `${sandboxUrl}/v3/`),
        plaidLink: read.external("PLAID_LINK_JS_URL", `${sandboxUrl}/plaid/link/v2/stable/link-initialize.js`),
        markdownEditor: env["MARKDOWN_EDITOR_JS_URL"] || "/assets/markdown-editor.js",
        markdownRenderer: env["MARKDOWN_RENDERER_JS_URL"] || "/assets/markdown-renderer.js",
      },
    } satisfies WebConfig,
  };
}

function environmentName(name: string | undefined): RunsIn {
  if (!name) throw new ConfigError(`ENV_NOT_DEFINED: set APP_ENV to one of ${ENVIRONMENTS.join(", ")}.`);
  const known = ENVIRONMENTS.find((environment) => environment === name);
  if (!known) throw new ConfigError(`ENVIRONMENT_NOT_RECOGNIZED: APP_ENV must be one of ${ENVIRONMENTS.join(", ")}.`);
  return known;
}

// Its value holds a password, so no message repeats it.
function postgresUrl(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new ConfigError("DATABASE_URL must be a postgres:// address.");
  return url;
}

/** Throws KeysUnusable before any database is touched. */
function usableKeys(secretsKeys: string): string {
  createSealer(secretsKeys);
  return secretsKeys;
}

function readerOf(env: Environment, isLocal: boolean) {
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

/** For commands that need a PostgreSQL and nothing else. Throws ConfigError. */
export function readDatabaseUrl(): string {
  const url = process.env["DATABASE_URL"];
  if (!url) throw new ConfigError("DATABASE_URL is missing: the embedded database brings itself up to date at start.");
  return postgresUrl(url);
}

/** The settings of this process. Throws ConfigError. */
export function readProcessConfig(): Config {
  return readConfig(process.env, join(import.meta.dirname, ".."));
}
