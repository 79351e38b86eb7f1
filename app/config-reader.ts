// Owns how one setting is read: typed, with its default in local, and refused by its name, never with its value.
import { isIP } from "node:net";
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

/** What DATABASE_URL says for the embedded database; in prod it has to be said. */
export const EMBEDDED = "embedded";

/** The value holds a password, so no message repeats it. */
export function postgresUrl(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new ConfigError("DATABASE_URL must be a postgres:// address.");
  return url;
}

/** Fewer different characters than any random text of 32 has. */
const MIN_DIFFERENT = 10;

export function readerOf(env: Environment, isLocal: boolean) {
  const problems: string[] = [];

  /** Notes what is wrong and goes on with another value, so that a start names everything at once. */
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
    const text = env[name];
    if (!text) return fallback;
    return /^\d+$/.test(text) ? Number(text) : refuse(`${name} must be a whole number.`);
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
  function baseUrlOf(name: string, standIn: string): string | null {
    const url = env[name] || (isLocal ? standIn : LIVE);
    if (url === LIVE) return null;
    if (!URL.canParse(url)) return refuse(`${name} must be a URL, or ${LIVE}.`);
    if (!isLocal && isThisMachine(url)) return refuse(`${name} points at a sandbox on this machine.`);
    if (!url.startsWith("https:") && !isThisMachine(url)) return refuse(`${name} must be an https address.`);
    return url.replace(/\/$/, "");
  }

  function social(provider: string, standIn: string): OauthConfig | null {
    const [idName, secretName] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    const baseUrl = baseUrlOf(`${provider}_BASE_URL`, standIn);
    const sample = isLocal && baseUrl !== null ? SOCIAL_SAMPLE : null;
    const clientId = env[idName] || sample?.clientId;
    const clientSecret = env[secretName] || sample?.clientSecret;
    if (!clientId && !clientSecret) return null;
    if (!clientId) return refuse(`${idName} is missing.`);
    if (!clientSecret) return refuse(`${secretName} is missing.`);
    if (!isLocal && clientId === SOCIAL_SAMPLE.clientId) return refuse(`${idName} still has its sample value.`);
    if (!isLocal && clientSecret === SOCIAL_SAMPLE.clientSecret)
      return refuse(`${secretName} still has its sample value.`);
    return { clientId, clientSecret, baseUrl };
  }

  return {
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
        const port = Number(env[name] || fallback);
        const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
        return isPort ? port : refuse(`${name} must be a port, 1 to 65535.`);
      }, fallback),
    flag: (name: string, fallback: boolean) =>
      orNote(() => {
        const text = env[name];
        if (!text) return fallback;
        return text === "true" || text === "false" ? text === "true" : refuse(`${name} must be true or false.`);
      }, fallback),
    /** An address of the site itself; https outside local. */
    url: (name: string, fallback: string) =>
      orNote(() => {
        const text = env[name];
        if (!text && !isLocal) return refuse(`${name} is missing.`);
        const url = text || fallback;
        if (!URL.canParse(url)) return refuse(`${name} must be a URL.`);
        if (!isLocal && !url.startsWith("https:")) return refuse(`${name} must begin with https://.`);
        return url.replace(/\/$/, "");
      }, fallback),
    /** Something of the outside: on this machine a stand-in by default, elsewhere it must be named and not be here. */
    external: (name: string, standIn: string, protocols: readonly string[] = ["https:"]) =>
      orNote(() => address(name, env[name] || (isLocal ? standIn : ""), protocols), standIn),
    /** `check` throws what is wrong with it, by the variable's name. */
    secret: (name: keyof typeof SAMPLE, check: (value: string) => void = () => {}) =>
      orNote(() => {
        const value = env[name] || (isLocal ? SAMPLE[name] : "");
        if (!value) return refuse(`${name} is missing.`);
        if (!isLocal && value === SAMPLE[name]) return refuse(`${name} still has its sample value.`);
        check(value);
        return value;
      }, ""),
    /** One that vouches for people; `null`: off, for want of an id and a secret. */
    social: (provider: string, standIn: string) => orNote(() => social(provider, standIn), null),
  };
}

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

function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]" || hostname === "0.0.0.0";
}
