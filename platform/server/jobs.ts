import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import { setImmediate as letOthers } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { PgBoss, type JobWithMetadata } from "pg-boss";
import manifest from "pg-boss/package.json" with { type: "json" };
import type * as z from "zod/mini";
import type { Tx } from "./database/database.ts";
import type { Engine, JobDatabase, OwnerSession } from "./database/engine.ts";
import { observe, originOfJob, withOrigin, type Origin } from "./observability/operations.ts";
import { system, scopeOf, type SystemScope, type Scope } from "./database/scope.ts";

const SCHEMA = "jobs";
const DEAD_LETTER = "dead-letter";

/**
 * Jobs that one worker takes at a time. Two, as the queue asks for more at once only after a batch that was full, and one
 * job alone never counts as full: else a hundred jobs that come together would wait a second each.
 */
const BATCH = 2;
/** Default for the jobs of a kind that one process works on at once. */
const CONCURRENCY = 4;

/** Seconds without a sign of life after which a killed worker's job is given to another. */
const HEARTBEAT_SECONDS = 10;
/** How often one process of all looks for jobs without a sign of life, and counts and prunes what is done. */
const SUPERVISE_SECONDS = 20;

/** How often it looks for jobs whose earlier jobs have ended: none of ours waits for another. */
const FLOW_SECONDS = 24 * 60 * 60;

/** Notifications wake the workers. One query for all kinds finds jobs without one: retries, delays, lost messages. */
const LOOK_EVERY_MS = 15_000;
/** How long a failure takes to be written down. */
const FAILURE_MS = 250;
/** Each worker's own polling: seldom, as the look above wakes it; where the database cannot notify, often. */
const POLLING_SECONDS = { notified: 60 * 60, unnotified: 2 };

export interface JobOptions {
  /** Tries after the first one; the pause doubles from `retryDelaySeconds` up to `retryDelayMaxSeconds`. */
  readonly retryLimit?: number;
  readonly retryDelaySeconds?: number;
  readonly retryDelayMaxSeconds?: number;
  /** Jobs of this kind that one process works on at once. */
  readonly concurrency?: number;
  /** Of these, jobs of one organization, so that none waits for another's; no more than half of `concurrency`. */
  readonly concurrencyPerOrganization?: number;
}

/** One kind of job. Payloads hold only ids: a job reads what it needs when it runs. */
export interface JobKind<S extends z.ZodMiniObject = z.ZodMiniObject, Reach = Scope | SystemScope> {
  readonly name: string;
  readonly data: S;
  readonly options: JobOptions;
  readonly scopeFor: (data: z.output<S>) => Reach;
}

/** A job of one organization; it runs under that organization's scope. */
export function tenantJob<S extends z.ZodMiniObject<{ organizationId: z.ZodMiniType<string> }>>(
  name: string,
  data: S,
  options: JobOptions = {},
): JobKind<S, Scope> {
  return { name, data, options, scopeFor: (values) => scopeOf(values.organizationId) };
}

/** A job of no organization in particular. */
export function systemJob<S extends z.ZodMiniObject>(
  name: string,
  data: S,
  options: JobOptions = {},
): JobKind<S, SystemScope> {
  return { name, data, options, scopeFor: () => system };
}

/** A job kind together with what does it. */
export interface JobWorker {
  readonly kind: JobKind;
  readonly work: (data: never, scope: never) => Promise<void>;
}

/** Ties a kind to its handler. A handler may run twice for one job: it must find its own earlier work and stop. */
export function worker<S extends z.ZodMiniObject, Reach>(
  kind: JobKind<S, Reach>,
  work: (data: z.output<S>, scope: Reach) => Promise<void>,
): JobWorker {
  return { kind: kind as unknown as JobKind, work }; // pairs what the generic signature has just checked
}

export interface SendOptions {
  readonly delaySeconds?: number;
}

export interface Jobs {
  /** Queues in the caller's transaction: it runs if, and only if, the transaction commits. */
  send<S extends z.ZodMiniObject>(
    tx: Tx,
    kind: JobKind<S, unknown>,
    data: z.input<S>,
    options?: SendOptions,
  ): Promise<void>;
  /** Queues a job for each of `data`, with one statement. */
  sendAll<S extends z.ZodMiniObject>(tx: Tx, kind: JobKind<S, unknown>, data: readonly z.input<S>[]): Promise<void>;
  /** Starts working. Until then jobs only gather. */
  start(workers: readonly JobWorker[]): Promise<void>;
  deadLetters(): Promise<DeadLetter[]>;
  queueStates(): Promise<QueueStates>;
  /** Lets running jobs end, for ten seconds at most. */
  stop(): Promise<void>;
}

export interface QueueStates {
  /** Those with jobs that have not ended. */
  readonly queues: readonly {
    readonly queue: string;
    readonly waiting: number;
    readonly active: number;
    /** How long the first job that is due has waited; 0 if none is. */
    readonly oldestSeconds: number;
  }[];
  readonly deadLetters: number;
}

export interface DeadLetter {
  readonly id: string;
  readonly kind: string | null;
  readonly data: unknown;
  readonly failedAt: string;
}

/** Called for each job's failure, and for errors of the queue itself. */
export type JobLog = (event: { kind: string; error: unknown; final: boolean }) => void;

/** Opens the queue: what is sent gathers until `start`. Rejects when the database does not answer or has no queue. */
export async function openJobs(engine: Engine, log: JobLog): Promise<Jobs> {
  const boss = bossOn(engine.jobs, engine.kind, { migrate: false });
  (boss as EventEmitter).on("error", (error: unknown) => log({ kind: "queue", error, final: false }));
  // At once: what it knows of its queues it must not first ask within a transaction, which on one connection never ends.
  await boss.start();
  const wake = (kind: string) => {
    for (const { id, name } of boss.getWipData()) if (name === kind) boss.notifyWorker(id);
  };
  const dueJobs = lookForDueJobs(engine.jobs, wake, (error) => log({ kind: "queue", error, final: false }));

  return {
    async send(tx, kind, values, { delaySeconds } = {}) {
      const { data, ...options } = jobOf(kind, values);
      await boss.send(kind.name, data, {
        db: inTransaction(tx),
        ...(delaySeconds && { startAfter: delaySeconds }),
        ...options,
      });
      if (delaySeconds) dueJobs.lookIn(delaySeconds * 1000);
    },
    async sendAll(tx, kind, all) {
      if (all.length === 0) return;
      const jobs = all.map((values) => jobOf(kind, values));
      await boss.insert(kind.name, jobs, { db: inTransaction(tx) });
    },
    async start(workers) {
      const onFailure: JobLog = (event) => {
        dueJobs.lookIn(FAILURE_MS);
        log(event);
      };
      for (const { kind, work } of workers) {
        await listenFor(boss, kind, work, onFailure, () => wake(kind.name));
        await letOthers(); // each of its workers asks the database once
      }
      dueJobs.lookIn(0);
    },
    async deadLetters() {
      const jobs = await boss.findJobs<object>(DEAD_LETTER, { queued: true });
      return jobs.map((job) => ({
        id: job.id,
        kind: "sourceName" in job && typeof job.sourceName === "string" ? job.sourceName : null,
        data: job.data,
        failedAt: new Date(job.createdOn).toISOString(), // the embedded engine gives text
      }));
    },
    async queueStates() {
      const { rows } = await engine.jobs.executeSql(QUEUE_STATES, []);
      const queues = rows as QueueStates["queues"];
      return {
        queues: queues.filter(({ queue }) => queue !== DEAD_LETTER),
        deadLetters: queues.find(({ queue }) => queue === DEAD_LETTER)?.waiting ?? 0,
      };
    },
    async stop() {
      await dueJobs.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/**
 * Creates the queue's tables and one queue a kind, and grants what the product's roles need. Safe to run again. The
 * embedded database, which each start prepares, is asked first whether the same was done before.
 */
export async function prepareJobs(
  owner: OwnerSession,
  kind: Engine["kind"],
  kinds: readonly Pick<JobKind, "name" | "options">[],
): Promise<void> {
  const wanted = createHash("sha256")
    .update(JSON.stringify([manifest.version, QUEUE, GRANTS, kinds.map(({ name, options }) => [name, options])]))
    .digest("hex");
  if (kind === "embedded" && (await readPrepared(owner)) === wanted) return;
  const boss = bossOn(owner.jobs, kind, { migrate: true });
  (boss as EventEmitter).on("error", () => {}); // what fails here also rejects
  await boss.start();
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!found.has(DEAD_LETTER))
    await boss.createQueue(DEAD_LETTER, { retryLimit: 0, retentionSeconds: 60 * 60 * 24 * 365 });
  for (const { name, options } of kinds) {
    const queue = {
      ...QUEUE,
      retryLimit: options.retryLimit ?? QUEUE.retryLimit,
      retryDelay: options.retryDelaySeconds ?? QUEUE.retryDelay,
      retryDelayMax: options.retryDelayMaxSeconds ?? QUEUE.retryDelayMax,
    };
    const existing = found.get(name);
    if (!existing) await boss.createQueue(name, queue);
    else if (!isDeepStrictEqual({ ...existing, ...queue }, existing)) await boss.updateQueue(name, queue);
  }
  await boss.stop({ graceful: false });
  await owner.execute(`${GRANTS} comment on schema ${SCHEMA} is '${wanted}';`);
}

async function readPrepared(owner: OwnerSession): Promise<unknown> {
  const [row] = await owner.query(
    `select obj_description(to_regnamespace('${SCHEMA}')::oid, 'pg_namespace') as prepared`,
  );
  return row?.["prepared"];
}

/** Of each kind, where its options say nothing else. */
const QUEUE = {
  deadLetter: DEAD_LETTER,
  notify: true,
  retryLimit: 10,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
  heartbeatSeconds: HEARTBEAT_SECONDS,
};

const GRANTS = `
  grant usage on schema ${SCHEMA} to keyturn_tenant, keyturn_across, keyturn_jobs;
  grant select, insert, update, delete on all tables in schema ${SCHEMA} to keyturn_jobs;
  grant usage on all sequences in schema ${SCHEMA} to keyturn_jobs;
  grant execute on all functions in schema ${SCHEMA} to keyturn_tenant, keyturn_across, keyturn_jobs;
  grant insert on ${SCHEMA}.job, ${SCHEMA}.job_common to keyturn_tenant, keyturn_across;
  grant select (id, start_after) on ${SCHEMA}.job, ${SCHEMA}.job_common to keyturn_tenant, keyturn_across;
  grant select on ${SCHEMA}.queue to keyturn_tenant, keyturn_across;`;

function bossOn(db: JobDatabase, kind: Engine["kind"], { migrate }: { migrate: boolean }): PgBoss {
  return new PgBoss({
    db,
    schema: SCHEMA,
    backend: kind === "embedded" ? "pglite" : "postgres",
    migrate,
    createSchema: migrate,
    supervise: !migrate,
    schedule: false,
    useListenNotify: !migrate,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    flowIntervalSeconds: FLOW_SECONDS,
    reindex: false,
  });
}

async function listenFor(
  boss: PgBoss,
  kind: JobKind,
  work: JobWorker["work"],
  log: JobLog,
  onDone: () => void,
): Promise<void> {
  const { concurrency = CONCURRENCY, concurrencyPerOrganization: perOrganization } = kind.options;
  const options = {
    batchSize: BATCH,
    burstWhenBatchFull: true,
    localConcurrency: Math.ceil(concurrency / BATCH),
    ...(perOrganization !== undefined && { localGroupConcurrency: perOrganization }),
    perJobResults: true,
    pollingIntervalSeconds: POLLING_SECONDS.unnotified,
    notifyPollingIntervalSeconds: POLLING_SECONDS.notified,
    includeMetadata: true,
  } as const;
  const attempt = async (job: JobWithMetadata<object>, traceparent: string | undefined) => {
    try {
      const data = kind.data.parse(job.data);
      await observe({ kind: "job", job: kind.name, traceparent }, () =>
        work(data as never, kind.scopeFor(data) as never),
      );
      return { id: job.id, status: "completed" as const };
    } catch (error) {
      log({ kind: kind.name, error, final: job.retryCount >= job.retryLimit });
      // The error is not logged: its message may name the person whose email was refused.
      return { id: job.id, status: "failed" as const, output: { error: error instanceof Error ? error.name : "" } };
    }
  };
  const perform = (job: JobWithMetadata<object>) => {
    const { origin } = job.data as { origin?: Origin };
    return withOrigin(origin, () => attempt(job, origin?.traceparent));
  };
  await boss.work(kind.name, options, async (jobs: JobWithMetadata<object>[]) => {
    const results = await Promise.all(jobs.map(perform));
    onDone(); // what waited for its organization's turn is asked for at once
    return results;
  });
}

interface DueJobs {
  /** Looks in so many milliseconds, or earlier. */
  lookIn(ms: number): void;
  stop(): Promise<void>;
}

/** Wakes the workers of each kind that has a job that is due, and sleeps until the next one. */
function lookForDueJobs(
  database: JobDatabase,
  wake: (kind: string) => void,
  onError: (error: unknown) => void,
): DueJobs {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let looking = Promise.resolve();
  let isStopped = false;

  function lookIn(ms: number): void {
    const at = performance.now() + ms;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Infinity;
      looking = looking.then(look);
    }, ms).unref();
  }
  async function look(): Promise<void> {
    if (isStopped) return;
    let next = LOOK_EVERY_MS;
    try {
      const { rows } = await database.executeSql(DUE_JOBS, []);
      for (const { kind, ms } of rows as { kind: string; ms: number }[])
        if (ms <= 0) wake(kind);
        else next = Math.min(next, Math.ceil(ms) + 1);
    } catch (error) {
      onError(error);
    }
    lookIn(next);
  }
  return {
    lookIn,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Kinds with jobs that wait, and the milliseconds until the first of each may run. */
const DUE_JOBS = `
  select name as kind, (extract(epoch from min(start_after) - now()) * 1000)::float8 as ms
  from ${SCHEMA}.job where state < 'active' and not blocked group by name`;

const QUEUE_STATES = `
  select name as queue, (count(*) filter (where state < 'active'))::int as waiting,
    (count(*) filter (where state = 'active'))::int as active,
    coalesce(greatest(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0), 0)::float8
      as "oldestSeconds"
  from ${SCHEMA}.job where state < 'completed' group by name`;

/** What the queue stores: the checked values with the request that they came from, and the organization to take turns by. */
function jobOf<S extends z.ZodMiniObject>(kind: JobKind<S, unknown>, input: z.input<S>) {
  const values = kind.data.parse(input);
  const origin = originOfJob();
  const group = "organizationId" in values && { group: { id: String(values.organizationId) } };
  return { data: origin ? { ...values, origin } : values, ...group };
}

// A job is inserted by the business transaction itself, under the tenant's own role.
function inTransaction(tx: Tx): JobDatabase {
  return { executeSql: (text, values = []) => tx.execute(text, values) };
}
