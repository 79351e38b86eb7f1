// The Plaid sandbox: its REST API, the Link script, signed webhooks, and the state behind them.
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { SteeringError, type SandboxProvider } from "../shared/sandbox-provider.ts";
import { openMemory } from "../shared/state-file.ts";
import { tellOfEnd } from "./items.ts";
import { serveLinkScript } from "./link/link-script.ts";
import { serveLinkSessions } from "./link-sessions.ts";
import { servePlaidApi } from "./plaid-api.ts";
import { emptyPlaidData } from "./plaid-data.ts";
import type { Item } from "./plaid-data.ts";
import type { PlaidConfig } from "./plaid-config.ts";
import type { PlaidDeps } from "./plaid-deps.ts";
import { findPlaidObject, showPlaid } from "./plaid-page.ts";
import { openReportBodies } from "./report-bodies.ts";
import { openReportMaker } from "./report-maker.ts";
import { openSteering } from "./steering.ts";
import { addKey } from "./verification-keys.ts";
import { openWebhooks } from "./webhooks.ts";

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
  const webhooks = openWebhooks(config, memory, steering);
  const maker = openReportMaker({ config, memory, bodies, webhooks });
  const deps: PlaidDeps = { config, memory, bodies, maker, webhooks };
  maker.resume();
  webhooks.resume();
  return {
    name: "plaid",
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
