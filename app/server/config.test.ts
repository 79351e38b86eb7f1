// Errors in the settings name the variable and never its value.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#app/server/config.ts";

const read = (env: Record<string, string>) => readConfig(env, "/nowhere");
const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

/** All that stage and prod ask for. */
const elsewhere = (): Record<string, string> => ({
  APP_ENV: "prod",
  DATABASE_URL: "postgres://keyturn_serve:not-to-be-told@db.example/keyturn",
  PUBLIC_URL: "https://keyturn.example",
  BACKEND_URL: "https://keyturn.example",
  JWT_SECRET: randomBytes(32).toString("base64"),
  SECRETS_KEYS: aKey("one"),
  SMTP_URL: "smtp://mail.example:25",
  CLAMAV_URL: "tcp://clamav.example:3310",
  PLAID_CLIENT_ID: "client",
  PLAID_SECRET: "secret",
  REPORT_SIGNING_KEY: randomBytes(32).toString("base64"),
  PLAID_API_URL: "https://plaid.example",
  PLAID_LINK_JS_URL: "https://plaid.example/link.js",
  RECAPTCHA_SITE_KEY: "site",
  RECAPTCHA_SECRET_KEY: "captcha secret",
  RECAPTCHA_JS_URL: "https://captcha.example/api.js",
  RECAPTCHA_VERIFY_URL: "https://captcha.example/verify",
  STRIPE_PUBLISHABLE_KEY: "pk_sandbox",
  STRIPE_SECRET_KEY: "sk_sandbox",
  STRIPE_WEBHOOK_SECRET: "whsec_live0123456789abcdef",
  STRIPE_API_URL: "https://api.stripe.example",
  STRIPE_JS_URL: "https://stripe.example/v3/",
  LEGAL_ENTITY: "Keyturn Test, Inc.",
  LEGAL_ADDRESS: "1 Test Street, Springfield, IL 62701",
  CONTACT_EMAIL: "contact@keyturn.example",
  LEGAL_EFFECTIVE_DATE: "2026-11-26",
  HOSTING_PROVIDER: "Test Hosting, LLC",
  EMAIL_PROVIDER: "Test Email, LLC",
});

/** The sample values, as local has them. */
function samples(): Record<string, string> {
  const { jwt, secretsKeys, signingKey, plaid, captcha, stripe, web } = read({ APP_ENV: "local" });
  return {
    JWT_SECRET: jwt.secret,
    SECRETS_KEYS: secretsKeys,
    PLAID_CLIENT_ID: plaid.clientId,
    PLAID_SECRET: plaid.secret,
    REPORT_SIGNING_KEY: signingKey,
    RECAPTCHA_SITE_KEY: web.recaptchaSiteKey,
    RECAPTCHA_SECRET_KEY: captcha.secretKey,
    STRIPE_PUBLISHABLE_KEY: web.stripePublishableKey,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    LEGAL_ENTITY: web.legal.entity,
    LEGAL_ADDRESS: web.legal.address,
    CONTACT_EMAIL: web.legal.contactEmail,
    LEGAL_EFFECTIVE_DATE: "2000-01-01",
    HOSTING_PROVIDER: web.legal.hostingProvider,
    EMAIL_PROVIDER: web.legal.emailProvider,
  };
}

function refusalOf(env: Record<string, string>): string {
  try {
    read(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it was accepted");
}

test.each(["stage", "prod"])("in %s the product starts, with accounts hidden and limits on", (APP_ENV) => {
  expect(read({ ...elsewhere(), APP_ENV, LIMITS: "off" })).toMatchObject({
    environment: APP_ENV,
    hideAccounts: true,
    limits: true,
  });
});

test("webhooks to private addresses are off, and only local may allow them", () => {
  expect(read({ APP_ENV: "local" }).webhooksToPrivateAddresses).toBe(false);
  const allowed = { APP_ENV: "local", WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: "true" };
  expect(read(allowed).webhooksToPrivateAddresses).toBe(true);
  for (const APP_ENV of ["stage", "prod"])
    expect(refusalOf({ ...elsewhere(), APP_ENV, WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: "true" })).toBe(
      "WEBHOOKS_ALLOW_PRIVATE_ADDRESSES is for APP_ENV=local only.",
    );
});

test.each(Object.keys(elsewhere()).filter((name) => name !== "APP_ENV"))(
  "outside local a missing %s stops the start, by its name",
  (name) => {
    const env = elsewhere();
    expect(refusalOf({ ...env, [name]: "" })).toMatch(new RegExp(`^${name} is missing[.:][^\\n]*$`));
  },
);

test.each(Object.entries(samples()))("outside local the sample value of %s counts as missing", (name, value) => {
  const refusal = refusalOf({ ...elsewhere(), [name]: value });
  expect(refusal).toBe(`${name} still has its sample value.`);
});

test.each([
  "SMTP_URL",
  "CLAMAV_URL",
  "PLAID_API_URL",
  "PLAID_LINK_JS_URL",
  "RECAPTCHA_JS_URL",
  "RECAPTCHA_VERIFY_URL",
  "STRIPE_JS_URL",
  "STRIPE_API_URL",
])("outside a local installation, a sandbox provider as %s stops the start", (name) => {
  for (const host of ["localhost:4010", "127.0.0.1", "[::1]:4010", "0.0.0.0"])
    expect(refusalOf({ ...elsewhere(), [name]: `http://${host}/` })).toContain(name);
});

test.each([
  ["a key that is too short", "new:c2hvcnQ="],
  ["a key without a name", randomBytes(16).toString("hex")],
  ["the same name twice", `${aKey("a")},${aKey("a")}`],
  ["an empty entry", `${aKey("a")},`],
])("%s in SECRETS_KEYS stops the start, and the error shows no part of a key", (_what, keys) => {
  const refusal = refusalOf({ APP_ENV: "local", SECRETS_KEYS: keys });
  expect(refusal).toMatch(/^SECRETS_KEYS /);
  for (const part of keys.split(/[:,]/).filter((text) => text.length > 3)) expect(refusal).not.toContain(part);
});

test.each([
  ["too short", "c2hvcnQ="],
  ["no base64", "not-to-be-told"],
])("a REPORT_SIGNING_KEY that is %s stops the start, and the error does not show it", (_what, key) => {
  const refusal = refusalOf({ APP_ENV: "local", REPORT_SIGNING_KEY: key });
  expect(refusal).toBe("REPORT_SIGNING_KEY must be 32 bytes in base64.");
});

test.each([
  [{ APP_ENV: "" }, "ENV_NOT_DEFINED"],
  [{ APP_ENV: "production" }, "ENVIRONMENT_NOT_RECOGNIZED"],
  [{ APP_ENV: "Local" }, "ENVIRONMENT_NOT_RECOGNIZED"],
  [{ PORT: "99999" }, "PORT must be a port"],
  [{ MAIL_PORT: "-1" }, "MAIL_PORT must be a port"],
  [{ METRICS_PORT: "metrics" }, "METRICS_PORT must be a port"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be"],
  [{ JWT_SECRET: "short" }, "JWT_SECRET must have at least 32 characters"],
  [{ JWT_SECRET_SECONDARY: "short" }, "JWT_SECRET_SECONDARY must have at least 32 characters"],
  [{ JWT_TTL_SECONDS: "12h" }, "JWT_TTL_SECONDS must be a whole number"],
  [{ HIDE_ACCOUNTS: "yes" }, "HIDE_ACCOUNTS must be true or false"],
  [{ PUBLIC_URL: "keyturn" }, "PUBLIC_URL must be a URL"],
  [{ DATABASE_URL: "mysql://keyturn:not-to-be-told@db/keyturn" }, "DATABASE_URL must be a postgres:// address"],
  [{ DATABASE_URL: "postgres://keyturn:not-to-be-told@one,two:70000,three/keyturn" }, "Check host 2 of 3"],
  [{ DATABASE_URL: "postgres://one,,three/keyturn" }, "Check host 2 of 3"],
  [{ DATABASE_READ_URL: "postgres://keyturn:not-to-be-told@two/keyturn" }, "DATABASE_READ_URL needs a DATABASE_URL"],
  [
    { DATABASE_URL: "postgres://one/keyturn", DATABASE_READ_URL: "postgres://keyturn:not-to-be-told@two:x/keyturn" },
    "DATABASE_READ_URL must be a postgres:// address",
  ],
])("%j stops the start", (env, refusal) => {
  const reported = refusalOf({ APP_ENV: "local", ...env });
  expect(reported).toContain(refusal);
  expect(reported).not.toContain("not-to-be-told");
});

test("all missing and wrong settings are reported at once, one line each", () => {
  const names = Object.keys(elsewhere()).filter((name) => name !== "APP_ENV");
  const lines = refusalOf({ APP_ENV: "prod", PORT: "none", TRUSTED_PROXIES: "all", HIDE_ACCOUNTS: "yes" }).split("\n");
  expect(lines.map((line) => line.split(" ", 1)[0]).toSorted()).toEqual(
    [...names, "PORT", "TRUSTED_PROXIES", "HIDE_ACCOUNTS"].toSorted(),
  );
});

test("metrics and traces are off until they are set up, and metrics are for this machine alone", () => {
  expect(read({ APP_ENV: "local" })).toMatchObject({ metrics: null, traceEndpoint: null, logLevel: "debug" });
  expect(read({ ...elsewhere(), METRICS_PORT: "9464", LOG_LEVEL: "error" })).toMatchObject({
    metrics: { host: "127.0.0.1", port: 9464 },
    logLevel: "error",
  });
});

function inFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "keyturn-secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "secret"), text);
  return join(folder, "secret");
}

test("a secret can come from a file instead, without the line break", () => {
  const { JWT_SECRET = "", DATABASE_URL = "", ...others } = elsewhere();
  const files = { JWT_SECRET_FILE: inFile(`${JWT_SECRET}\n`), DATABASE_URL_FILE: inFile(DATABASE_URL) };
  const { jwt, databaseUrl, sources } = read({ ...others, ...files });
  expect({ secret: jwt.secret, databaseUrl }).toEqual({ secret: JWT_SECRET, databaseUrl: DATABASE_URL });
  expect([sources.get("JWT_SECRET"), sources.get("PLAID_SECRET"), sources.get("PORT")]).toEqual([
    "file",
    "environment",
    "default",
  ]);
});

test("a secret's file that cannot be read stops the start, and so does a secret that is given twice", () => {
  const { JWT_SECRET: _secret, ...others } = elsewhere();
  expect(refusalOf({ ...others, JWT_SECRET_FILE: "/nowhere/jwt" })).toBe("JWT_SECRET_FILE cannot be read (ENOENT).");
  expect(refusalOf({ ...elsewhere(), JWT_SECRET_FILE: inFile("x") })).toBe(
    "JWT_SECRET and JWT_SECRET_FILE are both set: remove one.",
  );
  expect(refusalOf({ ...others, JWT_SECRET_FILE: inFile("") })).toBe("JWT_SECRET is missing.");
});

test("the operator's guide names every setting", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/operating.md"), "utf8");
  const [table = ""] = /^\| variable [^]*?\n\n/m.exec(guide) ?? [];
  const named = [...table.matchAll(/`([A-Z{][\w{},]*)`/g)].flatMap(([, name = ""]) => expanded(name));
  const perProvider = ["FACEBOOK", "GITHUB", "GOOGLE", "TWITTER"].flatMap((provider) =>
    ["CLIENT_SECRET", "BASE_URL"].map((setting) => `${provider}_${setting}`),
  );
  const settings = [...read({ APP_ENV: "local" }).sources.keys()].filter((name) => !perProvider.includes(name));
  expect(settings.filter((name) => !named.includes(name))).toEqual([]);
});

/** `A_{B,C}` is `A_B` and `A_C`. */
function expanded(name: string): string[] {
  const [, before = "", choices, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
  return choices === undefined ? [name] : choices.split(",").map((choice) => before + choice + after);
}

test("prod needs a setting to run on the embedded database; stage and local do not", () => {
  expect(read({ ...elsewhere(), DATABASE_URL: "embedded" }).databaseUrl).toBeNull();
  expect(read({ ...elsewhere(), APP_ENV: "stage", DATABASE_URL: "" }).databaseUrl).toBeNull();
  expect(refusalOf({ ...elsewhere(), DATABASE_URL: "" })).toContain("DATABASE_URL is missing");
});

test("the port is opened on HOST: this machine alone in local, every address elsewhere, IPv6 where asked", () => {
  expect(read({ APP_ENV: "local" }).host).toBe("localhost");
  expect(read(elsewhere()).host).toBe("0.0.0.0");
  expect(read({ ...elsewhere(), HOST: "::" }).host).toBe("::");
});

test.each([
  ...["PUBLIC_URL", "BACKEND_URL", "PLAID_API_URL", "PLAID_LINK_JS_URL", "RECAPTCHA_JS_URL"].map((name) => ({
    [name]: "http://site.example",
  })),
  ...["RECAPTCHA_VERIFY_URL", "STRIPE_JS_URL", "STRIPE_API_URL", "SMTP_URL", "CLAMAV_URL"].map((name) => ({
    [name]: "http://site.example",
  })),
  { JWT_SECRET: "a".repeat(32) },
  { PASSWORD_MIN_LENGTH: "7" },
  { PASSWORD_MIN_LENGTH: "65" },
  { JWT_TTL_SECONDS: "299" },
  { JWT_TTL_SECONDS: "86401" },
  { STRIPE_WEBHOOK_SECRET: "x" },
  { STRIPE_WEBHOOK_SECRET: "whsec_" },
  { PLAID_PRODUCT: "cashflow" },
  { TRUSTED_PROXIES: "0.0.0.0/0" },
  { TRUSTED_PROXIES: "10.0.0.0/33" },
])("outside local %j stops the start, by its name", (env) => {
  const [[name]] = Object.entries(env) as [[string, string]];
  for (const APP_ENV of ["stage", "prod"])
    expect(refusalOf({ ...elsewhere(), APP_ENV, ...env })).toMatch(new RegExp(`^${name} [^\\n]*$`));
});

test("files are in a folder unless FILES_URL names a bucket", () => {
  expect(read(elsewhere()).s3).toBeNull();
  const env = { FILES_URL: "s3://files.example/keyturn/prod/", S3_REGION: "us-east-2" };
  expect(read({ ...elsewhere(), ...env }).s3).toEqual({
    ...{ bucket: "files.example", prefix: "keyturn/prod/", endpoint: null, region: "us-east-2", forcePathStyle: false },
    ...{ encryption: null, objectLock: null, credentials: null },
  });
  const more = {
    S3_ENDPOINT: "https://objects.example",
    S3_FORCE_PATH_STYLE: "true",
    S3_SERVER_SIDE_ENCRYPTION: "aws:kms",
    S3_KMS_KEY_ID: "alias/files",
    S3_OBJECT_LOCK_DAYS: "30",
    S3_OBJECT_LOCK_MODE: "COMPLIANCE",
  };
  expect(read({ ...elsewhere(), ...env, ...more, FILES_URL: "s3://files" }).s3).toMatchObject({
    ...{ bucket: "files", prefix: "", endpoint: "https://objects.example", forcePathStyle: true },
    encryption: { type: "aws:kms", keyId: "alias/files" },
    objectLock: { mode: "COMPLIANCE", days: 30 },
  });
});

test("locally a bucket is the sandbox's, with its keys", () => {
  expect(read({ APP_ENV: "local", SANDBOX_PORT: "4010", FILES_URL: "s3://keyturn-local" }).s3).toMatchObject({
    endpoint: "http://localhost:4012",
    forcePathStyle: true,
    credentials: { accessKeyId: "keyturn-local-s3" },
  });
});

test.each([
  [{ FILES_URL: "https://files.example" }, "FILES_URL must be s3://"],
  [{ S3_REGION: "" }, "S3_REGION is missing"],
  [{ S3_ENDPOINT: "http://objects.example" }, "S3_ENDPOINT must begin with https://"],
  [{ S3_ENDPOINT: "http://localhost:4012" }, "S3_ENDPOINT points at a sandbox"],
  [{ S3_SERVER_SIDE_ENCRYPTION: "AES128" }, "S3_SERVER_SIDE_ENCRYPTION must be"],
  [{ S3_KMS_KEY_ID: "alias/files" }, "S3_KMS_KEY_ID needs"],
  [{ S3_OBJECT_LOCK_MODE: "LOOSE" }, "S3_OBJECT_LOCK_MODE must be"],
])("outside local a bucket with %j stops the start", (env, reason) => {
  const bucket = { FILES_URL: "s3://files", S3_REGION: "us-east-2" };
  expect(refusalOf({ ...elsewhere(), ...bucket, ...env })).toContain(reason);
});

test("a setting is accepted at its limits", () => {
  const env = { PASSWORD_MIN_LENGTH: "8", JWT_TTL_SECONDS: "86400", TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::/32,::1" };
  expect(read({ ...elsewhere(), ...env })).toMatchObject({
    passwordMinLength: 8,
    jwt: { ttlSeconds: 86_400 },
    trustedProxies: ["10.0.0.0/8", "2001:db8::/32", "::1"],
  });
});

const PROVIDERS = ["facebook", "github", "google", "twitter"] as const;

test("on a local installation each social provider is its sandbox, and the page gets no client id", () => {
  const { social, web } = read({ APP_ENV: "local", SANDBOX_PORT: "4999" });
  for (const provider of PROVIDERS) {
    expect(social[provider]).toMatchObject({
      clientId: "keyturn-local",
      baseUrl: `http://localhost:4999/${provider}`,
    });
    expect(web[`${provider}ClientID`]).toBe("");
  }
});

test("outside local a social provider without id and secret is off, with both its own hosts are asked", () => {
  const { social, web } = read({ ...elsewhere(), GOOGLE_CLIENT_ID: "ours", GOOGLE_CLIENT_SECRET: "our secret" });
  expect(social).toEqual({
    facebook: null,
    github: null,
    google: { clientId: "ours", clientSecret: "our secret", baseUrl: null },
    twitter: null,
  });
  expect(web.googleClientID).toBe("ours");
});

test("in local, too, `live` means the provider's own hosts, and asks for keys of one's own", () => {
  expect(read({ APP_ENV: "local", TWITTER_BASE_URL: "live" }).social.twitter).toBeNull();
  const env = { APP_ENV: "local", TWITTER_BASE_URL: "live", TWITTER_CLIENT_ID: "ours" };
  expect(refusalOf(env)).toBe("TWITTER_CLIENT_SECRET is missing.");
});

test.each([
  [{ GITHUB_CLIENT_ID: "ours" }, "GITHUB_CLIENT_SECRET is missing."],
  [{ GITHUB_CLIENT_SECRET: "not-to-be-told" }, "GITHUB_CLIENT_ID is missing."],
  [{ GITHUB_CLIENT_ID: "keyturn-local", GITHUB_CLIENT_SECRET: "x" }, "GITHUB_CLIENT_ID still has its sample value."],
  [
    { GITHUB_CLIENT_ID: "x", GITHUB_CLIENT_SECRET: "keyturn-local-social-secret" },
    "GITHUB_CLIENT_SECRET still has its sample value.",
  ],
  [{ GITHUB_BASE_URL: "http://localhost:4010/github" }, "GITHUB_BASE_URL points at a sandbox on this machine."],
  [{ GITHUB_BASE_URL: "http://github.example" }, "GITHUB_BASE_URL must be an https address."],
  [{ GITHUB_BASE_URL: "github" }, "GITHUB_BASE_URL must be a URL, or live."],
])("outside local %j stops the start", (env, refusal) => {
  expect(refusalOf({ ...elsewhere(), ...env })).toBe(refusal);
});

test("the public pages state the operator as it was set, with the date in words", () => {
  expect(read(elsewhere()).web.legal).toMatchObject({
    entity: "Keyturn Test, Inc.",
    contactEmail: "contact@keyturn.example",
    effectiveDate: "November 26, 2026",
  });
});

test.each([
  ["LEGAL_EFFECTIVE_DATE", "2026-02-30", "LEGAL_EFFECTIVE_DATE must be a day such as 2026-11-26."],
  ["LEGAL_EFFECTIVE_DATE", "tomorrow", "LEGAL_EFFECTIVE_DATE must be a day such as 2026-11-26."],
  ["CONTACT_EMAIL", "https://keyturn.example/contact", "CONTACT_EMAIL must be an email address."],
])("%s=%s stops the start", (name, value, refusal) => {
  expect(refusalOf({ ...elsewhere(), [name]: value })).toBe(refusal);
});

/** The addresses of the real providers, with keys of one mode. */
const realProviders = (mode: "test" | "live"): Record<string, string> => ({
  ...elsewhere(),
  APP_ENV: mode === "live" ? "prod" : "stage",
  PLAID_API_URL: mode === "live" ? "https://production.plaid.com" : "https://sandbox.plaid.com",
  PLAID_LINK_JS_URL: "https://cdn.plaid.com/link/v2/stable/link-initialize.js",
  RECAPTCHA_JS_URL: "https://www.google.com/recaptcha/api.js",
  RECAPTCHA_VERIFY_URL: "https://www.google.com/recaptcha/api/siteverify",
  STRIPE_API_URL: "https://api.stripe.com",
  STRIPE_JS_URL: "https://js.stripe.com/v3/",
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_0123456789`,
  STRIPE_SECRET_KEY: `sk_${mode}_0123456789`,
});

test("the page shows in which mode the providers are", () => {
  expect(read({ APP_ENV: "local" }).web.providerMode).toBe("sandbox");
  expect(read(elsewhere()).web.providerMode).toBe("sandbox");
  expect(read(realProviders("test")).web.providerMode).toBe("test");
  expect(read(realProviders("live")).web.providerMode).toBe("live");
});

test.each<[Record<string, string>, string]>([
  [{ PLAID_API_URL: "https://production.plaid.com" }, "Plaid is in production and Stripe in test mode"],
  [{ STRIPE_API_URL: "https://api.stripe.example", STRIPE_JS_URL: "https://stripe.example" }, "Stripe in a sandbox"],
  [{ STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789" }, "one is a live key, the other is not"],
  [{ STRIPE_JS_URL: "https://stripe.example/v3/" }, "STRIPE_JS_URL must be on js.stripe.com"],
  [{ PLAID_LINK_JS_URL: "https://plaid.example/link.js" }, "PLAID_LINK_JS_URL must be on cdn.plaid.com"],
  [{ RECAPTCHA_JS_URL: "https://captcha.example/api.js" }, "RECAPTCHA_JS_URL must be on www.google.com"],
  [{ RECAPTCHA_VERIFY_URL: "https://captcha.example" }, "RECAPTCHA_JS_URL is the provider's own script"],
  [{ APP_ENV: "prod" }, "prod needs the providers' production"],
])("with test keys %j stops the start", (env, why) => {
  expect(refusalOf({ ...realProviders("test"), ...env })).toContain(why);
});

test("production keys run in prod alone, and without Google's test key there", () => {
  expect(refusalOf({ ...realProviders("live"), APP_ENV: "stage" })).toContain("APP_ENV is stage");
  expect(
    refusalOf({ ...realProviders("live"), RECAPTCHA_SITE_KEY: "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI" }),
  ).toContain("accepts everyone");
  const ours = { STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789", STRIPE_SECRET_KEY: "sk_live_0123456789" };
  expect(refusalOf({ ...elsewhere(), APP_ENV: "stage", ...ours })).toContain("STRIPE_API_URL is not Stripe");
});

test("DNS servers are IP addresses, with or without a port", () => {
  const servers = (list: string) => read({ APP_ENV: "local", DNS_SERVERS: list }).sso.dnsServers;
  expect(servers("10.0.0.2, 10.0.0.3:5353,[2001:db8::1]:53,2001:db8::2")).toEqual([
    "10.0.0.2",
    "10.0.0.3:5353",
    "[2001:db8::1]:53",
    "2001:db8::2",
  ]);
  for (const wrong of ["dns.example.com", "10.0.0.300", "10.0.0.2:x"])
    expect(() => servers(wrong), wrong).toThrow("DNS_SERVERS must be IP addresses");
  expect(read(elsewhere()).sso).toEqual({ dnsServers: null, allowsPrivate: false });
});
