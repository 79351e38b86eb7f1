import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import type { SmsConfig } from "#providers/sms/sms.ts";
import { parseAddresses } from "#platform/server/database/hosts.ts";
import type { OauthConfig } from "#providers/oauth/provider.ts";

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
  LEGAL_ENTITY: "Sample Company, Inc.",
  LEGAL_ADDRESS: "1 Sample Street, Sample City, CA 00000",
  CONTACT_EMAIL: "contact@example.com",
  LEGAL_EFFECTIVE_DATE: "2000-01-01",
  HOSTING_PROVIDER: "Sample Hosting, Inc.",
  EMAIL_PROVIDER: "Sample Email, Inc.",
} as const;

/** Settings that NAME_FILE can hold instead: the path of a file, as secret stores mount them. */
const FROM_FILES = new Set([
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "SMTP_URL",
  "JWT_SECRET",
  "JWT_SECRET_SECONDARY",
  "SECRETS_KEYS",
  "REPORT_SIGNING_KEY",
  "PLAID_SECRET",
  "RECAPTCHA_SECRET_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "TWILIO_AUTH_TOKEN",
  "FACEBOOK_CLIENT_SECRET",
  "GITHUB_CLIENT_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "TWITTER_CLIENT_SECRET",
]);

export type Source = "environment" | "file" | "default";

/** What the sandbox providers for social sign-in accept from a site without its own keys. */
const SOCIAL_SAMPLE = { clientId: "keyturn-local", clientSecret: "keyturn-local-social-secret" };
const SMS_SAMPLE = { accountSid: "ACkeyturnlocal", authToken: "keyturn-local-twilio-token", from: "+15005550006" };
/** As a provider's base address: its own hosts. */
const LIVE = "live";

/** What DATABASE_URL says for the embedded database; in prod it has to be said. */
export const EMBEDDED = "embedded";

/** An address may name several hosts. The value holds a password, so no message repeats it. */
export function postgresUrl(name: string, url: string): string {
  const addresses = parseAddresses(url);
  const isEmptyHost = (address: string) => addresses.length > 1 && URL.parse(address)?.hostname === "";
  const wrong = addresses.findIndex((address) => !isPostgresAddress(address) || isEmptyHost(address));
  if (wrong !== -1)
    throw new ConfigError(
      `${name} must be a postgres:// address.` +
        (addresses.length > 1 ? ` Check host ${wrong + 1} of ${addresses.length}.` : ""),
    );
  return url;
}

function isPostgresAddress(address: string): boolean {
  return /^postgres(ql)?:$/.test(URL.parse(address)?.protocol ?? "");
}

/** Fewer different characters than any random text of 32 has. */
const MIN_DIFFERENT = 10;

export function readerOf(env: Environment, isLocal: boolean) {
  const problems: string[] = [];
  const sources = new Map<string, Source>();

  /** The value of a setting, from the environment or from its file. Throws ConfigError for a file that cannot be read. */
  function text(name: string): string | undefined {
    const file = FROM_FILES.has(name) ? env[`${name}_FILE`] : undefined;
    sources.set(name, file ? "file" : env[name] ? "environment" : "default");
    if (!file) return env[name];
    if (env[name]) return refuse(`${name} and ${name}_FILE are both set: remove one.`);
    try {
      return readFileSync(file, "utf8").trim();
    } catch (error) {
      return refuse(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }

  /** Notes an error and continues with another value, so that a start reports all errors at once. */
  function orNote<T>(read: () => T, inItsPlace: T): T {
    try {
      return read();
    } catch (error) {
      problems.push((error as Error).message);
      return inItsPlace;
    }
  }

  function refuse(message: string): never {
    throw new ConfigError(message);
  }

  function wholeNumber(name: string, fallback: number): number {
    const given = text(name);
    if (!given) return fallback;
    return /^\d+$/.test(given) ? Number(given) : refuse(`${name} must be a whole number.`);
  }

  function address(name: string, url: string | undefined, protocols: readonly string[]): string {
    if (!url) return refuse(`${name} is missing.`);
    if (!URL.canParse(url)) return refuse(`${name} must be a URL.`);
    if (!isLocal && isThisMachine(url)) return refuse(`${name} points at a sandbox on this machine.`);
    if (!isLocal && !protocols.includes(new URL(url).protocol))
      return refuse(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}.`);
    return url;
  }

  /** `null`: the provider's own hosts. */
  function baseUrlOf(name: string, sandboxProvider: string): string | null {
    const url = text(name) || (isLocal ? sandboxProvider : LIVE);
    if (url === LIVE) return null;
    if (!URL.canParse(url)) return refuse(`${name} must be a URL, or ${LIVE}.`);
    if (!isLocal && isThisMachine(url)) return refuse(`${name} points at a sandbox on this machine.`);
    if (!url.startsWith("https:") && !isThisMachine(url)) return refuse(`${name} must be an https address.`);
    return url.replace(/\/$/, "");
  }

  function social(provider: string, sandboxProvider: string): OauthConfig | null {
    const [idName, secretName] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    const baseUrl = baseUrlOf(`${provider}_BASE_URL`, sandboxProvider);
    const sample = isLocal && baseUrl !== null ? SOCIAL_SAMPLE : null;
    const clientId = text(idName) || sample?.clientId;
    const clientSecret = text(secretName) || sample?.clientSecret;
    if (!clientId && !clientSecret) return null;
    if (!clientId) return refuse(`${idName} is missing.`);
    if (!clientSecret) return refuse(`${secretName} is missing.`);
    if (!isLocal && clientId === SOCIAL_SAMPLE.clientId) return refuse(`${idName} still has its sample value.`);
    if (!isLocal && clientSecret === SOCIAL_SAMPLE.clientSecret)
      return refuse(`${secretName} still has its sample value.`);
    return { clientId, clientSecret, baseUrl };
  }

  /** `check` throws what is wrong with it, by the variable's name. */
  function ownValue(name: keyof typeof SAMPLE, check: (value: string) => void = () => {}): string {
    return orNote(() => {
      const value = text(name) || (isLocal ? SAMPLE[name] : "");
      if (!value) return refuse(`${name} is missing.`);
      if (!isLocal && value === SAMPLE[name]) return refuse(`${name} still has its sample value.`);
      check(value);
      return value;
    }, "");
  }

  function sms(sandboxProvider: string): SmsConfig | null {
    const baseUrl = baseUrlOf("TWILIO_BASE_URL", sandboxProvider);
    const sample = isLocal && baseUrl !== null ? SMS_SAMPLE : null;
    const accountSid = text("TWILIO_ACCOUNT_SID") || sample?.accountSid;
    const authToken = text("TWILIO_AUTH_TOKEN") || sample?.authToken;
    const from = text("TWILIO_FROM") || sample?.from;
    if (!accountSid && !authToken && !from) return null;
    if (!accountSid) return refuse("TWILIO_ACCOUNT_SID is missing.");
    if (!authToken) return refuse("TWILIO_AUTH_TOKEN is missing.");
    if (!from) return refuse("TWILIO_FROM is missing.");
    if (!isLocal && authToken === SMS_SAMPLE.authToken) return refuse("TWILIO_AUTH_TOKEN still has its sample value.");
    if (!/^\+[1-9]\d{6,14}$/.test(from)) return refuse("TWILIO_FROM must be a phone number such as +15550100123.");
    return { baseUrl, accountSid, authToken, from };
  }

  return {
    text,
    /** Each setting that was read, by name. */
    sources: sources as ReadonlyMap<string, Source>,
    orNote,
    /** Throws ConfigError with everything that was noted, a line each. */
    requireSound(): void {
      if (problems.length > 0) throw new ConfigError(problems.join("\n"));
    },
    number: (name: string, fallback: number) => orNote(() => wholeNumber(name, fallback), fallback),
    /** Outside local it has bounds, both included. */
    bounded: (name: string, fallback: number, [least, most]: readonly [number, number]) =>
      orNote(() => {
        const value = wholeNumber(name, fallback);
        if (!isLocal && (value < least || value > most)) refuse(`${name} must be from ${least} to ${most}.`);
        return value;
      }, fallback),
    port: (name: string, fallback: number) =>
      orNote(() => {
        const port = Number(text(name) || fallback);
        const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
        return isPort ? port : refuse(`${name} must be a port, 1 to 65535.`);
      }, fallback),
    flag: (name: string, fallback: boolean) =>
      orNote(() => {
        const given = text(name);
        if (!given) return fallback;
        return given === "true" || given === "false" ? given === "true" : refuse(`${name} must be true or false.`);
      }, fallback),
    /** Off, and refused outside local. */
    localFlag: (name: string) =>
      orNote(() => {
        const given = text(name) || "false";
        if (given !== "true" && given !== "false") return refuse(`${name} must be true or false.`);
        return given === "true" && !isLocal ? refuse(`${name} is for APP_ENV=local only.`) : given === "true";
      }, false),
    /** An address of the site itself; https outside local. */
    url: (name: string, fallback: string) =>
      orNote(() => {
        const given = text(name);
        if (!given && !isLocal) return refuse(`${name} is missing.`);
        const url = given || fallback;
        if (!URL.canParse(url)) return refuse(`${name} must be a URL.`);
        if (!isLocal && !url.startsWith("https:")) return refuse(`${name} must begin with https://.`);
        return url.replace(/\/$/, "");
      }, fallback),
    /** An outside service. Locally a sandbox provider by default; elsewhere it must be set and be on another host. */
    external: (name: string, sandboxProvider: string, protocols: readonly string[] = ["https:"]) =>
      orNote(() => address(name, text(name) || (isLocal ? sandboxProvider : ""), protocols), sandboxProvider),
    secret: ownValue,
    /** What a public page states about the operator. */
    statement: ownValue,
    /** One that vouches for people; `null`: off, for want of an id and a secret. */
    social: (provider: string, sandboxProvider: string) => orNote(() => social(provider, sandboxProvider), null),
    /** Text messages; `null`: off, because no account is set. */
    sms: (sandboxProvider: string) => orNote(() => sms(sandboxProvider), null),
  };
}

export type Reader = ReturnType<typeof readerOf>;

/** Throws ConfigError for a text that can be guessed. */
export function requireRandom(name: string, value: string): void {
  if (value.length < 32) throw new ConfigError(`${name} must have at least 32 characters.`);
  if (new Set(value).size < MIN_DIFFERENT)
    throw new ConfigError(`${name} can be guessed. Make one with: openssl rand -base64 32`);
}

/** Addresses and networks; one that holds every address would let anyone write where they come from. */
export function proxiesIn(list: string): string[] {
  const proxies = list.split(",").flatMap((part) => part.trim() || []);
  for (const proxy of proxies) {
    const [address = "", prefix] = proxy.split("/");
    const bits = isIP(address) === 4 ? 32 : 128;
    const isNetwork =
      prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits);
    if (!isIP(address) || !isNetwork)
      throw new ConfigError("TRUSTED_PROXIES must be addresses and networks, such as 10.0.0.0/8,192.0.2.7.");
  }
  return proxies;
}

export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]" || hostname === "0.0.0.0";
}
