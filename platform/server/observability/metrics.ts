// Loaded only where METRICS_PORT is set.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { PoolState } from "../database/engine.ts";
import type { Replica } from "../database/replica.ts";
import type { QueueStates } from "../jobs.ts";
import { operations, outcomeOf, type Published } from "./operations.ts";

/** What is read when metrics are scraped. */
interface MetricSources {
  readonly pools: () => readonly PoolState[];
  /** `null`: there is no read replica. */
  readonly replica: Pick<Replica, "check" | "counts"> | null;
  readonly queues: () => Promise<QueueStates>;
  readonly reports: () => Promise<readonly { readonly state: string; readonly count: number }[]>;
}

interface MetricsOptions extends MetricSources {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
/** Node's default samples a hundred times a second, which costs an idle process more than all else. */
const EVENT_LOOP_SAMPLE_MS = 100;
/** However often it is scraped. */
const READ_QUEUES_EVERY_MS = 5_000;
/** It counts every report. */
const READ_REPORTS_EVERY_MS = 60_000;
const WEBHOOK = /\/webhooks\/(\w+)$/;

/** Serves `/metrics` on a port of its own. Rejects when the port is taken. */
export async function openMetrics(options: MetricsOptions): Promise<{ readonly url: string; close(): Promise<void> }> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const stopCounting = countOperations(registry);
  const readSources = gaugesOf(registry, options);

  const server = createServer((request, reply) => {
    if (request.url !== "/metrics" || request.method !== "GET") return void reply.writeHead(404).end();
    // First, because the registry copies each gauge before it waits for any.
    const scraped = readSources().then(() => registry.metrics());
    scraped.then(
      (text) => reply.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text),
      () => reply.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        stopCounting();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function countOperations(registry: Registry): () => void {
  const registers = [registry];
  const requests = new Histogram({
    name: "keyturn_http_request_duration_seconds",
    help: "Requests by the pattern of their route and the status of the reply",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const webhooks = new Counter({
    name: "keyturn_webhook_deliveries_total",
    help: "Webhooks received by provider and outcome",
    labelNames: ["provider", "outcome"],
    registers,
  });
  const sentWebhooks = new Histogram({
    name: "keyturn_webhook_attempt_duration_seconds",
    help: "Attempts to send an event to an endpoint, by outcome: ok, refused (any other status), unavailable (no answer)",
    labelNames: ["outcome"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const providers = new Histogram({
    name: "keyturn_provider_call_duration_seconds",
    help: "Calls of providers by outcome: ok, refused (its answer was no), unavailable",
    labelNames: ["provider", "outcome"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: "keyturn_job_duration_seconds",
    help: "Runs of jobs by queue and outcome",
    labelNames: ["queue", "outcome"],
    buckets: JOB_SECONDS,
    registers,
  });

  const startedAt = new WeakMap<object, number>();
  const onStart = (operation: unknown) => startedAt.set(operation as Published, performance.now());
  const onEnd = (message: unknown) => {
    const operation = message as Published;
    const seconds = (performance.now() - (startedAt.get(operation) ?? performance.now())) / 1000;
    if (operation.kind === "request") {
      const { method, route, status = 0 } = operation;
      requests.observe({ method, route, status }, seconds);
      const provider = WEBHOOK.exec(route)?.[1];
      if (provider) webhooks.inc({ provider, outcome: outcomeOf(operation) });
    }
    if (operation.kind === "provider")
      providers.observe({ provider: operation.provider, outcome: outcomeOf(operation) }, seconds);
    if (operation.kind === "webhook") {
      const { status } = operation;
      const outcome = status === undefined ? "unavailable" : status >= 200 && status < 300 ? "ok" : "refused";
      sentWebhooks.observe({ outcome }, seconds);
    }
    if (operation.kind === "job")
      jobs.observe({ queue: operation.job, outcome: operation.error === undefined ? "ok" : "failed" }, seconds);
  };
  operations.start.subscribe(onStart);
  operations.asyncEnd.subscribe(onEnd);
  return () => {
    operations.start.unsubscribe(onStart);
    operations.asyncEnd.unsubscribe(onEnd);
  };
}

/** The gauges of what is read when metrics are scraped. Returns what reads it; it never rejects. */
function gaugesOf(registry: Registry, { pools, replica, queues, reports }: MetricSources): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const connections = gauge("keyturn_database_connections", "Connections by pool and state", "pool", "state");
  const waiting = gauge("keyturn_database_waiting", "Statements that wait for a connection", "pool");
  const depth = gauge("keyturn_job_queue_depth", "Jobs by queue and state: waiting or active", "queue", "state");
  const age = gauge("keyturn_job_queue_oldest_seconds", "How long the first due job of a queue has waited", "queue");
  const deadLetters = gauge("keyturn_dead_letters", "Jobs that failed for good");
  const reportsByState = gauge("keyturn_reports", "Asset reports by state", "state");
  const readQueues = throttle(queues, READ_QUEUES_EVERY_MS);
  const readReports = throttle(reports, READ_REPORTS_EVERY_MS);

  const readDatabase = async () => {
    const [queueStates, reportStates] = await Promise.all([readQueues(), readReports()]);
    for (const one of [depth, age, deadLetters, reportsByState]) one.reset();
    for (const { queue, waiting: waits, active, oldestSeconds } of queueStates.queues) {
      depth.set({ queue, state: "waiting" }, waits);
      depth.set({ queue, state: "active" }, active);
      age.set({ queue }, oldestSeconds);
    }
    deadLetters.set(queueStates.deadLetters);
    for (const { state, count } of reportStates) reportsByState.set({ state }, count);
  };
  const databaseUp = gauge(
    "keyturn_database_up",
    "1 if the database answered this scrape; otherwise what is read from it is as it was",
  );
  const replicaUp = gauge("keyturn_replica_up", "1 if the read replica answers, 0 if the primary does in its place");
  const replicaReads = new Counter({
    name: "keyturn_replica_reads_total",
    help: "Reads for the read replica by who answered: replica or primary",
    labelNames: ["answered_by"],
    registers: [registry],
  });
  if (!replica) replicaUp.remove(); // without a value, or its alert would fire

  const readReplica = async ({ check, counts }: NonNullable<typeof replica>) => {
    replicaUp.set((await check()) ? 1 : 0);
    replicaReads.reset();
    for (const [answered_by, count] of Object.entries(counts())) replicaReads.inc({ answered_by }, count);
  };

  return async () => {
    if (replica) await readReplica(replica);
    for (const { pool, total, idle, waiting: waits } of pools()) {
      connections.set({ pool, state: "idle" }, idle);
      connections.set({ pool, state: "busy" }, total - idle);
      waiting.set({ pool }, waits);
    }
    const isUp = await readDatabase().then(
      () => true,
      () => false,
    );
    databaseUp.set(isUp ? 1 : 0);
  };
}

/** Reads again only when the last read is older; a read that failed does not count. */
function throttle<T>(read: () => Promise<T>, everyMs: number): () => Promise<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() - last.at < everyMs) return last.value;
    const value = read();
    last = { at: performance.now(), value };
    value.catch(() => (last = undefined));
    return value;
  };
}
