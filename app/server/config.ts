// No other file of the product reads the environment.
import { isIP } from "node:net";
import { join } from "node:path";
import { API_BASE } from "#platform/contract/call.ts";
import { ENVIRONMENTS, type Environment as RunsIn, type WebConfig } from "#platform/contract/web-config.ts";
import { createCipher } from "#platform/server/encryption/cipher.ts";
import { openSigner } from "#platform/server/encryption/signing.ts";
import { BANK_DATA_PRODUCTS, type BankDataProduct } from "#features/organizations/contract.ts";
import { LOG_LEVELS, type LogLevel } from "#platform/server/log.ts";
import type { OauthConfigs } from "#providers/oauth/oauth.ts";
import {
  ConfigError,
  EMBEDDED,
  postgresUrl,
  proxiesIn,
  readerOf,
  requireRandom,
  type Environment,
} from "./config-reader.ts";
import { readS3Config } from "./files-config.ts";
import { providerMode as providerModeOf } from "./provider-mode.ts";

export type Config = ReturnType<typeof readConfig>;

/** Where LOG_LEVEL is not set. */
const DEFAULT_LOG_LEVELS = { local: "debug", stage: "info", prod: "warn" } as const satisfies Record<RunsIn, LogLevel>;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Throws ConfigError: ENV_NOT_DEFINED, ENVIRONMENT_NOT_RECOGNIZED, or each setting that is missing or unusable. */
export function readConfig(env: Environment, root: string) {
  const environment = environmentName(env["APP_ENV"]);
  const isLocal = environment === "local";
  const read = readerOf(env, isLocal);
  read.text("APP_ENV");

  const port = read.port("PORT", 3000);
  const sandboxPort = read.port("SANDBOX_PORT", 4010);
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const mailPort = read.port("MAIL_PORT", 8025);
  const publicUrl = read.url("PUBLIC_URL", `http://localhost:${port}`);
  const backendUrl = read.url("BACKEND_URL", publicUrl);
  const dataDir = read.text("DATA_DIR") || join(root, ".data");
  const productName = read.text("PRODUCT_NAME") || "Keyturn";

  const metricsPort = read.text("METRICS_PORT") ? read.port("METRICS_PORT", 9464) : null;
  const metricsHost = read.text("METRICS_HOST") || "127.0.0.1";

  const legal = {
    entity: read.statement("LEGAL_ENTITY"),
    address: read.statement("LEGAL_ADDRESS"),
    contactEmail: read.statement("CONTACT_EMAIL", requireEmail),
    effectiveDate: read.orNote(() => longDate(read.statement("LEGAL_EFFECTIVE_DATE")), ""),
    hostingProvider: read.statement("HOSTING_PROVIDER"),
    emailProvider: read.statement("EMAIL_PROVIDER"),
  } satisfies WebConfig["legal"];

  const databaseUrl = read.orNote(() => databaseUrlIn(read.text("DATABASE_URL"), environment), null);

  const config = {
    environment,
    /** Where each setting comes from. */
    sources: read.sources,
    /** Which of the machine's addresses to listen on. */
    host: read.text("HOST") || (isLocal ? "localhost" : "0.0.0.0"),
    port,
    /** How long the port stays open after SIGTERM, while /health says 503. */
    drainSeconds: read.number("DRAIN_SECONDS", isLocal ? 0 : 5),
    publicUrl,
    backendUrl,
    dataDir,
    databaseUrl,
    /** A standby that answers long reads; `null`: none. */
    databaseReadUrl: read.orNote(() => readUrlIn(read.text("DATABASE_READ_URL"), databaseUrl), null),
    filesDir: read.text("FILES_DIR") || join(dataDir, "files"),
    /** In place of the folder; `null`: files are in the folder. */
    s3: readS3Config(read, isLocal, `http://localhost:${sandboxPort + 2}`),
    /** What the documents of one organization may take. */
    storageBytes: read.number("STORAGE_PER_ORGANIZATION_MB", 10_000) * 1_000_000,
    siteDir: join(root, "dist"),
    migrationsDir: join(root, "migrations"),
    productName,
    jwt: {
      secret: read.secret("JWT_SECRET", (secret) => requireRandom("JWT_SECRET", secret)),
      /** Accepted too, while secrets rotate; signs nothing. */
      secondarySecret: read.orNote(() => secondaryIn(read.text("JWT_SECRET_SECONDARY")), null),
      ttlSeconds: read.bounded("JWT_TTL_SECONDS", 43_200, [5 * MINUTE_SECONDS, DAY_SECONDS]),
    },
    secretsKeys: read.secret("SECRETS_KEYS", createCipher),
    signingKey: read.secret("REPORT_SIGNING_KEY", openSigner),
    hideAccounts: read.flag("HIDE_ACCOUNTS", !isLocal),
    passwordMinLength: read.bounded("PASSWORD_MIN_LENGTH", 12, [8, 64]),
    trustedProxies: read.orNote(() => proxiesIn(read.text("TRUSTED_PROXIES") ?? ""), []),
    limits: !(isLocal && read.text("LIMITS") === "off"),
    logLevel: read.orNote(() => logLevelIn(read.text("LOG_LEVEL")), null) ?? DEFAULT_LOG_LEVELS[environment],
    /** Where metrics are served; `null`: nowhere. */
    metrics: metricsPort === null ? null : { host: metricsHost, port: metricsPort },
    /** Base address of an OTLP collector; `null`: nothing is traced. */
    traceEndpoint: read.orNote(() => endpointIn(read.text("OTEL_EXPORTER_OTLP_ENDPOINT")), null),
    /** Where weaknesses are reported. */
    securityContact: read.orNote(() => contactIn(read.text("SECURITY_CONTACT")), null),
    mail: {
      smtpUrl: read.external("SMTP_URL", `smtp://localhost:${mailPort + 1}`, ["smtp:", "smtps:"]),
      from: read.text("MAIL_FROM") || `${productName} <no-reply@localhost>`,
    },
    plaid: {
      baseUrl: read.external("PLAID_API_URL", `${sandboxUrl}/plaid`),
      clientId: read.secret("PLAID_CLIENT_ID"),
      secret: read.secret("PLAID_SECRET"),
      productName,
      webhookUrl: `${backendUrl}${API_BASE}/webhooks/plaid`,
      auditors: {
        fannie: read.text("PLAID_AUDITOR_FANNIE_MAE") || "fannie_mae",
        freddie: read.text("PLAID_AUDITOR_FREDDIE_MAC") || "freddie_mac",
      },
    },
    /** The product of new organizations; each changes its own under Organization. */
    bankDataProduct: read.orNote(() => productIn(read.text("PLAID_PRODUCT")), "assets"),
    stripe: {
      baseUrl: read.external("STRIPE_API_URL", sandboxUrl),
      secretKey: read.secret("STRIPE_SECRET_KEY"),
      webhookSecret: read.secret("STRIPE_WEBHOOK_SECRET", requireWebhookSecret),
    },
    captcha: {
      verifyUrl: read.external("RECAPTCHA_VERIFY_URL", `${sandboxUrl}/recaptcha/api/siteverify`),
      secretKey: read.secret("RECAPTCHA_SECRET_KEY"),
      hostname: new URL(publicUrl).hostname,
      // Local and stage take it in place of a token; in prod nothing does.
      testToken: environment === "prod" ? null : read.text("CAPTCHA_TEST_TOKEN") || "{secret}",
    },
    clamav: { url: read.external("CLAMAV_URL", `tcp://localhost:${sandboxPort + 1}`, ["tcp:"]) },
    /** Whether events may be sent to this machine and private networks; for development alone. */
    webhooksToPrivateAddresses: read.localFlag("WEBHOOKS_ALLOW_PRIVATE_ADDRESSES"),
    /** `null`: no text messages are sent. */
    sms: read.sms(`${sandboxUrl}/twilio`),
    social: {
      facebook: read.social("FACEBOOK", `${sandboxUrl}/facebook`),
      github: read.social("GITHUB", `${sandboxUrl}/github`),
      google: read.social("GOOGLE", `${sandboxUrl}/google`),
      twitter: read.social("TWITTER", `${sandboxUrl}/twitter`),
    } satisfies OauthConfigs,
    /** Single sign-on through the identity providers of organizations. */
    sso: {
      /** Which servers answer whether a domain has the record; `null`: those of the system. */
      dnsServers:
        read.orNote(() => dnsServersIn(read.text("DNS_SERVERS")), null) ??
        (isLocal ? [`127.0.0.1:${sandboxPort + 3}`] : null),
      /** Whether an identity provider may be at a private address. */
      allowsPrivate: read.flag("SSO_PRIVATE_ISSUERS", isLocal),
    },
    /** What the page reads before anything else; never a secret in it. */
    web: {
      environment,
      productName,
      backendURL: backendUrl,
      websocketURL: read.text("WEBSOCKET_URL") || `${publicUrl.replace(/^http/, "ws")}/live`,
      recaptchaSiteKey: read.secret("RECAPTCHA_SITE_KEY"),
      stripePublishableKey: read.secret("STRIPE_PUBLISHABLE_KEY"),
      facebookClientID: read.text("FACEBOOK_CLIENT_ID") ?? "",
      githubClientID: read.text("GITHUB_CLIENT_ID") ?? "",
      googleClientID: read.text("GOOGLE_CLIENT_ID") ?? "",
      twitterClientID: read.text("TWITTER_CLIENT_ID") ?? "",
      testHost: read.text("TEST_HOST") ?? "",
      captchaTestToken: read.text("CAPTCHA_TEST_TOKEN") || "{secret}",
      bannerEnabled: read.flag("BANNER_ENABLED", false),
      legal,
      scripts: {
        recaptcha: read.external("RECAPTCHA_JS_URL", `${sandboxUrl}/recaptcha/api.js`),
        stripe: read.external("STRIPE_JS_URL", `${sandboxUrl}/v3/`),
        plaidLink: read.external("PLAID_LINK_JS_URL", `${sandboxUrl}/plaid/link/v2/stable/link-initialize.js`),
        markdownEditor: read.text("MARKDOWN_EDITOR_JS_URL") || "/assets/markdown-editor.js",
        markdownRenderer: read.text("MARKDOWN_RENDERER_JS_URL") || "/assets/markdown-renderer.js",
      },
    } satisfies Omit<WebConfig, "providerMode">,
  };
  const providerMode = read.orNote(() => providerModeOf(config), "sandbox");
  read.requireSound();
  return { ...config, web: { ...config.web, providerMode } satisfies WebConfig };
}

function dnsServersIn(list: string | undefined): string[] | null {
  const servers = (list ?? "").split(",").flatMap((part) => part.trim() || []);
  if (servers.some((server) => !isIP(server.replace(/^\[(.+)\]:\d+$|^([\d.]+):\d+$/, "$1$2"))))
    throw new ConfigError("DNS_SERVERS must be IP addresses, such as 10.0.0.2,10.0.0.3:5353.");
  return servers.length > 0 ? servers : null;
}

function productIn(name: string | undefined): BankDataProduct {
  const known = BANK_DATA_PRODUCTS.find((product) => product === (name || "assets"));
  if (!known) throw new ConfigError(`PLAID_PRODUCT must be one of ${BANK_DATA_PRODUCTS.join(", ")}.`);
  return known;
}

function requireEmail(address: string): void {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) throw new ConfigError("CONTACT_EMAIL must be an email address.");
}

/** "November 26, 2026". A value that was refused before stays empty. */
function longDate(day: string): string {
  if (day === "") return "";
  const at = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new ConfigError("LEGAL_EFFECTIVE_DATE must be a day such as 2026-11-26.");
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;
}

// Without Intl, whose first date takes 15 ms of each start.
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

function logLevelIn(given: string | undefined): LogLevel | null {
  if (!given) return null;
  const level = LOG_LEVELS.find((known) => known === given);
  if (!level) throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}.`);
  return level;
}

function endpointIn(url: string | undefined): string | null {
  if (!url) return null;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new ConfigError("OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address.");
  return url;
}

/** `null`: none is published. */
function contactIn(contact: string | undefined): string | null {
  if (!contact) return null;
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact))
    throw new ConfigError("SECURITY_CONTACT must be mailto:someone@example.com or an https:// address.");
  return contact;
}

/** `null`: the embedded database. */
function databaseUrlIn(url: string | undefined, environment: RunsIn): string | null {
  if (!url && environment === "prod")
    throw new ConfigError(
      `DATABASE_URL is missing: a postgres:// address, or ${EMBEDDED} for one process on DATA_DIR.`,
    );
  return url && url !== EMBEDDED ? postgresUrl("DATABASE_URL", url) : null;
}

function readUrlIn(url: string | undefined, databaseUrl: string | null): string | null {
  if (!url) return null;
  if (databaseUrl === null) throw new ConfigError("DATABASE_READ_URL needs a DATABASE_URL to be a standby of.");
  return postgresUrl("DATABASE_READ_URL", url);
}

function requireWebhookSecret(secret: string): void {
  if (!/^whsec_[\w+/=-]{16,}$/.test(secret))
    throw new ConfigError("STRIPE_WEBHOOK_SECRET must be whsec_ and at least 16 characters, as Stripe shows it.");
}

function environmentName(name: string | undefined): RunsIn {
  if (!name) throw new ConfigError(`ENV_NOT_DEFINED: set APP_ENV to one of ${ENVIRONMENTS.join(", ")}.`);
  const known = ENVIRONMENTS.find((environment) => environment === name);
  if (!known) throw new ConfigError(`ENVIRONMENT_NOT_RECOGNIZED: APP_ENV must be one of ${ENVIRONMENTS.join(", ")}.`);
  return known;
}

/** For commands that need a PostgreSQL and nothing else. Throws ConfigError. */
export function readDatabaseUrl(): string {
  const url = readerOf(process.env, false).text("DATABASE_URL");
  if (!url || url === EMBEDDED)
    throw new ConfigError("DATABASE_URL is missing: the embedded database brings itself up to date at start.");
  return postgresUrl("DATABASE_URL", url);
}

/** Throws ConfigError for a secret that can be guessed. */
function secondaryIn(secret: string | undefined): string | null {
  if (!secret) return null;
  requireRandom("JWT_SECRET_SECONDARY", secret);
  return secret;
}

/** The settings of this process. Throws ConfigError. */
export function readProcessConfig(): Config {
  return readConfig(process.env, join(import.meta.dirname, "../.."));
}

/** For a program that we start: the environment of this process, with these variables. */
export function environmentWith(variables: Environment): Environment {
  return { ...process.env, ...variables };
}
