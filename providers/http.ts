import { AppError } from "#platform/contract/errors.ts";
import { observeProvider } from "#platform/server/observability/operations.ts";

/** Bytes of an answer, unpacked; only a bank report may be larger. */
export const LARGEST_ANSWER = 1_000_000;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export type Ask = (url: string, init: RequestInit) => Promise<Answer>;

/** Asks under one deadline, from now on. Throws PROVIDER_UNAVAILABLE when there is no answer, or one that is too large. */
export function askWithin(provider: string, milliseconds: number): Ask {
  const signal = AbortSignal.timeout(milliseconds);
  return (url, init) =>
    observeProvider(provider, async (report) => {
      try {
        const answer = await fetchBounded(url, { ...init, signal });
        report(answer.status);
        return { status: answer.status, text: await answer.text() };
      } catch {
        throw unavailable(provider, signal.aborted ? "TIMEOUT" : "NETWORK");
      }
    });
}

/** Why a body that is larger than allowed cannot be read. */
export class AnswerTooLarge extends Error {}

/** `fetch` that follows no redirect; reading a body of more than `largest` bytes rejects with AnswerTooLarge. */
export async function fetchBounded(
  input: string | URL | Request,
  init?: RequestInit,
  largest = LARGEST_ANSWER,
): Promise<Response> {
  const { body, status, statusText, headers } = await fetch(input, { ...init, redirect: "manual" });
  return new Response(body && body.pipeThrough(bounded(largest)), { status, statusText, headers });
}

function bounded(largest: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(part, controller) {
      size += part.byteLength;
      if (size > largest) controller.error(new AnswerTooLarge());
      else controller.enqueue(part);
    },
  });
}

/** The reason is for people who look into it: a code or a status, never an answer, which may hold a token. */
export function unavailable(provider: string, reason: string): AppError {
  return new AppError("PROVIDER_UNAVAILABLE", { cause: new Error(`${provider}: ${reason}`) });
}

/** `undefined` for invalid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
