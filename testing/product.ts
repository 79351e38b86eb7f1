import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { inject } from "vitest";
import { syncPlans } from "#features/billing/server/subscriptions/plans/sync-plans.ts";
import { openSandbox, type Sandbox, SANDBOX_DEFAULTS } from "../sandbox/sandbox.ts";
import { freePort } from "../tools/processes.ts";
import { createApi } from "../app/server/api.ts";
import { readConfig } from "../app/server/config.ts";
import type { OpenedDatabase } from "../app/server/database.ts";
import { openProduct, type Product } from "../app/server/product.ts";
import { type EngineName, openTestDatabase, type TestDatabase } from "./database.ts";
import { checkReplies, type Description, openReplyCheck } from "./replies.ts";
import { openProviderLine, type ProviderLine } from "./provider-line.ts";

export interface TestProduct {
  readonly product: Product;
  readonly database: OpenedDatabase;
  /** A statement as the schema's owner: to look behind the policies, or to do what no code may. */
  readonly asOwner: TestDatabase["owner"]["query"];
  readonly sandbox: Sandbox;
  /** Paths that the product asked of Plaid, in order. */
  readonly askedOfPlaid: readonly string[];
  /** The same of Stripe. */
  readonly askedOfStripe: readonly string[];
  readonly plaidLine: ProviderLine;
  readonly stripeLine: ProviderLine;
  /** Lines that the product logged, at every level. */
  readonly logged: readonly string[];
  /** Where it listens. */
  readonly url: string;
  close(): Promise<void>;
}

function readDescription(): Description {
  return JSON.parse(readFileSync(inject("apiDescription"), "utf8")) as Description;
}

/** A product of its own; `env` overrides settings as a person would. */
export async function openTestProduct(engine: EngineName, env: Record<string, string> = {}): Promise<TestProduct> {
  const folder = await mkdtemp(join(tmpdir(), "keyturn-test-"));
  const port = await freePort();
  const webhookUrl = `http://localhost:${port}/api/latest/webhooks/stripe`;
  const sandbox = await openSandbox({
    plaid: { ...SANDBOX_DEFAULTS.plaid, reportDelayMs: 100, webhookRetryMs: [200] },
    stripe: { ...SANDBOX_DEFAULTS.stripe, webhookUrl, webhookRetryMs: [200] },
  });
  const line = await openProviderLine(`${sandbox.providersUrl}/plaid`);
  const cardLine = await openProviderLine(sandbox.providersUrl);
  const config = readConfig(
    {
      APP_ENV: "local",
      PORT: String(port),
      DATA_DIR: folder,
      LIMITS: "off",
      SANDBOX_PORT: new URL(sandbox.providersUrl).port,
      PLAID_API_URL: line.url,
      STRIPE_API_URL: cardLine.url,
      SMTP_URL: sandbox.smtpUrl,
      ...env,
    },
    join(import.meta.dirname, ".."),
  );
  const { opened, owner, close } = await openTestDatabase(engine);
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (text) => logged.push(text) });
  const product = await openProduct(config, { ...opened, db: { ...opened.db, close } }, log);
  const api = await createApi(product, { logger: log, shed: false });
  checkReplies(api.server, openReplyCheck(readDescription()));
  if (!env["STRIPE_API_URL"]) await syncPlans(product.ctx);
  await product.startWork();
  await api.listen({ port, host: "localhost" });
  return {
    product,
    database: opened,
    asOwner: owner.query,
    sandbox,
    askedOfPlaid: line.asked,
    askedOfStripe: cardLine.asked,
    plaidLine: line,
    stripeLine: cardLine,
    logged,
    url: config.publicUrl,
    async close() {
      await sandbox.stripe.close(); // a webhook under way would hold up the end
      api.server.closeAllConnections(); // one that was opened and never asked anything would hold up the end
      await api.close();
      await product.close();
      await line.close();
      await cardLine.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
