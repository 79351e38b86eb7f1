import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Engine, JobDatabase, OwnerSession, PoolState, Result, Run, StatementConfig } from "./engine.ts";
import { CONNECT_TIMEOUT_MS, createFailoverPool, parseHosts, requireRole, type Hosts } from "./hosts.ts";
import { prepareScope, ScopedQuery } from "./scoped-query.ts";
import type { AnyScope } from "./scope.ts";
import { openStatementNames, type StatementNames } from "./statement-names.ts";

export interface PostgresConfig {
  /** May name several hosts, of which one takes writes at a time; see `parseHosts`. */
  readonly url: string;
  readonly maxConnections?: number;
  /** Called for connections that broke while idle. The pool replaces them by itself. */
  onError(error: Error): void;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the server's own limit, so it is reached only when the server hangs or is cut off. */
const ANSWER_TIMEOUT_MS = 11_000;
const PING_TIMEOUT_MS = 2_000;
const OWNER_LOCK = 7_203_117; // any number that nothing else on the database locks
const READ_ONLY_TRANSACTION = "25006";
const OWNER_RETRY_MS = 200;
/** After that, a connection to a standby that was promoted makes way for one to another host. */
const STANDBY_CONNECTION_SECONDS = 60;
const LISTEN_RETRY_MS = 1_000;
const LISTEN_CHECK_MS = 15_000;

export function openPostgres({ url, maxConnections = 10, onError }: PostgresConfig): Engine {
  // Until a scope is set a connection is the tenant role without an organization: it owns nothing and sees nothing.
  const hosts = parseHosts(url);
  const pool = newPool(hosts, { max: maxConnections, role: "keyturn_tenant", onError, onConnect: prepareScope });
  const jobsPool = newPool(hosts, { max: 4, role: "keyturn_jobs", onError });
  const listeners: { close(): void }[] = [];
  const names = openStatementNames();

  return {
    kind: "postgres",
    query: (scope, config, values) => queryInOneRoundTrip(pool, scope, withName(names, scope, config, values), values),
    transaction: (scope, work) => inTransaction(pool, names, scope, work),
    async listen(channel, onMessage, onReconnect) {
      listeners.push(await listenWithReconnect(hosts, channel, onMessage, onError, onReconnect));
    },
    jobs: poolForJobs(jobsPool, hosts, onError),
    pools: () => [stateOf("requests", pool), stateOf("jobs", jobsPool)],
    async ping() {
      const ping: pg.QueryConfig & { query_timeout: number } = { text: "select 1", query_timeout: PING_TIMEOUT_MS };
      await pool.query(ping);
    },
    async close() {
      for (const listener of listeners) listener.close();
      await Promise.all([pool.end(), jobsPool.end()]);
    },
  };
}

/** A standby of the database, for reads. */
export type Standby = Pick<Engine, "kind" | "transaction" | "pools" | "close">;

/** Connects with the first read. Of several hosts, only those that are standbys are used. */
export function openStandby({ url, maxConnections = 10, onError }: PostgresConfig): Standby {
  const pool = newPool(parseHosts(url, "standby"), {
    max: maxConnections,
    role: "keyturn_tenant",
    settings: "-c default_transaction_read_only=on", // also once it is promoted
    maxLifetimeSeconds: STANDBY_CONNECTION_SECONDS,
    onError,
    onConnect: prepareScope,
  });
  const names = openStatementNames();
  return {
    kind: "postgres",
    transaction: (scope, work) => inTransaction(pool, names, scope, work),
    pools: () => [stateOf("replica", pool)],
    close: () => pool.end(),
  };
}

/** A connection as the owner of the schema, for migrations. `exclusive`: one process at a time, the others wait for it. */
export async function withPostgresOwner<T>(
  url: string,
  work: (owner: OwnerSession) => Promise<T>,
  { exclusive = false } = {},
): Promise<T> {
  const hosts = parseHosts(url);
  const pool = createFailoverPool(hosts, {
    application_name: "keyturn-owner",
    max: 3,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it; its types do not say so
    onConnect: (client) => requireRole(hosts, client),
  });
  pool.on("error", () => {}); // a broken idle connection shows itself at the next statement
  const lock = exclusive ? await pool.connect() : undefined;
  try {
    if (lock) await waitForOwnerLock(lock);
    return await work({
      async execute(sql) {
        await pool.query(sql);
      },
      async query(sql, values = []) {
        return (await pool.query<Record<string, unknown>>(sql, [...values])).rows;
      },
      jobs: { executeSql: (text, values) => pool.query(text, values) },
    });
  } finally {
    lock?.release(true); // the lock ends with its connection
    await pool.end();
  }
}

// Polls: a statement that waits here would hold up `create index concurrently` of the one that it waits for.
async function waitForOwnerLock(lock: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await lock.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [
      OWNER_LOCK,
    ]);
    if (rows[0]?.isLocked) return;
    await sleep(OWNER_RETRY_MS);
  }
}

function stateOf(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolState {
  return { pool, total: totalCount, idle: idleCount, waiting: waitingCount };
}

interface PoolOptions {
  max: number;
  role: string;
  /** Further options of the session. */
  settings?: string;
  /** 0: as long as they are used. */
  maxLifetimeSeconds?: number;
  onError(error: Error): void;
  onConnect?: (client: pg.ClientBase) => Promise<void>;
}

function newPool(hosts: Hosts, options: PoolOptions): pg.Pool {
  const { max, role, settings = "", maxLifetimeSeconds = 0, onError, onConnect } = options;
  const pool = createFailoverPool(hosts, {
    application_name: role.replace("_", "-"),
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    maxLifetimeSeconds,
    options: `-c role=${role} -c TimeZone=UTC ${settings}`,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it; its types do not say so
    onConnect: async (client) => {
      closeWhenUnresponsive(client);
      await requireRole(hosts, client);
      await onConnect?.(client);
    },
  });
  // Without a listener a restart of the database would end the process. The pool attaches its whole client to the error.
  pool.on("error", (error: Error & { client?: unknown }) => {
    delete error.client;
    onError(error);
  });
  return pool;
}

/**
 * Breaks a connection on which a query waits longer than it may. It uses the socket's own timeout: pg's query_timeout
 * creates a timer per query, which holds the answer in memory long enough to cost a list a fifth of its CPU.
 */
function closeWhenUnresponsive(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.setTimeout(ANSWER_TIMEOUT_MS, () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean };
    if (!readyForQuery) connection.stream.destroy(new Error("Query read timeout"));
  });
}

function queryInOneRoundTrip(
  pool: pg.Pool,
  scope: AnyScope,
  config: StatementConfig,
  values: readonly unknown[],
): Promise<Result> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (error || !client) return reject(error ?? new Error("no connection"));
      client.on("error", ignoreError);
      const query = new ScopedQuery(scope, config, values, (failure, result) => {
        client.off("error", ignoreError);
        release(failure && isConnectionLost(failure) ? failure : undefined);
        if (failure) reject(failure);
        else resolve(result);
      });
      client.query(query as never); // a Submittable; pg's typings only name its own
    });
  });
}

// An error from the server leaves the connection usable, unless the server became a standby.
function isConnectionLost(failure: Error): boolean {
  return !(failure instanceof pg.DatabaseError) || failure.code === READ_ONLY_TRANSACTION;
}

// A connection that breaks under a query fails that query, and its error event would end the process besides.
function ignoreError(): void {}

/** Without values the text may hold several statements, which cannot be prepared. */
function withName(
  names: StatementNames,
  { role }: AnyScope,
  config: StatementConfig,
  values: readonly unknown[],
): StatementConfig {
  return config.name !== undefined || values.length === 0 ? config : { ...config, name: names(role, config.text) };
}

/** Begins with the first statement, in its round trip. */
async function inTransaction<T>(
  pool: pg.Pool,
  names: StatementNames,
  scope: AnyScope,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let hasBegun = false;
  let broken: Error | undefined;
  const onBreak = (error: Error) => (broken = error);
  // A rollback on a lost connection would only time out.
  const rethrow = (error: Error): never => {
    if (isConnectionLost(error)) broken ??= error;
    throw error;
  };
  const begin: Run = (config, values) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, result: Result) => (error ? reject(error) : resolve(result));
      client.query(new ScopedQuery(scope, config, values, done, { begins: true }) as never);
    });
  const run: Run = (config, values) => {
    const statement = withName(names, scope, config, values);
    if (hasBegun) return client.query(statement as pg.QueryConfig, [...values]).catch(rethrow);
    hasBegun = true;
    return begin(statement, values).catch(rethrow);
  };
  client.on("error", onBreak);
  try {
    const result = await work(run);
    if (hasBegun) await client.query("commit").catch(rethrow);
    return result;
  } catch (error) {
    if (hasBegun && !broken) await client.query("rollback").catch((failure: Error) => (broken ??= failure));
    throw error;
  } finally {
    client.off("error", onBreak);
    client.release(broken);
  }
}

function poolForJobs(pool: pg.Pool, hosts: Hosts, onError: (error: Error) => void): JobDatabase {
  const names = openStatementNames();
  return {
    executeSql: (text, values = []) =>
      pool.query({ text, values, ...(values.length > 0 && { name: names("keyturn_jobs", text) }) } as pg.QueryConfig),
    async listen(channel, onMessage, onReconnect) {
      const listener = await listenWithReconnect(hosts, channel, onMessage, onError, onReconnect);
      onReconnect(); // called for the first subscription too: it fetches what came before
      return { close: () => Promise.resolve(listener.close()) };
    },
  };
}

async function listenWithReconnect(
  hosts: Hosts,
  channel: string,
  onMessage: (payload: string) => void,
  onError: (error: Error) => void,
  onReconnect: () => void = () => {},
): Promise<{ close(): void }> {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const address = hosts.current();
    const connection = new pg.Client({
      connectionString: address,
      application_name: "keyturn-listen",
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      options: "-c role=keyturn_jobs",
    });
    client = connection;
    connection.on("error", onError);
    connection.on("end", reconnectLater);
    connection.on("notification", (message) => onMessage(message.payload ?? ""));
    try {
      await connection.connect();
      await requireRole(hosts, connection);
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      hosts.failOver(address);
      void connection.end();
      throw error;
    }
  }

  function reconnectLater(): void {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().then(onReconnect, (error: Error) => {
        onError(error);
        reconnectLater();
      });
    }, LISTEN_RETRY_MS);
  }

  await connect();
  // A connection that was cut without notice stays silent forever. Only a query shows it.
  const check = setInterval(() => {
    client?.query("select 1").catch(() => void client?.end());
  }, LISTEN_CHECK_MS);
  return {
    close() {
      closed = true;
      clearInterval(check);
      clearTimeout(retry);
      void client?.end();
    },
  };
}
