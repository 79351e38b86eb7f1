// Sends each endpoint its events: signed, retried with growing pauses, and logged.
import { createHmac, randomUUID } from "node:crypto";
import type { Checks } from "../../shared/checks.ts";
import type { Memory } from "../../shared/state-file.ts";
import type { Steering } from "../steering.ts";
import type { StripeConfig, StripeData, StripeEvent, WebhookSent } from "../stripe-data.ts";
import { findEventError } from "../api/reply-schema.ts";
import { showEvent } from "../api/wire.ts";

/** How long an endpoint may take to answer. */
const ANSWER_MS = 10_000;
/** How many are sent at once; the rest wait. */
const AT_ONCE = 16;
/** "shuffled" collects webhooks for this long, then sends them in another order. */
const SHUFFLE_MS = 250;
/** How many finished deliveries are stored. */
const MAX_STORED = 500;

export interface Webhooks {
  tell(event: StripeEvent): void;
  /** How many endpoints have not accepted the event yet. */
  pending(event: string): number;
  /** Retries what an earlier run of the process left waiting. */
  resume(): void;
  /** Stops retrying; waiting webhooks are sent after the next start. */
  close(): void;
}

export function openWebhooks(
  config: StripeConfig,
  memory: Memory<StripeData>,
  steering: Steering,
  checks: Checks,
): Webhooks {
  const { data } = memory;
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const queue: WebhookSent[] = [];
  const shuffled: WebhookSent[] = [];
  const waiting = new Map<string, number>();
  let underWay = 0;

  const later = (delayMs: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  };

  const enqueue = (webhook: WebhookSent) => {
    queue.push(webhook);
    setImmediate(pump);
  };

  const pump = () => {
    while (underWay < AT_ONCE && !closing.signal.aborted) {
      const next = queue.shift();
      if (next === undefined) return;
      underWay += 1;
      void attempt(next).finally(() => {
        underWay -= 1;
        pump();
      });
    }
  };

  const attempt = async (webhook: WebhookSent) => {
    const result = await post(webhook);
    if (closing.signal.aborted) return;
    webhook.attempts.push({ at: config.now().toISOString(), ...result });
    const retryMs = config.webhookRetryMs[webhook.attempts.length - 1];
    if (result.status !== null && result.status >= 200 && result.status < 300) settle(webhook, "delivered");
    else if (retryMs === undefined) settle(webhook, "gave up");
    else later(retryMs, () => enqueue(webhook));
    memory.changed();
  };

  const settle = (webhook: WebhookSent, state: WebhookSent["state"]) => {
    webhook.state = state;
    const left = (waiting.get(webhook.event) ?? 1) - 1;
    if (left > 0) waiting.set(webhook.event, left);
    else waiting.delete(webhook.event);
  };

  const post = async (webhook: WebhookSent): Promise<{ status: number | null; error: string | null }> => {
    const event = data.events[webhook.event];
    const secret = webhook.endpoint === null ? config.webhookSecret : data.endpoints[webhook.endpoint]?.secret;
    if (event === undefined || secret === undefined) return { status: null, error: "The endpoint or event is gone" };
    const shown = showEvent(event, 1);
    const wrong = findEventError(shown);
    checks.replied(`webhook ${event.type}`, wrong);
    if (wrong !== null) return { status: null, error: `Not Stripe's form: ${wrong}` };
    try {
      const body = JSON.stringify(shown, null, 2);
      const response = await fetch(webhook.url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": signatureHeader(body, secret, Math.floor(config.now().getTime() / 1000)),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
    }
  };

  const send = (webhook: WebhookSent) => {
    switch (steering.webhooks) {
      case "lost":
        settle(webhook, "lost");
        return;
      case "delayed":
        later(steering.webhookDelayMs, () => enqueue(webhook));
        return;
      case "shuffled":
        if (shuffled.push(webhook) === 1) later(SHUFFLE_MS, sendShuffled);
        return;
      default:
        enqueue(webhook);
    }
  };

  /** Sends the last one first, so that the order always differs. */
  const sendShuffled = () => {
    for (const webhook of shuffled.splice(0).reverse()) enqueue(webhook);
  };

  const prune = () => {
    if (data.webhooks.length <= MAX_STORED + 200) return;
    let surplus = data.webhooks.length - MAX_STORED;
    const stored = data.webhooks.filter(({ state }) => state === "waiting" || (surplus -= 1) < 0);
    data.webhooks.splice(0, data.webhooks.length, ...stored);
  };

  return {
    tell(event) {
      const own = config.webhookUrl === null ? [] : [{ id: null, url: config.webhookUrl, enabled_events: ["*"] }];
      for (const { id, url, enabled_events } of [...own, ...Object.values(data.endpoints)]) {
        if (!enabled_events.includes("*") && !enabled_events.includes(event.type)) continue;
        const copies = steering.webhooks === "duplicate" ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1) {
          const webhook: WebhookSent = {
            id: randomUUID(),
            event: event.id,
            kind: event.type,
            endpoint: id,
            url,
            createdAt: config.now().toISOString(),
            state: "waiting",
            attempts: [],
          };
          data.webhooks.push(webhook);
          waiting.set(event.id, (waiting.get(event.id) ?? 0) + 1);
          send(webhook);
        }
      }
      prune();
      memory.changed();
    },
    pending: (event) => waiting.get(event) ?? 0,
    resume() {
      for (const webhook of data.webhooks) {
        if (webhook.state !== "waiting") continue;
        waiting.set(webhook.event, (waiting.get(webhook.event) ?? 0) + 1);
        enqueue(webhook);
      }
    },
    close() {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

// Signs a webhook as Stripe does: the time and an HMAC of time and raw body.
/** The value of `Stripe-Signature`; `timestamp` in Unix seconds. */
export function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac("sha256", secret)
    .update(`${String(timestamp)}.${body}`)
    .digest("hex");
  return `t=${String(timestamp)},v1=${signature}`;
}
