import type * as contract from "#features/developers/contract.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";
import type { Stage } from "../stage.ts";

const details = { name: "Loan system", scopes: ["borrowers:read"], addresses: [] } as const;

async function aKeyOf(stage: Stage) {
  return { id: await anOwn("api-key", stage) };
}

export const developers: RowsOf<typeof contract> = {
  listApiKeys: { works: nothing, names: [] },
  createApiKey: { works: async () => ({ ...details, scopes: [...details.scopes], addresses: [] }), names: [] },
  updateApiKey: {
    works: async (stage) => ({ ...(await aKeyOf(stage)), ...details, scopes: [...details.scopes], addresses: [] }),
    kind: "api-key",
    names: ["id"],
  },
  rotateApiKey: {
    works: async (stage) => ({ ...(await aKeyOf(stage)), overlapHours: 24 }),
    kind: "api-key",
    names: ["id"],
  },
  revokeApiKey: { works: aKeyOf, kind: "api-key", names: ["id"] },
};
