// Opens the sandbox providers and the mailbox in the calling process, with or without a folder.
import type { AddressInfo } from "node:net";
import { mkdir } from "node:fs/promises";
import { fastify } from "fastify";
import type { FastifyInstance } from "fastify";
import { servePageStyle } from "./shared/page.ts";
import type { SandboxProvider } from "./shared/sandbox-provider.ts";
import { serveMail } from "./mail/mail-server.ts";
import { openMailbox } from "./mail/mailbox.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import { openSmtp } from "./mail/smtp.ts";
import { openPlaid } from "./plaid/plaid.ts";
import { openRecaptcha } from "./recaptcha/recaptcha.ts";
import { SOCIAL_PROVIDERS } from "./social/play.ts";
import type { SocialKeys, SocialProvider } from "./social/play.ts";
import { openSocial } from "./social/social.ts";
import { serveStatePage } from "./state-page.ts";
import { openStripe } from "./stripe/stripe.ts";
import type { StripeConfig } from "./stripe/stripe-config.ts";

export interface SandboxConfig {
  /** 0 = any free port. */
  providersPort: number;
  mailPort: number;
  smtpPort: number;
  /** Where state is stored. With null it ends with the process. */
  folder: string | null;
  plaid: { clientId: string; secret: string; reportDelayMs: number; webhookRetryMs: readonly number[] };
  recaptcha: { siteKey: string; secretKey: string };
  stripe: Omit<StripeConfig, "folder" | "baseUrl" | "now" | "say">;
  social: Record<SocialProvider, SocialKeys>;
  /** The site that the pages link back to. */
  publicUrl: string;
  now: () => Date;
  say: (line: string) => void;
}

const SOCIAL_KEYS: SocialKeys = { clientId: "keyturn-local", clientSecret: "keyturn-local-social-secret" };

/** Free ports, no folder, sample keys: what a test starts with. */
export const SANDBOX_DEFAULTS: SandboxConfig = {
  providersPort: 0,
  mailPort: 0,
  smtpPort: 0,
  folder: null,
  plaid: {
    clientId: "keyturn-local-client",
    secret: "keyturn-local-secret",
    reportDelayMs: 1500,
    webhookRetryMs: [1000, 3000, 9000, 27_000, 60_000],
  },
  recaptcha: { siteKey: "keyturn-local-site", secretKey: "keyturn-local-captcha-secret" },
  stripe: {
    publishableKey: "pk_test_keyturn_local",
    secretKey: "sk_test_keyturn_local",
    webhookSecret: "whsec_keyturn_local_webhook_secret",
    webhookUrl: null,
    webhookRetryMs: [1000, 3000, 9000, 27_000, 60_000],
    retryDays: [1, 3, 5, 7],
    afterRetries: "cancel",
  },
  social: {
    facebook: SOCIAL_KEYS,
    github: SOCIAL_KEYS,
    google: SOCIAL_KEYS,
    twitter: SOCIAL_KEYS,
  },
  publicUrl: "http://localhost:3000",
  now: () => new Date(),
  say: () => undefined,
};

export interface Sandbox {
  /** Base of all providers, e.g. `http://localhost:4010`; Plaid's API is at `/plaid`, Stripe's at `/v1`. */
  providersUrl: string;
  mailUrl: string;
  smtpUrl: string;
  mailbox: Mailbox;
  plaid: SandboxProvider;
  recaptcha: SandboxProvider;
  stripe: SandboxProvider;
  social: Record<SocialProvider, SandboxProvider>;
  close(): Promise<void>;
}

/** Starts everything; rejects, with nothing left open, when a port is taken or the folder cannot be written. */
export async function openSandbox(overrides: Partial<SandboxConfig> = {}): Promise<Sandbox> {
  const config: SandboxConfig = { ...SANDBOX_DEFAULTS, ...overrides };
  const { folder, now, say } = config;
  if (folder !== null) await mkdir(folder, { recursive: true });
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    const plaid = await openPlaid({ ...config.plaid, folder, now, say });
    opened.push(plaid.close);
    const recaptcha = await openRecaptcha({ ...config.recaptcha, folder, now, say });
    opened.push(recaptcha.close);
    let providersUrl = "";
    const stripe = await openStripe({ ...config.stripe, baseUrl: () => providersUrl, folder, now, say });
    opened.push(stripe.close);
    const social: Partial<Record<SocialProvider, SandboxProvider>> = {};
    for (const provider of SOCIAL_PROVIDERS) {
      const sandboxProvider = await openSocial(provider, {
        ...config.social[provider],
        publicUrl: config.publicUrl,
        folder,
        now,
        say,
      });
      opened.push(sandboxProvider.close);
      social[provider] = sandboxProvider;
    }
    const mailbox = await openMailbox(folder, now, say);
    opened.push(mailbox.close);

    const smtp = await openSmtp(config.smtpPort, mailbox);
    opened.push(smtp.close);
    const mail = webServer();
    servePageStyle(mail);
    serveMail(mail, mailbox, config.publicUrl);
    const mailUrl = await listen(mail, config.mailPort);
    opened.push(() => mail.close());

    const sandboxProviders = [plaid, recaptcha, stripe, ...Object.values(social)];
    const providers = webServer();
    serveStatePage(providers, sandboxProviders, { site: config.publicUrl, mail: mailUrl });
    for (const sandboxProvider of sandboxProviders) {
      await providers.register(async (app) => sandboxProvider.routes(app), { prefix: `/${sandboxProvider.name}` });
    }
    stripe.rootRoutes(providers);
    providersUrl = await listen(providers, config.providersPort);
    opened.push(() => providers.close());
    return {
      providersUrl,
      mailUrl,
      smtpUrl: `smtp://127.0.0.1:${String(smtp.port)}`,
      mailbox,
      plaid,
      recaptcha,
      stripe,
      social: social as Record<SocialProvider, SandboxProvider>, // the loop above opened each
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function webServer(): FastifyInstance {
  // Open connections of a browser must not hold up Ctrl-C.
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff");
  });
  return app;
}

/** Listens on this machine only and returns the address. */
async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ host: "localhost", port });
  return `http://localhost:${String((app.server.address() as AddressInfo).port)}`;
}
