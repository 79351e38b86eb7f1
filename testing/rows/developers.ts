import type * as contract from "#features/developers/contract.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";
import type { Stage } from "../stage.ts";

const details = { name: "Loan system", scopes: ["borrowers:read"], addresses: [] } as const;

async function aKeyOf(stage: Stage) {
  return { id: await anOwn("api-key", stage) };
}

const anEndpoint = () => ({
  url: "https://hooks.lender.example/keyturn",
  description: "Loan system",
  events: ["report.ready" as const],
});

async function aWebhookOf(stage: Stage) {
  return { id: await anOwn("webhook", stage) };
}

export const developers: RowsOf<typeof contract> = {
  readCaller: { works: nothing, names: [] },
  listApiKeys: { works: nothing, names: [] },
  createApiKey: { works: async () => ({ ...details, scopes: [...details.scopes], addresses: [] }), names: [] },
  updateApiKey: {
    works: async (stage) => ({
      ...{ ...(await aKeyOf(stage)), ...details, scopes: [...details.scopes], addresses: [], version: 1 },
    }),
    kind: "api-key",
    names: ["id"],
  },
  rotateApiKey: {
    works: async (stage) => ({ ...(await aKeyOf(stage)), overlapHours: 24, version: 1 }),
    kind: "api-key",
    names: ["id"],
  },
  revokeApiKey: { works: aKeyOf, kind: "api-key", names: ["id"] },
  listWebhookEndpoints: { works: nothing, names: [] },
  createWebhookEndpoint: { works: async () => anEndpoint(), names: [] },
  updateWebhookEndpoint: {
    works: async (stage) => ({ ...(await aWebhookOf(stage)), ...anEndpoint(), version: 1 }),
    kind: "webhook",
    names: ["id"],
  },
  rotateWebhookSecret: {
    works: async (stage) => ({ ...(await aWebhookOf(stage)), overlapHours: 24, version: 1 }),
    kind: "webhook",
    names: ["id"],
  },
  enableWebhookEndpoint: { works: aWebhookOf, kind: "webhook", names: ["id"] },
  disableWebhookEndpoint: { works: aWebhookOf, kind: "webhook", names: ["id"] },
  deleteWebhookEndpoint: { works: aWebhookOf, kind: "webhook", names: ["id"] },
  sendTestEvent: { works: aWebhookOf, kind: "webhook", names: ["id"] },
  listWebhookDeliveries: { works: aWebhookOf, kind: "webhook", names: ["id"] },
  resendWebhookDelivery: {
    works: async (stage) => ({ id: await anOwn("webhook-delivery", stage) }),
    kind: "webhook-delivery",
    names: ["id"],
  },
};
