import pg from "pg";

export const CONNECT_TIMEOUT_MS = 3_000;

/** What a host is: the primary takes writes, a standby copies it and answers reads. */
type HostRole = "primary" | "standby";

/** The hosts of a database, of which one is primary at a time. */
export interface Hosts {
  /** The role that connections need. */
  readonly role: HostRole;
  /** The address that the next connection tries first. */
  current(): string;
  readonly count: number;
  /** The host of this address does not answer or has another role: new connections try the next one. */
  failOver(from: string): void;
}

/**
 * The hosts of an address as libpq writes several: `postgres://user@one:5432,two:5432/db`. pg itself knows one host
 * an address.
 */
export function parseHosts(url: string, role: HostRole = "primary"): Hosts {
  const addresses = parseAddresses(url);
  let index = 0;
  return {
    role,
    current: () => addresses[index]!, // always one of them
    count: addresses.length,
    failOver(from) {
      if (addresses[index] === from) index = (index + 1) % addresses.length; // of several failures at once only the first changes the host
    },
  };
}

/** One address for each host. */
export function parseAddresses(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(",") ? hosts.split(",").map((host) => before + host + after) : [url];
}

/** The SQLSTATE that PostgreSQL names so. */
const CANNOT_CONNECT_NOW = { code: "57P03" };

/** Throws for a host of the other role. A single host is taken for the primary without a query. */
export async function requireRole({ role, count }: Hosts, client: pg.ClientBase): Promise<void> {
  if (role === "primary" && count === 1) return;
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
  if (rows[0]?.isStandby === (role === "standby")) return;
  const is = rows[0]?.isStandby ? "a standby and takes no writes" : "not a standby";
  throw Object.assign(new Error(`This host is ${is}.`), CANNOT_CONNECT_NOW);
}

/**
 * One connection to the host that takes writes, and the address of that host. Tries each host once. The caller ends the
 * connection.
 */
export async function connectToPrimary(
  url: string,
  config: pg.ClientConfig,
): Promise<{ client: pg.Client; address: string }> {
  const hosts = parseHosts(url);
  for (let tries = 1; ; tries++) {
    const address = hosts.current();
    const client = new pg.Client({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...config,
      connectionString: address,
    });
    client.on("error", () => {}); // a broken connection shows itself at the next statement
    try {
      await client.connect();
      await requireRole(hosts, client);
      return { client, address };
    } catch (error) {
      void client.end();
      hosts.failOver(address);
      if (tries === hosts.count) throw error;
    }
  }
}

const NO_FREE_CONNECTION = "timeout exceeded when trying to connect"; // pg-pool: all connections are in use

/** A pool whose connections go to the host with the role that they need. A connection tries each host once before it fails. */
export function createFailoverPool(hosts: Hosts, options: pg.PoolConfig): pg.Pool {
  if (hosts.count === 1) return new pg.Pool({ ...options, connectionString: hosts.current() });
  class HostClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: hosts.current() });
    }
  }
  const pool = new pg.Pool({ ...options, Client: HostClient });
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connect = async (): Promise<pg.PoolClient> => {
    for (let tries = 1; ; tries++) {
      const from = hosts.current();
      try {
        return await connectOnce();
      } catch (error) {
        if (error instanceof Error && error.message === NO_FREE_CONNECTION) throw error;
        hosts.failOver(from);
        if (tries === hosts.count) throw error;
      }
    }
  };
  type Done = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient["release"]) => void;
  return Object.assign(pool, {
    connect(done?: Done) {
      if (!done) return connect();
      connect().then(
        (client) => done(undefined, client, client.release),
        (error: Error) => done(error),
      );
      return undefined;
    },
  });
}
