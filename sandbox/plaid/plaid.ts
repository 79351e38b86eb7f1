// The Plaid sandbox: its REST API, the Link script, signed webhooks, and the state behind them.
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { openChecks } from "../shared/checks.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";
import { openMemory } from "../shared/state-file.ts";
import { tellOfEnd } from "./items.ts";
import { serveLinkScript } from "./link/link-script.ts";
import { serveLinkSessions } from "./link-sessions.ts";
import { servePlaidApi } from "./plaid-api.ts";
import {
  emptyPlaidData,
  type Item,
  type LinkToken,
  type PlaidConfig,
  type PlaidData,
  type Report,
  type WebhookSent,
} from "./plaid-data.ts";
import type { PlaidDeps } from "./operation.ts";
import { openRateLimits } from "./rate-limits.ts";
import { openReportBodies, openReportMaker } from "./report-maker.ts";
import { type Mode, openSteering, type Steering, type WebhookWay } from "./steering.ts";
import { addKey, openWebhooks } from "./webhooks.ts";
import { html, type Html, moment, table } from "../shared/page.ts";
import { GOOD_PASSWORD, PERSONAS } from "./bank-data/personas.ts";
import { institutionOf, offeredAccounts } from "./item-accounts.ts";

// Plaid's section of the state page: errors to request, bank logins to try, and the stored state.
/** Rows shown of each list. The rest is stored and can be read as JSON. */
const SHOWN = 20;

const MODES: readonly [Mode, string][] = [
  ["ok", "Works"],
  ["down", "Down (503)"],
  ["slow", "Slow (8 s)"],
  ["error500", "Error 500"],
  ["hang", "Never answers"],
  ["rateLimited", "Too many requests (429)"],
];

const WEBHOOK_WAYS: readonly [WebhookWay, string][] = [
  ["normal", "Sent once"],
  ["duplicate", "Sent twice"],
  ["lost", "Lost"],
];

function showPlaid(data: PlaidData, steering: Steering): Html {
  return html`<section aria-labelledby="plaid">
    <h2 id="plaid">Plaid: bank connections and asset reports</h2>
    <p class="quiet">REST and the Link script under <code>/plaid</code>.</p>
    <h3>How it behaves</h3>
    ${choices("mode", "Calls", MODES, steering.mode)}
    ${choices("webhooks", "Webhooks", WEBHOOK_WAYS, steering.webhooks)}
    <form class="acts" method="post" action="/_steer/plaid">
      <span class="quiet">Signing key</span>
      <button name="rotateKey" value="now">Rotate the webhook key</button>
    </form>
    <h3>Log-ins</h3>
    <p>
      Every password but the custom user's is <code>${GOOD_PASSWORD}</code>. Any other shows INVALID_CREDENTIALS;
      <code>error_ITEM_LOCKED</code> shows ITEM_LOCKED.
    </p>
    ${table(
      ["Username", "What happens"],
      PERSONAS.map(
        ({ username, does }) =>
          html`<tr>
            <td><code>${username}</code></td>
            <td>${does}</td>
          </tr>`,
      ),
      "",
    )}
    <h3>Connections (items)</h3>
    ${table(["Connected", "Bank", "Person", "Login", "State", "Item", "Webhook", "Last read"], newest(data.items).map(itemRow), "No bank has been connected yet.")}
    <h3>Reports</h3>
    ${table(["Asked", "Days", "State", "Report"], newest(data.reports).map(reportRow), "No report has been asked for yet.")}
    <h3>Webhooks</h3>
    ${table(["Made", "What", "To", "State", "Answers", "Webhook"], data.webhooks.slice(-SHOWN).reverse().map(webhookRow), "No webhook has been sent yet.")}
    <h3>Link tokens</h3>
    ${table(["Made", "For", "Expires", "Token"], newest(data.linkTokens).map(linkTokenRow), "No link token has been made yet.")}
  </section>`;
}

/** The JSON behind a row. Private keys are never shown. */
async function findPlaidObject({ config, memory, bodies }: PlaidDeps, kind: string, id: string): Promise<unknown> {
  const { data } = memory;
  switch (kind) {
    case "items": {
      const item = data.items[id];
      return item === undefined ? undefined : { ...item, accounts: offeredAccounts(item, config.now()) };
    }
    case "reports": {
      const report = data.reports[id] ?? Object.values(data.reports).find((candidate) => candidate.id === id);
      const text = report === undefined ? undefined : await bodies.read(report.id);
      return report === undefined
        ? undefined
        : { ...report, reply: text === undefined ? null : (JSON.parse(text) as unknown) };
    }
    case "audit-copies":
      return data.auditCopies[id];
    case "webhooks":
      return data.webhooks.find((webhook) => webhook.id === id);
    case "users":
      return data.users[id];
    case "link-tokens":
      return data.linkTokens[id];
    default:
      return undefined;
  }
}

function newest<T>(record: Record<string, T>): T[] {
  return Object.values(record).slice(-SHOWN).reverse();
}

function choices<T extends string>(field: string, label: string, offered: readonly [T, string][], current: T): Html {
  return html`<form class="acts" method="post" action="/_steer/plaid">
    <span class="quiet">${label}</span>
    ${offered.map(
      ([value, words]) =>
        html`<button name="${field}" value="${value}" aria-pressed="${String(value === current)}">${words}</button>`,
    )}
  </form>`;
}

function link(kind: string, id: string): Html {
  return html`<a href="/_state/plaid/${kind}/${encodeURIComponent(id)}"><code>${id.slice(0, 24)}</code></a>`;
}

function itemRow(item: Item): Html {
  const state =
    item.removedAt !== null
      ? html`<span class="quiet">removed</span>`
      : item.needsLogIn
        ? html`<span class="ask">needs login</span>`
        : html`<span class="good">connected</span>`;
  return html`<tr>
    <td class="when">${moment(item.createdAt)}</td>
    <td>${institutionOf(item).name}</td>
    <td>${item.person.fullName}</td>
    <td><code>${item.username}</code></td>
    <td>${state}, ${item.accountIds.length} accounts</td>
    <td>${link("items", item.itemId)}</td>
    <td>${item.removedAt === null && item.webhook !== null ? expiringForm(item) : ""}</td>
    <td>${item.removedAt === null ? readAtForm(item) : ""}</td>
  </tr>`;
}

function expiringForm({ itemId }: Item): Html {
  return html`<form class="acts" method="post" action="/_steer/plaid">
    <button name="expiring" value="${itemId}">PENDING_EXPIRATION</button>
  </form>`;
}

function readAtForm({ itemId, readAt }: Item): Html {
  return html`<form class="acts" method="post" action="/_steer/plaid">
    <input type="hidden" name="item" value="${itemId}" />
    <input name="readAt" aria-label="Last read" value="${readAt ?? "now"}" />
    <button>Set</button>
  </form>`;
}

function reportRow(report: Report): Html {
  const tone = { ready: "good", pending: "ask", failed: "stop", removed: "quiet" }[report.state];
  return html`<tr>
    <td class="when">${moment(report.requestedAt)}</td>
    <td class="number">${report.daysRequested}</td>
    <td><span class="${tone}">${report.state}</span></td>
    <td>${link("reports", report.id)}</td>
  </tr>`;
}

function webhookRow(webhook: WebhookSent): Html {
  const answers = webhook.attempts.map(({ status, error }) => (status === null ? error : String(status)));
  const tone = { delivered: "good", waiting: "ask", "gave up": "stop", lost: "stop" }[webhook.state];
  return html`<tr>
    <td class="when">${moment(webhook.createdAt)}</td>
    <td>${webhook.kind}</td>
    <td><code>${webhook.url}</code></td>
    <td><span class="${tone}">${webhook.state}</span></td>
    <td>${answers.join(", ")}</td>
    <td>${link("webhooks", webhook.id)}</td>
  </tr>`;
}

function linkTokenRow(token: LinkToken): Html {
  return html`<tr>
    <td class="when">${moment(token.createdAt)}</td>
    <td>${token.user.fullName ?? "no name"}${token.updates === null ? "" : " (repair)"}</td>
    <td class="when">${moment(token.expiration)}</td>
    <td>${link("link-tokens", token.token)}</td>
  </tr>`;
}

/** Opens the Plaid sandbox and continues the reports and webhooks that an earlier run left unfinished. */
export async function openPlaid(config: PlaidConfig): Promise<SandboxProvider> {
  const { folder } = config;
  const memory = await openMemory(folder === null ? null : join(folder, "plaid.json"), emptyPlaidData, config.say);
  const bodies = await openReportBodies(folder === null ? null : join(folder, "plaid-reports"));
  if (memory.data.keys.length === 0) {
    await addKey(memory.data, config.now());
    memory.changed();
  }
  const steering = openSteering();
  const checks = openChecks();
  const webhooks = openWebhooks(config, memory, steering, checks);
  const rates = openRateLimits(config.now, config.clientLimitFactor);
  const maker = openReportMaker({ config, memory, bodies, webhooks });
  const deps: PlaidDeps = { config, memory, bodies, maker, webhooks, checks, rates };
  maker.resume();
  webhooks.resume();
  return {
    name: "plaid",
    checks,
    routes(app: FastifyInstance) {
      app.register(async (api) => {
        servePlaidApi(api, deps, steering);
      });
      app.register(async (link) => {
        serveLinkScript(link);
        await link.register(async (sessions) => serveLinkSessions(sessions, deps, steering), {
          prefix: "/link/session",
        });
      });
    },
    show: () => showPlaid(memory.data, steering),
    find: (kind, id) => findPlaidObject(deps, kind, id),
    async steer({ rotateKey, expiring, item, readAt, ...order }) {
      steering.steer(order);
      if (readAt !== undefined) setReadAt(deps, connectedItem(deps, item, "item"), readAt);
      // Plaid's own fire_webhook does not support this code.
      if (expiring !== undefined) tellOfEnd(deps, connectedItem(deps, expiring, "expiring"), "PENDING_EXPIRATION");
      if (rotateKey === undefined) return;
      await addKey(memory.data, config.now());
      memory.changed();
    },
    reset() {
      steering.reset();
      rates.reset();
      for (const item of Object.values(memory.data.items)) delete item.readAt;
      memory.changed();
    },
    async close() {
      steering.reset();
      maker.close();
      webhooks.close();
      await memory.flush();
    },
  };
}

/** From now on the item's data is as of this day, as if the bank was not read since. "now" ends it. */
function setReadAt({ config, memory }: PlaidDeps, item: Item, readAt: unknown): void {
  const moment = readAt === "now" ? config.now() : new Date(String(readAt));
  if (!(moment <= config.now())) throw new SteeringError("readAt must be a moment in the past, or now");
  if (readAt === "now") delete item.readAt;
  else item.readAt = moment.toISOString();
  memory.changed();
}

function connectedItem({ memory }: PlaidDeps, id: unknown, field: string): Item {
  const item = Object.values(memory.data.items).find(({ itemId, removedAt }) => itemId === id && removedAt === null);
  if (item === undefined) throw new SteeringError(`${field} must be a connected item`);
  return item;
}
