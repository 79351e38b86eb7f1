// Further processes of ours beside a stand: commands that run to their end, and a second product.
import { randomBytes } from "node:crypto";
import { runQuietly, type Outcome } from "../../tools/run-once.ts";
import { plainEnv, toEnv } from "../../tools/settings.ts";
import type { Stand } from "../stand.ts";

/** What a process needs to use the same database, folder and sandbox. */
export function envBeside(stand: Stand, databaseUrl: string, port = portOf(stand.url)): NodeJS.ProcessEnv {
  const settings = {
    appEnv: "local",
    port,
    sandboxPort: portOf(stand.sandboxUrl),
    mailPort: portOf(stand.mailUrl),
    dataDir: stand.dataDir,
    databaseUrl,
  };
  return { ...plainEnv(), ...toEnv(settings), DATABASE_URL: databaseUrl, LIMITS: "off" };
}

/** Runs a file of the product with these variables and nothing of the shell that runs the tests. */
export function run(file: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  return runQuietly([file], { ...plainEnv(), ...env });
}

/** Settings with which the product would start in stage or prod: each secret its own, nothing on this machine. */
export function elsewhere(appEnv: "stage" | "prod"): Record<string, string> {
  const random = () => randomBytes(32).toString("base64");
  return {
    APP_ENV: appEnv,
    DATABASE_URL: "embedded",
    PUBLIC_URL: "https://keyturn.example",
    BACKEND_URL: "https://keyturn.example",
    JWT_SECRET: random(),
    SECRETS_KEYS: `one:${random()}`,
    REPORT_SIGNING_KEY: random(),
    SMTP_URL: "smtp://mail.example:25",
    CLAMAV_URL: "tcp://clamav.example:3310",
    PLAID_CLIENT_ID: random(),
    PLAID_SECRET: random(),
    PLAID_API_URL: "https://plaid.example",
    PLAID_LINK_JS_URL: "https://plaid.example/link.js",
    RECAPTCHA_SITE_KEY: random(),
    RECAPTCHA_JS_URL: "https://captcha.example/api.js",
    RECAPTCHA_SECRET_KEY: random(),
    RECAPTCHA_VERIFY_URL: "https://captcha.example/siteverify",
    STRIPE_PUBLISHABLE_KEY: random(),
    STRIPE_JS_URL: "https://stripe.example/v3/",
    STRIPE_SECRET_KEY: random(),
    STRIPE_WEBHOOK_SECRET: `whsec_${random()}`,
    STRIPE_API_URL: "https://stripe.example",
    LEGAL_ENTITY: "Keyturn Test, Inc.",
    LEGAL_ADDRESS: "1 Test Street, Springfield, IL 62701",
    CONTACT_EMAIL: "contact@keyturn.example",
    LEGAL_EFFECTIVE_DATE: "2026-11-26",
    HOSTING_PROVIDER: "Test Hosting, LLC",
    EMAIL_PROVIDER: "Test Email, LLC",
  };
}

export function portOf(url: string): number {
  return Number(new URL(url).port);
}
