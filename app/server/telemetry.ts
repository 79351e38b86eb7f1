import { countReportsByState } from "#features/asset-reports/server/report-counts.ts";
import type { Product } from "./product.ts";

/** What leaves the process for the operator's monitoring. */
interface Telemetry {
  /** `null`: off. */
  readonly metricsUrl: string | null;
  close(): Promise<void>;
}

/** Loads each library only where its setting asks for it. */
export async function openTelemetry({ config, version, ctx, replica }: Product): Promise<Telemetry> {
  const tracing =
    config.traceEndpoint === null
      ? null
      : (await import("#platform/server/observability/tracing.ts")).openTracing({
          endpoint: config.traceEndpoint,
          version,
        });
  const metrics =
    config.metrics === null
      ? null
      : await (
          await import("#platform/server/observability/metrics.ts")
        ).openMetrics({
          ...config.metrics,
          pools: () => [...ctx.db.engine.pools(), ...(replica?.pools() ?? [])],
          replica,
          queues: () => ctx.jobs.queueStates(),
          reports: () => countReportsByState(ctx.db, ctx.system),
        });
  return {
    metricsUrl: metrics?.url ?? null,
    async close() {
      await metrics?.close();
      await tracing?.close();
    },
  };
}
