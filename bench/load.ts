// Load on a server over kept-alive connections, one request at a time on each.
import autocannon from "autocannon";
import { quantile } from "./harness.ts";
import type { ServerProcess } from "./server-process.ts";

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the server's process, without its database. */
  readonly cpuMsPerRequest: number;
}

const CONNECTIONS = 16;
const SECONDS = 2;

/** @throws when any reply is not 200 */
export async function load(server: ServerProcess, path: string, headers: Record<string, string>): Promise<Load> {
  const times: number[] = [];
  const cpuBefore = server.cpuMs();
  const began = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      { url: server.url + path, headers, connections: CONNECTIONS, duration: SECONDS, sampleInt: 100 },
      (error: Error | null, done) => (error ? reject(error) : resolve(done)),
    );
    run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const seconds = (performance.now() - began) / 1000;
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors: ${server.lastWords()}`);
  return {
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    cpuMsPerRequest: (server.cpuMs() - cpuBefore) / times.length,
  };
}
