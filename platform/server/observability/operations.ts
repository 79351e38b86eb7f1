// What happens is published on channels of Node's diagnostics_channel. Metrics and tracing subscribe to them; while both
// are off, publishing costs nothing and neither library is loaded.
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { channel, tracingChannel } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#platform/contract/errors.ts";

/** Kinds, patterns and numbers only: never an id, a value or a message, because it is exported. */
export type Operation =
  | RequestOperation
  | ProviderCall
  | WebhookOperation
  | { readonly kind: "transaction"; readonly database: string }
  | { readonly kind: "job"; readonly job: string; readonly traceparent: string | undefined };

interface RequestOperation {
  readonly kind: "request";
  readonly method: string;
  /** Its pattern, never the path. */
  readonly route: string;
  status?: number;
}

interface ProviderCall {
  readonly kind: "provider";
  readonly provider: string;
  /** Where the provider answered over HTTP. */
  status?: number;
}

/** One attempt to send an event to an organization's endpoint. */
export interface WebhookOperation {
  readonly kind: "webhook";
  /** Absent: no answer came. */
  status?: number;
}

/** An operation on its channel. Node adds `error` to it when it fails. */
export type Published = Operation & { readonly error?: unknown };

export const operations = tracingChannel<unknown, Published>("keyturn:operation");

/** The request that caused what runs now, directly or through jobs. */
export interface Origin {
  readonly requestId: string;
  /** W3C Trace Context; filled in by tracing when a job is queued. */
  traceparent?: string;
}

/** Publishes the origin of a job that is about to be queued. */
export const queuedJobs = channel("keyturn:queued-job");

const origins = new AsyncLocalStorage<Origin>();

export function currentOrigin(): Origin | undefined {
  return origins.getStore();
}

/** The origin to store with a job. */
export function originOfJob(): Origin | undefined {
  const current = currentOrigin();
  if (!current) return undefined;
  const origin: Origin = { requestId: current.requestId };
  queuedJobs.publish(origin);
  return origin;
}

export function withOrigin<T>(origin: Origin | undefined, work: () => T): T {
  return origin ? origins.run(origin, work) : work();
}

export function observe<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  return operations.tracePromise(work, operation);
}

/** Observes one call of a provider. `work` reports the status of an HTTP answer. */
export function observeProvider<T>(
  provider: string,
  work: (report: (status: number) => void) => Promise<T>,
): Promise<T> {
  const call: ProviderCall = { kind: "provider", provider };
  return observe(call, () => work((status) => (call.status = status)));
}

export type Outcome = "ok" | "refused" | "unavailable";

export function outcomeOf({ status = 200, error }: { readonly status?: number; readonly error?: unknown }): Outcome {
  if (error !== undefined)
    return error instanceof AppError && error.code !== "PROVIDER_UNAVAILABLE" ? "refused" : "unavailable";
  if (status >= 500) return "unavailable";
  return status >= 400 ? "refused" : "ok";
}

/** Gives every request its id, in the reply's `x-request-id` and for all that it causes, and observes it. */
export function observeRequests(app: FastifyInstance): void {
  const observed = new WeakMap<FastifyRequest, { operation: RequestOperation; context: AsyncResource }>();
  app.addHook("onRequest", (request, _reply, done) => {
    const operation: RequestOperation = { kind: "request", method: request.method, route: patternOf(request) };
    withOrigin({ requestId: request.id }, () =>
      operations.start.runStores(operation, () => {
        observed.set(request, { operation, context: new AsyncResource("Request") });
        done();
      }),
    );
  });
  // The end of a body is an event of the socket, outside the context of its request.
  app.addHook("preValidation", (request, _reply, done) => {
    const context = observed.get(request)?.context;
    if (context) context.runInAsyncScope(done);
    else done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const operation = observed.get(request)?.operation;
    if (operation) {
      operation.status = reply.statusCode;
      operations.asyncEnd.publish(operation);
    }
    done();
  });
}

/** Pages have no route of their own. */
function patternOf({ routeOptions: { url } }: FastifyRequest): string {
  return url ?? "page";
}
