// Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set.
import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { operations, outcomeOf, queuedJobs, type Origin, type Published } from "./operations.ts";

interface TracingOptions {
  /** Base address of an OTLP collector over HTTP. */
  readonly endpoint: string;
  readonly version: string;
}

/** Exports a span for each operation. A job continues the trace of what queued it. */
export function openTracing({ endpoint, version }: TracingOptions): { close(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "keyturn", "service.version": version }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` }) }),
    ],
  });
  const tracer = provider.getTracer("keyturn");
  const contexts = new AsyncLocalStorage<unknown>();
  const spans = new WeakMap<object, Span>();
  const current = () => (contexts.getStore() as Context | undefined) ?? ROOT_CONTEXT;

  operations.start.bindStore(contexts, (operation) => {
    const parent = operation.kind === "job" ? contextOf(operation.traceparent) : current();
    const span = tracer.startSpan(
      nameOf(operation),
      { kind: kindOf(operation), attributes: attributesOf(operation) },
      parent,
    );
    spans.set(operation, span);
    return trace.setSpan(parent, span);
  });
  const onEnd = (message: unknown) => {
    const operation = message as Published;
    const span = spans.get(operation);
    if (!span) return;
    if ("status" in operation && operation.status !== undefined)
      span.setAttribute("http.response.status_code", operation.status);
    // Not the error's message: it may name a person or an account.
    if (hasFailed(operation)) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  const onQueued = (message: unknown) => {
    const span = trace.getSpanContext(current());
    if (span) (message as Origin).traceparent = `00-${span.traceId}-${span.spanId}-0${span.traceFlags}`;
  };
  operations.asyncEnd.subscribe(onEnd);
  queuedJobs.subscribe(onQueued);
  return {
    async close() {
      operations.start.unbindStore(contexts);
      operations.asyncEnd.unsubscribe(onEnd);
      queuedJobs.unsubscribe(onQueued);
      await provider.shutdown();
    },
  };
}

function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function nameOf(operation: Published): string {
  switch (operation.kind) {
    case "request":
      return `${operation.method} ${operation.route}`;
    case "provider":
      return operation.provider;
    case "job":
      return operation.job;
    case "transaction":
    case "webhook":
      return operation.kind;
  }
}

function kindOf({ kind }: Published): SpanKind {
  return {
    request: SpanKind.SERVER,
    provider: SpanKind.CLIENT,
    webhook: SpanKind.CLIENT,
    job: SpanKind.CONSUMER,
    transaction: SpanKind.CLIENT,
  }[kind];
}

function attributesOf(operation: Published): Record<string, string> {
  switch (operation.kind) {
    case "request":
      return { "http.request.method": operation.method, "http.route": operation.route };
    case "provider":
      return { "peer.service": operation.provider };
    case "job":
      return { "messaging.system": "pg-boss", "messaging.destination.name": operation.job };
    case "transaction":
      return { "db.system.name": "postgresql", "keyturn.database": operation.database };
    case "webhook":
      return {};
  }
}

function hasFailed(operation: Published): boolean {
  if (operation.kind === "webhook") return false; // the receiver's failure
  if (operation.kind === "provider") return outcomeOf(operation) === "unavailable";
  return operation.error !== undefined || (operation.kind === "request" && (operation.status ?? 0) >= 500);
}
