import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sqlState, transactionsOf, type Database, type ReadDb, type Tx } from "./database.ts";
import type { PoolState } from "./engine.ts";
import { openStandby } from "./postgres-engine.ts";
import type { AnyScope, SystemScope } from "./scope.ts";

/**
 * Reads that a standby answers in the primary's place. Each waits until the standby has all that was committed before it,
 * so no read is older than its request. While the standby does not answer or falls behind, the primary answers.
 */
export interface Replica extends ReadDb {
  /** Whether the standby answers; if it did not, tries it first, once in five seconds. Never rejects. */
  check(): Promise<boolean>;
  /** Reads so far, by who answered. */
  counts(): { readonly replica: number; readonly primary: number };
  pools(): readonly PoolState[];
  close(): Promise<void>;
}

interface ReplicaConfig {
  /** Of one standby or several; other hosts among them are skipped. */
  readonly url: string;
  readonly primary: Database;
  readonly system: SystemScope;
  /** Called when the standby begins to answer, and with the reason when it does not or stops. */
  onChange(isUsed: boolean, reason?: unknown): void;
  /** Called for connections that broke while idle. */
  onError(error: Error): void;
}

/** Longer than a standby in the same region needs, shorter than a person notices. */
const CATCH_UP_MS = 500;
/** For a connection and for catching up. */
const BEGIN_WITHIN_MS = 1_000;
const FIRST_PAUSE_MS = 2;
const TRY_AGAIN_AFTER_MS = 5_000;
const QUERY_CANCELED = "57014"; // here: the statement took too long, and would on the primary

export function openReplica({ url, primary, system, onChange, onError }: ReplicaConfig): Replica {
  const standby = openStandby({ url, onError });
  const transaction = transactionsOf(standby);
  const counts = { replica: 0, primary: 0 };
  let isUsed: boolean | undefined; // until it was tried
  let triedAt = -Infinity;
  let trial: Promise<void> | undefined;

  async function readCurrent<T>(scope: AnyScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    // Outside the standby's transaction, in which the primary takes no statement.
    const outside = AsyncLocalStorage.snapshot();
    const committed = await positionOfPrimary(primary, scope);
    const begun = Promise.withResolvers<void>();
    const result = transaction(scope, async (tx) => {
      await waitUntilCurrent(tx, committed, () => outside(positionOfPrimary, primary, scope));
      begun.resolve();
      return work(tx);
    });
    result.catch(begun.reject);
    const tooLate = () => begun.reject(new Error("The read replica does not answer."));
    const timer = setTimeout(tooLate, BEGIN_WITHIN_MS);
    await begun.promise.finally(() => clearTimeout(timer));
    return result;
  }

  function setUsed(isUsedNow: boolean, reason?: unknown): void {
    if (isUsedNow !== isUsed) onChange(isUsedNow, reason);
    isUsed = isUsedNow;
  }

  function tryAgain(): Promise<void> {
    if (performance.now() - triedAt < TRY_AGAIN_AFTER_MS) return trial ?? Promise.resolve();
    triedAt = performance.now();
    trial = readCurrent(system, () => Promise.resolve()).then(
      () => setUsed(true),
      (error: unknown) => setUsed(false, error),
    );
    return trial;
  }

  async function read<T>(scope: AnyScope, work: (db: ReadDb) => Promise<T>): Promise<T> {
    if (!isUsed) {
      void tryAgain();
      return readPrimary(work);
    }
    try {
      const result = await readCurrent(scope, work);
      counts.replica++;
      return result;
    } catch (error) {
      if (sqlState(error) === QUERY_CANCELED) throw error;
      setUsed(false, error);
      return readPrimary(work);
    }
  }

  function readPrimary<T>(work: (db: ReadDb) => Promise<T>): Promise<T> {
    counts.primary++;
    return work(primary);
  }

  return {
    run: (scope, statement, values) => read(scope, (db) => db.run(scope, statement, values)),
    read: (scope, work) => read(scope, (db) => db.read(scope, work)),
    async check() {
      if (!isUsed) await tryAgain();
      return isUsed === true;
    },
    counts: () => counts,
    pools: () => standby.pools(),
    close: () => standby.close(),
  };
}

interface Position {
  /** Of the write-ahead log, in bytes. */
  readonly at: bigint;
  /** The same on a primary and its standbys. */
  readonly cluster: string;
}

// Flushed, because a standby gets no more. A commit is visible on the primary once it is flushed.
const POSITION_OF_PRIMARY = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as at,
  system_identifier::text as cluster from pg_control_system()`;
const POSITION_OF_STANDBY = `select pg_is_in_recovery() as "isStandby",
  pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::text as at,
  system_identifier::text as cluster from pg_control_system()`;

async function positionOfPrimary(primary: Database, scope: AnyScope): Promise<Position> {
  const { rows } = await primary.execute(scope, POSITION_OF_PRIMARY, []);
  return toPosition(rows[0]);
}

async function positionOfStandby(tx: Tx): Promise<Position> {
  const { rows } = await tx.execute(POSITION_OF_STANDBY, []);
  if (!(rows[0] as { isStandby: boolean }).isStandby) throw new Error("The read replica was promoted.");
  return toPosition(rows[0]);
}

function toPosition(row: unknown): Position {
  const { at, cluster } = row as { at: string; cluster: string };
  return { at: BigInt(at), cluster };
}

/** Throws for a standby that is too far behind, or of another database. */
async function waitUntilCurrent(tx: Tx, committed: Position, readPrimary: () => Promise<Position>): Promise<void> {
  let standby = await positionOfStandby(tx);
  if (standby.cluster !== committed.cluster) throw new Error("The read replica copies another database.");
  const until = performance.now() + CATCH_UP_MS;
  for (let pause = FIRST_PAUSE_MS; standby.at < committed.at; pause *= 2) {
    if (performance.now() + pause > until) throw new Error("The read replica is behind the primary.");
    await sleep(pause);
    standby = await positionOfStandby(tx);
  }
  // After a failover it may have what the new primary never had.
  if (standby.at > committed.at && standby.at > (await readPrimary()).at)
    throw new Error("The read replica has what the primary does not have.");
}
