import type * as contract from "#features/site/contract.ts";
import type { RowsOf } from "./row.ts";

export const site: RowsOf<typeof contract> = {
  reportPolicy: {
    works: async () => ({ reports: [{ directive: "script-src-elem", blocked: "inline", page: "http://localhost/" }] }),
    names: [],
  },
};
