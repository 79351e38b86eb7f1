// The product as it runs in production, for the processes of a benchmark. Its providers' hosts do not exist.
import { plainEnv } from "../tools/settings.ts";

export const JWT_SECRET = "bench-secret-of-more-than-thirty-two-characters";
export const STRIPE_WEBHOOK_SECRET = "whsec_bench_0123456789abcdef";
export const SECRETS_KEYS = `bench-1:${Buffer.alloc(32, 7).toString("base64")}`;

/** Settings for app/server/start.ts. `database` is a PostgreSQL's address or an embedded one's folder. */
export function productionEnv(port: number, database: { url: string } | { folder: string }): NodeJS.ProcessEnv {
  return {
    ...plainEnv(),
    APP_ENV: "prod",
    PORT: String(port),
    ...("url" in database ? { DATABASE_URL: database.url } : { DATABASE_URL: "embedded", DATA_DIR: database.folder }),
    PUBLIC_URL: "https://keyturn.example",
    BACKEND_URL: "https://keyturn.example",
    JWT_SECRET,
    SECRETS_KEYS,
    REPORT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64"),
    SMTP_URL: "smtp://mail.example:25",
    PLAID_API_URL: "https://plaid.example",
    PLAID_CLIENT_ID: "bench",
    PLAID_SECRET: "bench",
    PLAID_LINK_JS_URL: "https://plaid.example/link.js",
    RECAPTCHA_SITE_KEY: "bench",
    RECAPTCHA_JS_URL: "https://captcha.example/api.js",
    RECAPTCHA_SECRET_KEY: "bench",
    RECAPTCHA_VERIFY_URL: "https://captcha.example/siteverify",
    STRIPE_PUBLISHABLE_KEY: "bench",
    STRIPE_SECRET_KEY: "bench",
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: "https://stripe.example",
    STRIPE_JS_URL: "https://stripe.example/v3",
  };
}
