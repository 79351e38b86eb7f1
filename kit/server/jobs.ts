// Owns work that must follow a commit: queued in the same transaction, retried with back-off, kept when it will not pass.
import type { EventEmitter } from "node:events";
import { PgBoss } from "pg-boss";
import type * as z from "zod/mini";
import type { Tx } from "./database/database.ts";
import type { Engine, JobDatabase, OwnerSession } from "./database/engine.ts";
import { acrossScope, scopeOf, type AcrossScope, type Scope } from "./database/scope.ts";

const SCHEMA = "jobs";
const DEAD_LETTER = "dead-letter";

/**
 * Jobs that one worker takes at a time. Two, as the queue asks for more at once only after a batch that was full, and one
 * job alone never counts as full: else a hundred jobs that come together would wait a second each.
 */
const BATCH = 2;
/** Jobs of a kind that one process works on at once, unless said. */
const CONCURRENCY = 4;

/** Seconds without a sign of life after which a killed worker's job is given to another. */
const HEARTBEAT_SECONDS = 10;

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

/** One kind of job. Payloads hold ids alone: what a job needs it reads when it runs. */
export interface JobKind<S extends z.ZodMiniObject = z.ZodMiniObject, Reach = Scope | AcrossScope> {
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
export function acrossJob<S extends z.ZodMiniObject>(
  name: string,
  data: S,
  options: JobOptions = {},
): JobKind<S, AcrossScope> {
  return { name, data, options, scopeFor: () => acrossScope };
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
  /** Starts working. Until then jobs only gather. */
  start(workers: readonly JobWorker[]): Promise<void>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Lets running jobs end, for ten seconds at most. */
  stop(): Promise<void>;
}

export interface DeadLetter {
  readonly id: string;
  readonly kind: string | null;
  readonly data: unknown;
  readonly failedAt: string;
}

/** Told of each job's failure, and of the queue's own trouble. */
export type JobLog = (event: { kind: string; error: unknown; final: boolean }) => void;

/** Opens the queue: what is sent gathers until `start`. Rejects when the database does not answer or has no queue. */
export async function openJobs(engine: Engine, log: JobLog): Promise<Jobs> {
  const boss = bossOn(engine.jobs, engine.kind, { migrate: false });
  (boss as EventEmitter).on("error", (error: unknown) => log({ kind: "queue", error, final: false }));
  // At once: what it knows of its queues it must not first ask within a transaction, which on one connection never ends.
  await boss.start();

  return {
    async send(tx, kind, data, { delaySeconds } = {}) {
      const values = kind.data.parse(data);
      await boss.send(kind.name, values, {
        db: inTransaction(tx),
        ...(delaySeconds && { startAfter: delaySeconds }),
        ...("organizationId" in values && { group: { id: String(values.organizationId) } }),
      });
    },
    async start(workers) {
      for (const { kind, work } of workers) await listenFor(boss, kind, work, log);
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
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Creates the queue's tables and one queue a kind, and grants what the product's roles need. Safe to run again. */
export async function prepareJobs(
  owner: OwnerSession,
  kind: Engine["kind"],
  kinds: readonly Pick<JobKind, "name" | "options">[],
): Promise<void> {
  const boss = bossOn(owner.jobs, kind, { migrate: true });
  (boss as EventEmitter).on("error", () => {}); // what fails here also rejects
  await boss.start();
  await boss.createQueue(DEAD_LETTER, { retryLimit: 0, retentionSeconds: 60 * 60 * 24 * 365 });
  for (const { name, options } of kinds) {
    const queue = {
      deadLetter: DEAD_LETTER,
      notify: true,
      retryLimit: options.retryLimit ?? 10,
      retryDelay: options.retryDelaySeconds ?? 2,
      retryBackoff: true,
      retryDelayMax: options.retryDelayMaxSeconds ?? 600,
      expireInSeconds: 300,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    };
    await boss.createQueue(name, queue);
    await boss.updateQueue(name, queue); // where it is there already with older figures
  }
  await boss.stop({ graceful: false });
  await owner.execute(`
    grant usage on schema ${SCHEMA} to keyturn_tenant, keyturn_across, keyturn_jobs;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to keyturn_jobs;
    grant usage on all sequences in schema ${SCHEMA} to keyturn_jobs;
    grant execute on all functions in schema ${SCHEMA} to keyturn_tenant, keyturn_across, keyturn_jobs;
    grant insert on ${SCHEMA}.job, ${SCHEMA}.job_common to keyturn_tenant, keyturn_across;
    grant select (id, start_after) on ${SCHEMA}.job, ${SCHEMA}.job_common to keyturn_tenant, keyturn_across;
    grant select on ${SCHEMA}.queue to keyturn_tenant, keyturn_across;`);
}

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
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    reindex: false,
  });
}

async function listenFor(boss: PgBoss, kind: JobKind, work: JobWorker["work"], log: JobLog): Promise<void> {
  const { concurrencyPerOrganization: perOrganization } = kind.options;
  const options = {
    batchSize: BATCH,
    burstWhenBatchFull: true,
    localConcurrency: Math.ceil((kind.options.concurrency ?? CONCURRENCY) / BATCH),
    ...(perOrganization !== undefined && { localGroupConcurrency: perOrganization }),
    perJobResults: true,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 1,
    includeMetadata: true,
  } as const;
  await boss.work(kind.name, options, (jobs) =>
    Promise.all(
      jobs.map(async (job) => {
        try {
          const data = kind.data.parse(job.data);
          await work(data as never, kind.scopeFor(data) as never);
          return { id: job.id, status: "completed" as const };
        } catch (error) {
          log({ kind: kind.name, error, final: job.retryCount >= job.retryLimit });
          // Not the error itself: its message may name the person whose mail was refused.
          return { id: job.id, status: "failed" as const, output: { error: error instanceof Error ? error.name : "" } };
        }
      }),
    ),
  );
}

// A job is inserted by the business transaction itself, under the tenant's own role.
function inTransaction(tx: Tx): JobDatabase {
  return { executeSql: (text, values = []) => tx.execute(text, values) };
}
