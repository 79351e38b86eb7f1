// Opens the sandbox providers and the mailbox in the calling process, with or without a folder.
import type { AddressInfo } from "node:net";
import { mkdir } from "node:fs/promises";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { showChecks } from "./shared/checks.ts";
import { html, sendPage, servePageStyle } from "./shared/page.ts";
import { type SandboxProvider, SteeringError } from "./shared/sandbox-provider.ts";
import { serveMail } from "./mail/mail-server.ts";
import { type Clamav, openClamav } from "./clamav/clamav.ts";
import { type Mailbox, openMailbox, openSmtp } from "./mail/mailbox.ts";
import { type Dns, openDns } from "./dns/dns.ts";
import { type IdentityProvider, openIdentityProvider } from "./identity-provider/identity-provider.ts";
import { openPlaid } from "./plaid/plaid.ts";
import type { PlaidConfig } from "./plaid/plaid-data.ts";
import { openRecaptcha } from "./recaptcha/recaptcha.ts";
import { SOCIAL_PROVIDERS, type SocialKeys, type SocialProvider } from "./social/play.ts";
import { openSocial } from "./social/social.ts";
import { openS3, type S3 } from "./s3/s3.ts";
import { openWebhookReceiver } from "./webhooks/webhooks.ts";
import { openTwilio } from "./twilio/twilio.ts";
import { openStripe } from "./stripe/stripe.ts";
import type { S3Keys } from "./s3/signature.ts";
import type { StripeConfig } from "./stripe/stripe-data.ts";

export interface SandboxConfig {
  /** 0 = any free port. */
  providersPort: number;
  clamavPort: number;
  s3Port: number;
  dnsPort: number;
  mailPort: number;
  smtpPort: number;
  /** Where state is stored. With null it ends with the process. */
  folder: string | null;
  plaid: Omit<PlaidConfig, "folder" | "now" | "say">;
  recaptcha: { siteKey: string; secretKey: string };
  twilio: { accountSid: string; authToken: string; from: string };
  s3: S3Keys & { bucket: string };
  stripe: Omit<StripeConfig, "folder" | "baseUrl" | "now" | "say">;
  social: Record<SocialProvider, SocialKeys>;
  identityProvider: { clientId: string; clientSecret: string };
  /** The site that the pages link back to. */
  publicUrl: string;
  now: () => Date;
  say: (line: string) => void;
}

const SOCIAL_KEYS: SocialKeys = { clientId: "keyturn-local", clientSecret: "keyturn-local-social-secret" };

/** Free ports, no folder, sample keys: what a test starts with. */
export const SANDBOX_DEFAULTS: SandboxConfig = {
  providersPort: 0,
  clamavPort: 0,
  s3Port: 0,
  dnsPort: 0,
  mailPort: 0,
  smtpPort: 0,
  folder: null,
  plaid: {
    clientId: "keyturn-local-client",
    secret: "keyturn-local-secret",
    reportDelayMs: 1500,
    clientLimitFactor: 1,
    webhookRetryMs: [1000, 3000, 9000, 27_000, 60_000],
  },
  recaptcha: { siteKey: "keyturn-local-site", secretKey: "keyturn-local-captcha-secret" },
  twilio: { accountSid: "ACkeyturnlocal", authToken: "keyturn-local-twilio-token", from: "+15005550006" },
  s3: {
    bucket: "keyturn-local",
    region: "us-east-1",
    accessKeyId: "keyturn-local-s3",
    secretAccessKey: "keyturn-local-s3-secret",
  },
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
  identityProvider: { clientId: "keyturn-local", clientSecret: "keyturn-local-sso-secret" },
  publicUrl: "http://localhost:3000",
  now: () => new Date(),
  say: () => undefined,
};

export interface Sandbox {
  /** Base of all providers, e.g. `http://localhost:4010`; Plaid's API is at `/plaid`, Stripe's at `/v1`. */
  providersUrl: string;
  mailUrl: string;
  smtpUrl: string;
  clamavUrl: string;
  s3Url: string;
  /** `address:port` of the DNS. */
  dnsServer: string;
  mailbox: Mailbox;
  clamav: Clamav;
  s3: S3;
  dns: Dns;
  identityProvider: IdentityProvider;
  plaid: SandboxProvider;
  recaptcha: SandboxProvider;
  twilio: SandboxProvider;
  stripe: SandboxProvider;
  social: Record<SocialProvider, SandboxProvider>;
  close(): Promise<void>;
}

/** Starts everything; rejects, with nothing left open, when a port is taken or the folder cannot be written. */
export async function openSandbox(overrides: Partial<SandboxConfig> = {}): Promise<Sandbox> {
  const config: SandboxConfig = { ...SANDBOX_DEFAULTS, ...overrides };
  const { folder, now, say } = config;
  if (folder !== null) await mkdir(folder, { recursive: true, mode: 0o700 });
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    const plaid = await openPlaid({ ...config.plaid, folder, now, say });
    opened.push(plaid.close);
    const recaptcha = await openRecaptcha({ ...config.recaptcha, folder, now, say });
    opened.push(recaptcha.close);
    const twilio = await openTwilio({ ...config.twilio, folder, now, say });
    opened.push(twilio.close);
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
    const webhooks = openWebhookReceiver({ now });
    opened.push(webhooks.close);
    const clamav = await openClamav({ port: config.clamavPort, now });
    opened.push(clamav.close);
    const s3 = await openS3({ ...config.s3, port: config.s3Port, folder, now, say });
    opened.push(s3.close);
    const dns = await openDns({ port: config.dnsPort });
    opened.push(dns.close);
    const identityProvider = await openIdentityProvider({ ...config.identityProvider, folder, now, say });
    opened.push(identityProvider.close);
    const mailbox = await openMailbox(folder, now, say);
    opened.push(mailbox.close);

    const smtp = await openSmtp(config.smtpPort, mailbox);
    opened.push(smtp.close);
    const mail = webServer();
    servePageStyle(mail);
    serveMail(mail, mailbox, config.publicUrl);
    const mailUrl = await listen(mail, config.mailPort);
    opened.push(() => mail.close());

    const sandboxProviders = [
      plaid,
      recaptcha,
      twilio,
      stripe,
      clamav,
      s3,
      identityProvider,
      dns,
      ...Object.values(social),
      webhooks,
    ];
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
      clamavUrl: `tcp://localhost:${String(clamav.port)}`,
      s3Url: `http://localhost:${String(s3.port)}`,
      dnsServer: `127.0.0.1:${String(dns.port)}`,
      mailbox,
      clamav,
      s3,
      dns,
      identityProvider,
      plaid,
      recaptcha,
      twilio,
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

// The first page of the sandbox: what each provider stores, and buttons that make it fail.
function serveStatePage(
  app: FastifyInstance,
  sandboxProviders: readonly SandboxProvider[],
  links: { site: string; mail: string },
): void {
  servePageStyle(app);
  app.get("/", (_request, reply) =>
    sendPage(
      reply,
      "Sandbox",
      html`<header>
          <h1>Sandbox</h1>
          <p class="quiet">
            They play the outside providers on this machine and remember what was asked of them.
            <a href="${links.site}">The site</a> · <a href="${links.mail}">The mailbox</a>
          </p>
          <form class="acts" method="post" action="/_steer/reset"><button>End every fault</button></form>
        </header>
        <main>${sandboxProviders.map(({ show, checks }) => [show(), checks && showChecks(checks.report())])}</main>`,
    ),
  );
  app.get<{ Params: { name: string; kind: string; id: string } }>(
    "/_state/:name/:kind/:id",
    async ({ params }, reply) => {
      const found = await sandboxProviders.find(({ name }) => name === params.name)?.find(params.kind, params.id);
      if (found === undefined) return reply.code(404).send({ message: "There is no such object" });
      return reply.type("application/json; charset=utf-8").send(JSON.stringify(found, null, 2));
    },
  );
  app.get("/_checks", () =>
    Object.fromEntries(sandboxProviders.flatMap(({ name, checks }) => (checks ? [[name, checks.report()]] : []))),
  );
  app.post("/_steer/reset", (request, reply) => {
    for (const sandboxProvider of sandboxProviders) sandboxProvider.reset();
    return obeyed(request, reply);
  });
  app.post<{ Params: { name: string } }>("/_steer/:name", async (request, reply) => {
    const sandboxProvider = sandboxProviders.find(({ name }) => name === request.params.name);
    if (sandboxProvider === undefined) return reply.code(404).send({ message: "There is no such sandbox provider" });
    try {
      await sandboxProvider.steer((request.body ?? {}) as Record<string, unknown>);
    } catch (error) {
      if (!(error instanceof SteeringError)) throw error;
      return reply.code(400).send({ message: error.message });
    }
    return obeyed(request, reply);
  });
}

/** A form is redirected to the page; a program gets a plain answer. */
function obeyed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isForm = request.headers.accept?.includes("text/html") === true;
  return isForm ? reply.redirect("/", 303) : reply.send({ ok: true });
}
