// Settings of the sandbox. No other sandbox file reads the environment.
import { resolve } from "node:path";
import { SOCIAL_PROVIDERS } from "./social/play.ts";
import { SANDBOX_DEFAULTS } from "./sandbox.ts";
import type { SandboxConfig } from "./sandbox.ts";

/** Throws one clear line when a port is invalid. */
export function readSandboxConfig(env: NodeJS.ProcessEnv = process.env): SandboxConfig {
  const { plaid, recaptcha, twilio, stripe, social, ...rest } = SANDBOX_DEFAULTS;
  const mailPort = port(env, "MAIL_PORT", 8025);
  const providersPort = port(env, "SANDBOX_PORT", 4010);
  const publicUrl = env["PUBLIC_URL"] || `http://localhost:${env["PORT"] || "3000"}`;
  return {
    ...rest,
    providersPort,
    clamavPort: providersPort === 0 ? 0 : providersPort + 1,
    s3Port: providersPort === 0 ? 0 : providersPort + 2,
    dnsPort: providersPort === 0 ? 0 : providersPort + 3,
    mailPort,
    smtpPort: mailPort === 0 ? 0 : mailPort + 1,
    folder: resolve(env["DATA_DIR"] || ".data", "sandbox"),
    plaid: {
      ...plaid,
      clientId: env["PLAID_CLIENT_ID"] || plaid.clientId,
      secret: env["PLAID_SECRET"] || plaid.secret,
    },
    recaptcha: {
      siteKey: env["RECAPTCHA_SITE_KEY"] || recaptcha.siteKey,
      secretKey: env["RECAPTCHA_SECRET_KEY"] || recaptcha.secretKey,
    },
    twilio: {
      accountSid: env["TWILIO_ACCOUNT_SID"] || twilio.accountSid,
      authToken: env["TWILIO_AUTH_TOKEN"] || twilio.authToken,
      from: env["TWILIO_FROM"] || twilio.from,
    },
    stripe: {
      ...stripe,
      publishableKey: env["STRIPE_PUBLISHABLE_KEY"] || stripe.publishableKey,
      secretKey: env["STRIPE_SECRET_KEY"] || stripe.secretKey,
      webhookSecret: env["STRIPE_WEBHOOK_SECRET"] || stripe.webhookSecret,
      webhookUrl: `${env["BACKEND_URL"] || publicUrl}/api/latest/webhooks/stripe`,
    },
    social: socialKeys(env, social),
    publicUrl,
  };
}

/** Each provider accepts the keys that the product is configured to send. */
function socialKeys(env: NodeJS.ProcessEnv, otherwise: SandboxConfig["social"]): SandboxConfig["social"] {
  const keys = { ...otherwise };
  for (const provider of SOCIAL_PROVIDERS) {
    const name = provider.toUpperCase();
    keys[provider] = {
      clientId: env[`${name}_CLIENT_ID`] || keys[provider].clientId,
      clientSecret: env[`${name}_CLIENT_SECRET`] || keys[provider].clientSecret,
    };
  }
  return keys;
}

function port(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const given = env[name] || String(otherwise);
  const number = Number(given);
  // The mailbox also uses the next port, and the sandbox the next three.
  if (!Number.isInteger(number) || number < 0 || number > 65_532)
    throw new Error(`${name} must be a port number, not ${given}`);
  return number;
}
