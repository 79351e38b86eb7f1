// Fails closed.
import * as z from "zod/mini";
import { askWithin, jsonOf } from "../http.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly isHuman: IsHuman;
  }
}

export interface CaptchaConfig {
  readonly verifyUrl: string;
  readonly secretKey: string;
  /** Of our site: a token that was given elsewhere does not count. */
  readonly hostname: string;
  /** Taken in place of a token; `null`: nothing is. */
  readonly testToken: string | null;
}

/** Whether a person sends the request. Also `false` when the checker is down, slow or gives an unknown answer. */
export type IsHuman = (token: string, address: string) => Promise<boolean>;

/** For head and body together. */
export const TIMEOUT_MS = 3_000;
const MIN_SCORE = 0.5;
const MAX_AGE_MS = 2 * 60 * 1000;
const ACTION = "subscribe";

const Verdict = z.object({
  success: z.literal(true),
  score: z.number().check(z.minimum(MIN_SCORE)),
  action: z.literal(ACTION),
  hostname: z.string(),
  challenge_ts: z.string(),
});

/** Waits `timeoutMs` for an answer. */
export function openCaptcha(
  { verifyUrl, secretKey, hostname, testToken }: CaptchaConfig,
  timeoutMs = TIMEOUT_MS,
): IsHuman {
  return async (token, address) => {
    if (testToken !== null && token === testToken) return true;
    try {
      const body = new URLSearchParams({ secret: secretKey, response: token, remoteip: address });
      const { status, text } = await askWithin("recaptcha", timeoutMs)(verifyUrl, { method: "POST", body });
      const verdict = z.safeParse(Verdict, jsonOf(text));
      return (
        status === 200 && verdict.success && verdict.data.hostname === hostname && isFresh(verdict.data.challenge_ts)
      );
    } catch {
      return false;
    }
  };
}

function isFresh(givenAt: string): boolean {
  return Math.abs(Date.now() - Date.parse(givenAt)) <= MAX_AGE_MS;
}
