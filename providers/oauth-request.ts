// Owns how a social provider is asked over HTTP: one deadline for all of an act, no redirect followed, a bounded answer.
import { AppError } from "#kit/contract/errors.ts";

/** All requests of one act together. */
export const DEADLINE_MS = 4_500;
const LARGEST_ANSWER = 1_000_000;

/** GitHub refuses requests that do not say who asks. */
export const USER_AGENT = "Keyturn";

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export type Ask = (url: string, init: RequestInit) => Promise<Answer>;

/** Asks under one deadline, from now on. Throws PROVIDER_UNAVAILABLE when there is no answer, or one that is too large. */
export function askWithin(provider: string, milliseconds = DEADLINE_MS): Ask {
  const signal = AbortSignal.timeout(milliseconds);
  return async (url, init) => {
    try {
      const answer = await fetch(url, { ...init, redirect: "manual", signal });
      return { status: answer.status, text: await readBounded(answer) };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw unavailable(provider, signal.aborted ? "TIMEOUT" : "NETWORK");
    }
  };

  async function readBounded(answer: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength;
      if (size > LARGEST_ANSWER) throw unavailable(provider, "TOO_LARGE");
      parts.push(part);
    }
    return Buffer.concat(parts).toString("utf8");
  }
}

/** The reason is for people who look into it: a code or a status, never an answer, which may hold a token. */
export function unavailable(provider: string, reason: string): AppError {
  return new AppError("PROVIDER_UNAVAILABLE", { cause: new Error(`${provider}: ${reason}`) });
}

export function refusedCode(provider: string, reason: string): AppError {
  return new AppError("SOCIAL_REFUSED", { cause: new Error(`${provider}: ${reason}`) });
}

/** `undefined` for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
