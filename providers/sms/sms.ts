// The wire format is Twilio's Messages resource, which other providers of text messages offer too.
import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import { askWithin, jsonOf, unavailable } from "../http.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    /** `null`: no provider of text messages is configured. */
    readonly sendText: SendText | null;
  }
}

export interface SmsConfig {
  /** `null`: Twilio's own host. */
  readonly baseUrl: string | null;
  readonly accountSid: string;
  readonly authToken: string;
  /** The sender's number (E.164). */
  readonly from: string;
}

/**
 * Hands a text message to the provider. Throws PHONE_REFUSED for a number that cannot receive it, and
 * PROVIDER_UNAVAILABLE.
 * @param to E.164
 */
export type SendText = (to: string, body: string) => Promise<void>;

const LIVE = "https://api.twilio.com";
const TIMEOUT_MS = 10_000;

/** Twilio's error codes: an invalid number, one that opted out, one that is no mobile phone, one it cannot reach. */
const REFUSED_NUMBERS = new Set([21211, 21408, 21610, 21612, 21614]);

const Accepted = z.object({ sid: z.string(), status: z.string() });
const Refused = z.object({ code: z.int() });

/** Waits `timeoutMs` for an answer. */
export function openSms({ baseUrl, accountSid, authToken, from }: SmsConfig, timeoutMs = TIMEOUT_MS): SendText {
  const url = `${baseUrl ?? LIVE}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  return async (to, text) => {
    const body = new URLSearchParams({ To: to, From: from, Body: text });
    const answer = await askWithin("sms", timeoutMs)(url, { method: "POST", headers: { authorization }, body });
    if (answer.status === 201 && z.safeParse(Accepted, jsonOf(answer.text)).success) return;
    const { data: refused } = z.safeParse(Refused, jsonOf(answer.text));
    if (answer.status === 400 && refused && REFUSED_NUMBERS.has(refused.code)) throw new AppError("PHONE_REFUSED");
    throw unavailable("sms", `${answer.status} ${refused?.code ?? ""}`.trim());
  };
}
