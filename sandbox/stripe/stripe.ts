// The Stripe sandbox: its REST API, Stripe.js, signed webhooks, test clocks, and the state behind them.
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { SandboxProvider } from "../shared/sandbox-provider.ts";
import { openMemory } from "../shared/state-file.ts";
import { goOn } from "./customers/clocks.ts";
import { serveHostedInvoices } from "./invoices/hosted-invoice.ts";
import { settleRealTime } from "./settling.ts";
import { openSteering } from "./steering.ts";
import { serveStripeApi } from "./api/stripe-api.ts";
import type { StripeConfig } from "./stripe-config.ts";
import { emptyStripeData } from "./stripe-data.ts";
import type { StripeDeps } from "./stripe-deps.ts";
import { serveStripeJs } from "./elements/stripe-js.ts";
import { findStripeObject, showStripe } from "./stripe-page.ts";
import { openWebhooks } from "./events/webhooks.ts";

/** How often it checks what has become due in real time. */
const LOOK_MS = 1000;

/** Stripe's own addresses begin at the root, because its package and script know no prefix. */
export interface StripeSandbox extends SandboxProvider {
  rootRoutes(app: FastifyInstance): void;
}

/** Opens the Stripe sandbox and continues the webhooks and clocks that an earlier run left unfinished. */
export async function openStripe(config: StripeConfig): Promise<StripeSandbox> {
  const { folder } = config;
  const memory = await openMemory(folder === null ? null : join(folder, "stripe.json"), emptyStripeData, config.say);
  const steering = openSteering(config.afterRetries);
  const webhooks = openWebhooks(config, memory, steering);
  const deps: StripeDeps = {
    config,
    memory,
    data: memory.data,
    steering,
    webhooks,
    request: { id: null, idempotency_key: null },
    catchingUpAt: null,
    isClosed: false,
  };
  webhooks.resume();
  for (const clock of Object.values(deps.data.clocks)) if (clock.status === "advancing") goOn(deps, clock);
  const timer = setInterval(() => settleRealTime(deps), LOOK_MS);
  timer.unref();
  return {
    name: "stripe",
    rootRoutes(app) {
      app.register(async (api) => serveStripeApi(api, deps), { prefix: "/v1" });
      app.register(async (js) => serveStripeJs(js, deps), { prefix: "/v3" });
    },
    routes(app) {
      serveHostedInvoices(app, deps);
    },
    show: () => showStripe(deps),
    find: (kind, id) => findStripeObject(deps, kind, id),
    steer: steering.steer,
    reset: steering.reset,
    async close() {
      deps.isClosed = true;
      clearInterval(timer);
      steering.reset();
      webhooks.close();
      await memory.flush();
    },
  };
}
