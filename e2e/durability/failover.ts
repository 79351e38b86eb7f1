// Two PostgreSQL servers, of which the second copies the first and takes over when that one is killed.
import type { Postgres } from "../../tools/postgres.ts";
import { withServer } from "./databases.ts";

export interface ServerPair {
  /** Both hosts, for DATABASE_URL. */
  readonly url: string;
  /** kill -9 of the server that takes writes; the other one takes over. */
  failOver(): Promise<void>;
  /** Gives the server in charge a new standby, in place of the killed one. */
  restoreStandby(): Promise<void>;
  /** Of these ids, those that the server in charge does not have as borrowers. */
  missing(ids: readonly string[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** A commit is acknowledged only when both servers have written it to disk. */
export async function openPair(first: Postgres): Promise<ServerPair> {
  let [primary, standby] = [first, await first.startStandby()];
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(",");
  return {
    url: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    async failOver() {
      await primary.kill9();
      await standby.promote();
      [primary, standby] = [standby, primary];
    },
    async restoreStandby() {
      await standby.stop();
      standby = await primary.startStandby(standby.port);
    },
    missing: (ids) =>
      withServer(primary.url, async (query) => {
        const stored = new Set((await query("select id from borrowers")).map(({ id }) => id));
        return ids.filter((id) => !stored.has(id));
      }),
    async stop() {
      await standby.stop();
      await primary.stop();
    },
  };
}
