import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { API_BASE, isFile, isPaged, type Call, type Input } from "../platform/contract/call.ts";
import { API_KEY_PREFIX } from "../platform/contract/who.ts";
import { PAGE_ROWS } from "../platform/contract/list-rows.ts";
import { ApiError, errorOf } from "../platform/web/http/api-error.ts";
import { requestOfCall, sendBy } from "../platform/web/http/client.ts";
import { fileNameIn } from "../platform/web/http/download.ts";
import type { Http, HttpRequest } from "../platform/web/http/http.ts";
import { keyCalls, type Calls } from "./calls.ts";
import type { CallOptions, Download, Page } from "./call-options.ts";
import { retrying } from "./retry.ts";

export interface ClientOptions {
  /** Begins with `keyturn_sk_`. */
  readonly apiKey: string;
  /** Where Keyturn runs, such as `https://keyturn.mortgage`. */
  readonly url: string;
  /** Times that a failed request is sent again. Default: 3. */
  readonly retries?: number;
  /** Milliseconds that one attempt may take. Default: 60,000. */
  readonly timeoutMs?: number;
}

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds between two looks. Default: 2,000. */
  readonly everyMs?: number;
}

/** The newest report of a borrower. */
type Report = NonNullable<Awaited<ReturnType<Calls["latestAssetReport"]>>["report"]>;

export interface Keyturn extends Calls {
  /** Waits until the borrower's newest report is ready. Throws ReportError if it fails or there is none. */
  waitForReport(borrowerId: string, options?: WaitOptions): Promise<Report>;
}

/** A report that did not become ready. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

const API_KEY = new RegExp(`^${API_KEY_PREFIX}[\\w-]+$`);

/**
 * A client with a method for every call that an API key may make. Its methods throw ApiError. Throws TypeError for a key
 * or an address that can be none.
 */
export function createClient(options: ClientOptions): Keyturn {
  if (!API_KEY.test(options.apiKey)) throw new TypeError(`An API key begins with ${API_KEY_PREFIX} and has no spaces`);
  const http = retrying(httpOf(options), options.retries ?? 3);
  const methods = Object.entries(keyCalls).map(([name, call]) => [name, methodOf(http, call)] as const);
  const calls = Object.fromEntries(methods) as unknown as Calls; // each by its own call's types
  return { ...calls, waitForReport: (borrowerId, wait) => waitForReport(calls, borrowerId, wait) };
}

function httpOf({ apiKey, url, timeoutMs = 60_000 }: ClientOptions): Http {
  const base = new URL(url).origin + API_BASE;
  return async ({ method, url: place, headers, body, signal }) => {
    const { "multi-part": _form, ...sent } = headers ?? {};
    const limit = AbortSignal.timeout(timeoutMs);
    let reply: Response;
    try {
      reply = await fetch(base + place, {
        method,
        headers: { ...sent, authorization: `Bearer ${apiKey}` },
        body: body ?? null,
        redirect: "error", // a key is sent to no other place
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ApiError(0, "NETWORK", { cause });
    }
    if (!reply.ok) throw await errorOf(reply);
    return reply;
  };
}

function methodOf(http: Http, call: Call) {
  return (input: Input<Call>, { signal, idempotencyKey }: CallOptions = {}) => {
    const key = idempotencyKey ?? (call.idempotent ? randomUUID() : undefined);
    const options = { signal, ...(key !== undefined && { idempotencyKey: key }) };
    if (call.reply !== null && isFile(call.reply)) return download(http, requestOfCall(call, input, options));
    if (!isPaged(call)) return sendBy(http, call, input, options);
    const { limit = PAGE_ROWS } = (input ?? {}) as { limit?: number };
    const read = async (after: object): Promise<Listed[]> =>
      (await sendBy(http, call, { ...(input as object), ...after }, options)) as unknown as Listed[]; // a page has rows
    return pageOf(read, Number(limit));
  };
}

interface Listed {
  readonly id: string;
}

function pageOf(read: (after: { after?: string }) => Promise<Listed[]>, limit: number): Page<Listed> {
  return {
    then: (done, failed) => read({}).then(done, failed),
    async *[Symbol.asyncIterator]() {
      for (let last: string | undefined, isWhole = false; !isWhole;) {
        const rows = await read(last === undefined ? {} : { after: last });
        yield* rows;
        last = rows.at(-1)?.id;
        isWhole = rows.length < limit;
      }
    },
  };
}

async function download(http: Http, request: HttpRequest): Promise<Download> {
  const reply = await http(request);
  const { headers } = reply;
  const body = reply.body as NodeStream | null; // fetch is Node's here
  return {
    name: fileNameIn(headers.get("content-disposition")) ?? "download",
    mediaType: headers.get("content-type") ?? "application/octet-stream",
    bytes: async () => new Uint8Array(await reply.arrayBuffer()),
    async saveTo(file) {
      if (body === null) throw new ApiError(0, "UNREADABLE");
      await mkdir(path.dirname(file), { recursive: true });
      const unfinished = `${file}.${randomUUID()}.part`;
      try {
        await pipeline(Readable.fromWeb(body), createWriteStream(unfinished));
        await rename(unfinished, file);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

async function waitForReport(
  { latestAssetReport }: Calls,
  id: string,
  { signal, everyMs = 2_000 }: WaitOptions = {},
): Promise<Report> {
  for (;;) {
    const { report } = await latestAssetReport({ id }, signal && { signal });
    if (report?.state === "ready") return report;
    if (report?.state !== "queued" && report?.state !== "generating")
      throw new ReportError(report?.error?.message ?? "This borrower has no report");
    await sleep(everyMs, undefined, signal && { signal });
  }
}
