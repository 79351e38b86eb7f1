import { setTimeout as wait } from "node:timers/promises";
import type * as S3Package from "@aws-sdk/client-s3";
import type { S3Client } from "@aws-sdk/client-s3";
import { AppError } from "#platform/contract/errors.ts";
import { observeProvider } from "#platform/server/observability/operations.ts";

/** For all attempts of one call, with the waits between them and the body of the answer. */
const DEADLINE_MS = 30_000;
const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 100;
const RETRY_AFTER_SECONDS = 10;

export type S3Library = typeof S3Package;

type Send = S3Client["send"];

export interface S3Calls {
  readonly send: Send;
  /** A call whose answer is read in `work`, which begins again when it breaks. */
  run<T>(work: (send: Send) => Promise<T>): Promise<T>;
}

/** As when the database is away or the disk is full: 503, and the caller may try again. */
export function storageUnavailable(reason: string): AppError {
  return new AppError("OVERLOADED", { retryAfter: RETRY_AFTER_SECONDS, cause: new Error(`s3: ${reason}`) });
}

/** What S3 answered to a request that it refused: its code, e.g. `NoSuchKey`. */
export class S3ResponseError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`s3: ${code}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Tries again after 5xx, SlowDown, a wrong clock and broken connections, each time after a longer random wait. Throws S3ResponseError for
 * 404, 412 and 416, which say something about the object, and OVERLOADED for everything else.
 */
export function openS3Calls(client: S3Client, deadlineMs = DEADLINE_MS): S3Calls {
  async function run<T>(work: (send: Send) => Promise<T>): Promise<T> {
    const abortSignal = AbortSignal.timeout(deadlineMs);
    const send = ((command: Parameters<Send>[0]) => client.send(command, { abortSignal })) as Send;
    for (let attempt = 1; ; attempt++) {
      try {
        return await observeProvider("s3", () => runAttempt(work, send, abortSignal));
      } catch (error) {
        const refused = toResponseError(error);
        if (refused && [404, 412, 416].includes(refused.status)) throw refused;
        const isFinal = refused && !isWorthRetrying(refused);
        if (isFinal || attempt === MAX_ATTEMPTS || abortSignal.aborted)
          throw storageUnavailable(abortSignal.aborted ? "TIMEOUT" : (refused?.code ?? "NETWORK"));
      }
      // A wait that the deadline ends is followed by an attempt that fails at once.
      await wait(Math.random() * FIRST_WAIT_MS * 2 ** attempt, undefined, { signal: abortSignal }).catch(
        () => undefined,
      );
    }
  }
  return { run, send: ((command: Parameters<Send>[0]) => run((send) => send(command))) as Send };
}

/** Of a clock that is wrong the client learns by the refusal how much, and signs the next attempt by S3's. */
function isWorthRetrying({ status, code }: S3ResponseError): boolean {
  return status >= 500 || status === 429 || code === "RequestTimeTooSkewed";
}

/** The client stops a request at the deadline, but not the body of an answer that stalls. */
function runAttempt<T>(work: (send: Send) => Promise<T>, send: Send, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("TIMEOUT"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    void work(send)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

function toResponseError(error: unknown): S3ResponseError | undefined {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  // A status below 400 is that of an answer that broke off.
  return status !== undefined && status >= 400 ? new S3ResponseError(status, name ?? "UNKNOWN") : undefined;
}
