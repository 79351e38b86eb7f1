import type { Db } from "pg-boss";
import type { AnyScope } from "./scope.ts";

/** How the job queue reaches a database. */
export type JobDatabase = Db;

/** A statement as Drizzle hands it down: text, perhaps a name to prepare it under, rows as arrays or objects. */
export interface StatementConfig {
  readonly text: string;
  /** Prepared under it. Empty: planned for its values each time. */
  readonly name?: string | undefined;
  readonly rowMode?: "array" | undefined;
  readonly types?: { getTypeParser(oid: number, format?: string): (value: string) => unknown } | undefined;
}

export interface Result {
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/** Runs one statement: in its own scope or within a transaction. */
export type Run = (config: StatementConfig, values: readonly unknown[]) => Promise<Result>;

export interface PoolState {
  readonly pool: string;
  readonly total: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

export interface Engine {
  readonly kind: "postgres" | "embedded";
  /** One statement under a scope, in one round trip and one implicit transaction. */
  query(scope: AnyScope, config: StatementConfig, values: readonly unknown[]): Promise<Result>;
  /** Several statements under a scope that commit or fail together. */
  transaction<T>(scope: AnyScope, work: (run: Run) => Promise<T>): Promise<T>;
  /**
   * Listens for NOTIFY on a channel, across processes. Reconnects by itself after the connection was lost, and then
   * calls `onReconnect`: messages sent in between were missed.
   */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect: () => void): Promise<void>;
  /** The database as the job queue uses it: outside any scope, on its own schema. */
  readonly jobs: JobDatabase;
  /** Its pools of connections. The embedded one has none. */
  pools(): readonly PoolState[];
  /** Resolves once the database answers; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Access to a database as its owner, only for migrations. Statements run outside any scope. */
export interface OwnerSession {
  /** One or more statements without parameters. */
  execute(sql: string): Promise<void>;
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  readonly jobs: JobDatabase;
}
