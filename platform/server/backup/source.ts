import type { Manifest, Role } from "./manifest.ts";
import type { Query } from "./row-counts.ts";

/** The database as it is at one moment. */
export interface Source {
  readonly engine: Manifest["engine"];
  readonly query: Query;
  /** As `query`, and of the present moment. */
  queryNow(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>;
  roles(): Promise<Role[]>;
  dump(): AsyncIterable<Buffer>;
}
