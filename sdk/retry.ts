import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_HEADER } from "../platform/contract/call.ts";
import { ApiError } from "../platform/web/http/api-error.ts";
import type { Http, HttpRequest } from "../platform/web/http/http.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A server that asks for more is not waited for. */
const MOST_ASKED_SECONDS = 60;

type Wait = (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>;
const waitFor: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal });

/** Sends again what failed for a reason that passes, if that makes nothing twice. */
export function retrying(send: Http, most: number, wait: Wait = waitFor): Http {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(request);
      } catch (error) {
        const pause = error instanceof ApiError ? pauseAfter(error, request, attempt) : null;
        if (attempt >= most || pause === null) throw error;
        await wait(pause, request.signal);
      }
    }
  };
}

/** Milliseconds; `null`: the failure is final. */
function pauseAfter({ status, code, retryAfter }: ApiError, request: HttpRequest, attempt: number): number | null {
  const isRefusedUnread = code === "TOO_MANY_REQUESTS";
  const isRepeatable = request.method === "GET" || request.headers?.[IDEMPOTENCY_HEADER] !== undefined;
  const passes = status === 0 || status >= 500;
  if (!isRefusedUnread && !(passes && isRepeatable)) return null;
  if (retryAfter !== null) return retryAfter > MOST_ASKED_SECONDS ? null : retryAfter * 1000;
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return (longest * (1 + Math.random())) / 2; // so that clients that failed together do not return together
}
