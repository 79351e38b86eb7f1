import { Resolver } from "node:dns/promises";
import { observeProvider } from "#platform/server/observability/operations.ts";
import { unavailable } from "../http.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    /** The TXT records of a name; empty where there are none. Throws PROVIDER_UNAVAILABLE. */
    readonly readTxtRecords: (name: string) => Promise<string[]>;
  }
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Of the answer: no such name, or no such record at it. */
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

/** @param servers `address:port`; `null`: those of the system */
export function openDns(servers: readonly string[] | null) {
  return async (name: string): Promise<string[]> => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    return observeProvider("dns", async (report) => {
      try {
        const records = await resolver.resolveTxt(name);
        report(200);
        return records.map((parts) => parts.join("")); // a record is sent in parts of 255 bytes
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? "";
        if (!NONE.has(code)) throw unavailable("dns", code);
        report(404);
        return [];
      }
    });
  };
}
