import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request as ask, createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import { openLog } from "#platform/server/log.ts";
import { syncPlans } from "#features/billing/server/subscriptions/plans/sync-plans.ts";
import { openSandbox, type Sandbox, SANDBOX_DEFAULTS } from "../sandbox/sandbox.ts";
import { freePort } from "../tools/processes.ts";
import { createApi } from "../app/server/api.ts";
import { readConfig } from "../app/server/config.ts";
import type { OpenedDatabase } from "../app/server/database.ts";
import { openProduct, type Product } from "../app/server/product.ts";
import { openTelemetry } from "../app/server/telemetry.ts";
import { type EngineName, openTestDatabase, type TestDatabase } from "./database.ts";
import { checkReplies, type Description, openReplyCheck } from "./replies.ts";

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
  /** Where its metrics are, if `env` sets METRICS_PORT. */
  readonly metricsUrl: string | null;
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
    plaid: { ...SANDBOX_DEFAULTS.plaid, reportDelayMs: 100, clientLimitFactor: 20, webhookRetryMs: [200] },
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
      CLAMAV_URL: sandbox.clamavUrl,
      DNS_SERVERS: sandbox.dnsServer,
      ...(env["FILES_URL"] && { S3_ENDPOINT: sandbox.s3Url }),
      ...env,
    },
    join(import.meta.dirname, ".."),
  );
  const { opened, owner, close } = await openTestDatabase(engine);
  const logged: string[] = [];
  const log = openLog("trace", { write: (text) => logged.push(text) });
  const product = await openProduct(config, { ...opened, db: { ...opened.db, close } }, log, { firstTasksMs: 0 });
  const telemetry = await openTelemetry(product);
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
    metricsUrl: telemetry.metricsUrl,
    url: config.publicUrl,
    async close() {
      await sandbox.stripe.close(); // a webhook under way would hold up the end
      api.server.closeAllConnections(); // one that was opened and never asked anything would hold up the end
      await api.close();
      await product.close();
      await telemetry.close();
      await line.close();
      await cardLine.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// A proxy between the product and a provider's sandbox that records requests and can be made to fail.

/** Answers in the provider's place, or returns `false`. */
export type Fault = (path: string, reply: ServerResponse, body: string) => boolean;

interface ProviderLine {
  readonly url: string;
  /** Paths in the order of asking. */
  readonly asked: readonly string[];
  break(fault: Fault): void;
  /** Everything is passed on again; what the fault still answers is cut off. */
  heal(): void;
  close(): Promise<void>;
}

async function openProviderLine(target: string): Promise<ProviderLine> {
  const asked: string[] = [];
  const faulty = new Set<ServerResponse>();
  let fault: Fault = () => false;
  const server = createServer((request, reply) => {
    const path = request.url ?? "/";
    asked.push(path);
    void text(request).then((body) => {
      if (fault(path, reply, body)) {
        faulty.add(reply);
        reply.on("close", () => faulty.delete(reply));
        return;
      }
      const onward = ask(target + path, { method: request.method, headers: request.headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      onward.on("error", () => reply.destroy());
      reply.on("close", () => onward.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    break(next) {
      fault = next;
    },
    heal() {
      fault = () => false;
      for (const reply of faulty) reply.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** 200, and then a byte of nothing now and then, for as long as anybody reads. */
export function drip(reply: ServerResponse): true {
  reply.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => reply.write(" "), 200);
  reply.on("close", () => clearInterval(timer));
  return true;
}

/** 200 with this body. */
export function answer(reply: ServerResponse, body: string | Buffer, status = 200): true {
  reply.writeHead(status, { "content-type": "application/json" }).end(body);
  return true;
}
