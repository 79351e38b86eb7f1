// Clients behind a balancer that repeat what they do, and every request of theirs that failed.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { API_BASE, type Call, type Input, type ReplyOf, requestOf } from "../../platform/contract/call.ts";

/** Resolves with the reply's data; rejects when the request was refused or got no answer. */
export type Send = <C extends Call>(call: C, input?: Input<C>, headers?: Record<string, string>) => Promise<ReplyOf<C>>;

/** What one client does again and again. */
export type Scenario = (send: Send) => Promise<unknown>;

export interface Traffic {
  /** Requests that succeeded so far. */
  readonly answered: number;
  /** Those that failed, as a line each. */
  readonly failures: readonly string[];
  /** Of all requests so far, in milliseconds. */
  readonly slowest: number;
  stop(): Promise<void>;
}

const PAUSE_MS = 10;
const PATIENCE_MS = 60_000;

/** Every other client keeps its connection as long as it may, the others open one for each request. */
export function startTraffic(url: string, token: string, scenarios: readonly Scenario[]): Traffic {
  const failures: string[] = [];
  let [answered, slowest, goesOn] = [0, 0, true];

  const clients = scenarios.map(async (scenario, client) => {
    const agent = new http.Agent({ keepAlive: client % 2 === 0, maxSockets: 1 });
    const send: Send = async (call, input, headers = {}) => {
      const began = performance.now();
      try {
        const body = await request(agent, url, call, input, { authorization: `bearer ${token}`, ...headers });
        answered++;
        return body;
      } catch (error) {
        failures.push(`${call.method} ${call.path}: ${String(error)}`);
        throw error;
      } finally {
        slowest = Math.max(slowest, performance.now() - began);
      }
    };
    while (goesOn) {
      await scenario(send).catch(() => undefined); // counted above
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  });
  return {
    get answered() {
      return answered;
    },
    get slowest() {
      return Math.round(slowest);
    },
    failures,
    async stop() {
      goesOn = false;
      await Promise.all(clients);
    },
  };
}

function request<C extends Call>(
  agent: http.Agent,
  url: string,
  call: C,
  input: Input<C> | undefined,
  headers: Record<string, string>,
): Promise<ReplyOf<C>> {
  const asked = requestOf(call, input, { keepsUnknown: true });
  return new Promise((resolve, reject) => {
    const options = { method: asked.method, headers: { ...asked.headers, ...headers }, agent, timeout: PATIENCE_MS };
    const sent = http.request(url + API_BASE + asked.url, options, (reply) => {
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part)).once("error", reject);
      reply.once("end", () => {
        const text = Buffer.concat(parts).toString();
        if (reply.statusCode! >= 300) return reject(new Error(`${reply.statusCode} ${text.slice(0, 200)}`));
        resolve((text === "" ? undefined : JSON.parse(text)) as ReplyOf<C>);
      });
    });
    sent.once("timeout", () => sent.destroy(new Error("no answer"))).once("error", reject);
    sent.end(asked.body ?? undefined);
  });
}
