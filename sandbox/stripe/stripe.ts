// The Stripe sandbox: its REST API, Stripe.js, signed webhooks, test clocks, and the state behind them.
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { SandboxProvider } from "../shared/sandbox-provider.ts";
import { openMemory } from "../shared/state-file.ts";
import { openChecks } from "../shared/checks.ts";
import { goOn, settleRealTime } from "./customers/clocks.ts";
import { serveHostedInvoices } from "./invoices/hosted-invoice.ts";
import { type Mode, openSteering, type WebhookWay } from "./steering.ts";
import { serveStripeApi } from "./api/stripe-api.ts";
import {
  type AfterRetries,
  emptyStripeData,
  type StripeConfig,
  type StripeData,
  type StripeEvent,
  type WebhookSent,
} from "./stripe-data.ts";
import type { StripeDeps } from "./stripe-deps.ts";
import { serveStripeJs } from "./elements/stripe-js.ts";
import { openWebhooks } from "./events/webhooks.ts";
import { html, type Html, moment, table } from "../shared/page.ts";
import { TEST_CARDS } from "./cards/cards.ts";
import { lookUp } from "./api/objects.ts";
import type { Invoice, Subscription } from "./subscriptions/billing-data.ts";
import type { TestClock } from "./customers/customer-data.ts";

// Stripe's section of the state page: errors to request, cards to try, and the stored state.
/** Rows shown of each list. The rest is stored and can be read over the API. */
const SHOWN = 20;

const MODES: readonly [Mode, string][] = [
  ["ok", "Works"],
  ["down", "Down (503)"],
  ["slow", "Slow (8 s)"],
  ["error500", "Error 500"],
  ["hang", "Never answers"],
  ["lostReply", "Does it, answers nothing"],
  ["rateLimited", "Too many requests (429)"],
];

const WEBHOOK_WAYS: readonly [WebhookWay, string][] = [
  ["normal", "Sent once"],
  ["duplicate", "Sent twice"],
  ["delayed", "Late (5 s)"],
  ["shuffled", "Out of order"],
  ["lost", "Lost"],
];

const ENDS: readonly [AfterRetries, string][] = [
  ["cancel", "Canceled"],
  ["unpaid", "Unpaid"],
  ["past_due", "Stays past due"],
];

function showStripe(deps: StripeDeps): Html {
  const { data, steering } = deps;
  return html`<section aria-labelledby="stripe">
    <h2 id="stripe">Stripe: cards, subscriptions and invoices</h2>
    <p class="quiet">REST under <code>/v1</code>, Stripe.js at <code>/v3/</code>.</p>
    <h3>How it behaves</h3>
    ${choices("mode", "Calls", MODES, steering.mode)}
    ${choices("webhooks", "Webhooks", WEBHOOK_WAYS, steering.webhooks)}
    ${choices("afterRetries", "After the last retry", ENDS, steering.afterRetries)}
    <h3>Cards</h3>
    <p>Any future date, any CVC and any ZIP code. Server tests name them <code>pm_card_…</code>.</p>
    ${table(["Number", "What happens", "Name"], TEST_CARDS.map(cardRow), "")}
    <h3>Subscriptions</h3>
    ${table(
      ["Begun", "Customer", "State", "Period ends", "Subscription"],
      newest(data.subscriptions).map((one) => subscriptionRow(data, one)),
      "No one has subscribed yet.",
    )}
    <h3>Invoices</h3>
    ${table(["Made", "Number", "Why", "Amount due", "State", "Invoice"], newest(data.invoices).map(invoiceRow), "No invoice has been made yet.")}
    <h3>Test clocks</h3>
    ${table(["Time", "Name", "State", "Clock"], newest(data.clocks).map(clockRow), "There is no test clock.")}
    <h3>Events</h3>
    ${table(["When", "What", "Event"], newest(data.events).map(eventRow), "Nothing has happened yet.")}
    <h3>Webhooks</h3>
    ${table(["Made", "What", "To", "State", "Answers", "Webhook"], data.webhooks.slice(-SHOWN).reverse().map(webhookRow), "No webhook has been sent yet.")}
  </section>`;
}

/** The JSON behind a row: any object by its id, or a logged webhook. */
function findStripeObject(deps: StripeDeps, kind: string, id: string): unknown {
  if (kind === "steering") return deps.steering;
  if (kind === "webhooks") return deps.data.webhooks.find((webhook) => webhook.id === id);
  const found = lookUp(deps, id);
  const noun = String(found?.["object"]).replace("test_helpers.", "").replaceAll("_", "-");
  return `${noun}s` === kind ? found : undefined;
}

function newest<T>(record: Record<string, T>): T[] {
  return Object.values(record).slice(-SHOWN).reverse();
}

function choices<T extends string>(field: string, label: string, offered: readonly [T, string][], current: T): Html {
  return html`<form class="acts" method="post" action="/_steer/stripe">
    <span class="quiet">${label}</span>
    ${offered.map(
      ([value, words]) =>
        html`<button name="${field}" value="${value}" aria-pressed="${String(value === current)}">${words}</button>`,
    )}
  </form>`;
}

function link(kind: string, id: string): Html {
  return html`<a href="/_state/stripe/${kind}/${id}"><code>${id}</code></a>`;
}

function when(seconds: number): string {
  return moment(new Date(seconds * 1000).toISOString());
}

function state(words: string, good: readonly string[], ask: readonly string[]): Html {
  return html`<span class="${good.includes(words) ? "good" : ask.includes(words) ? "ask" : "stop"}">${words}</span>`;
}

function cardRow({ number, does, names }: (typeof TEST_CARDS)[number]): Html {
  return html`<tr>
    <td><code>${number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</code></td>
    <td>${does}</td>
    <td><code>${names[0]}</code></td>
  </tr>`;
}

function subscriptionRow(data: StripeData, subscription: Subscription): Html {
  const { id, customer, status, created, item_ids } = subscription;
  const item = data.items[item_ids[0] ?? ""];
  return html`<tr>
    <td class="when">${when(created)}</td>
    <td>${data.customers[customer]?.email ?? customer}</td>
    <td>
      ${state(subscription.cancel_at === null || subscription.ended_at !== null ? status : `${status}, ends`, ["active"], ["incomplete", "past_due", "active, ends"])}
    </td>
    <td class="when">${item === undefined ? "" : when(item.current_period_end)}</td>
    <td>${link("subscriptions", id)}</td>
  </tr>`;
}

function invoiceRow({ id, created, number, billing_reason, amount_due, status }: Invoice): Html {
  return html`<tr>
    <td class="when">${when(created)}</td>
    <td>${number ?? "draft"}</td>
    <td>${billing_reason}</td>
    <td class="number">$${(amount_due / 100).toFixed(2)}</td>
    <td>${state(status, ["paid"], ["open", "draft"])}</td>
    <td>${link("invoices", id)}</td>
  </tr>`;
}

function clockRow({ id, name, frozen_time, status }: TestClock): Html {
  return html`<tr>
    <td class="when">${when(frozen_time)}</td>
    <td>${name}</td>
    <td>${state(status, ["ready"], ["advancing"])}</td>
    <td>${link("test-clocks", id)}</td>
  </tr>`;
}

function eventRow({ id, created, type }: StripeEvent): Html {
  return html`<tr>
    <td class="when">${when(created)}</td>
    <td>${type}</td>
    <td>${link("events", id)}</td>
  </tr>`;
}

function webhookRow({ id, createdAt, kind, url, state: is, attempts }: WebhookSent): Html {
  return html`<tr>
    <td class="when">${moment(createdAt)}</td>
    <td>${kind}</td>
    <td>${url}</td>
    <td>${state(is, ["delivered"], ["waiting"])}</td>
    <td>${attempts.map(({ status, error }) => status ?? error).join(", ")}</td>
    <td>${link("webhooks", id)}</td>
  </tr>`;
}

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
  const checks = openChecks();
  const webhooks = openWebhooks(config, memory, steering, checks);
  const deps: StripeDeps = {
    config,
    memory,
    data: memory.data,
    steering,
    webhooks,
    checks,
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
    checks,
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
