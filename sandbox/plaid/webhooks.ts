// Sends signed webhooks, retries those that were refused, and records what was sent and answered.
import { randomUUID } from "node:crypto";
import type { Memory } from "../shared/state-file.ts";
import type { PlaidConfig } from "./plaid-config.ts";
import { prune } from "./plaid-data.ts";
import type { PlaidData, WebhookSent } from "./plaid-data.ts";
import type { Steering } from "./steering.ts";
import { signWebhook } from "./verification-keys.ts";

/** Plaid waits ten seconds for an answer. */
const ANSWER_MS = 10_000;

export interface Webhooks {
  /** Sends `{webhook_type, webhook_code, …}` soon. Does nothing without an address. */
  send(url: string | null, webhook: { webhook_type: string; webhook_code: string } & Record<string, unknown>): void;
  /** Retries what an earlier run of the process left waiting. */
  resume(): void;
  /** Stops retrying; waiting webhooks are sent after the next start. */
  close(): void;
}

export function openWebhooks(config: PlaidConfig, memory: Memory<PlaidData>, steering: Steering): Webhooks {
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();

  const tryIn = (delayMs: number, webhook: WebhookSent) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attempt(webhook);
    }, delayMs);
    timers.add(timer);
  };

  const attempt = async (webhook: WebhookSent) => {
    const result = await post(webhook);
    if (closing.signal.aborted) return;
    webhook.attempts.push({ at: config.now().toISOString(), ...result });
    const retryMs = config.webhookRetryMs[webhook.attempts.length - 1];
    if (result.status !== null && result.status >= 200 && result.status < 300) webhook.state = "delivered";
    else if (retryMs === undefined) webhook.state = "gave up";
    else tryIn(retryMs, webhook);
    memory.changed();
  };

  const post = async (webhook: WebhookSent): Promise<{ status: number | null; error: string | null }> => {
    try {
      const signature = await signWebhook(memory.data, webhook.body, config.now());
      const response = await fetch(webhook.url, {
        method: "POST",
        headers: { "content-type": "application/json", "plaid-verification": signature },
        body: webhook.body,
        redirect: "manual",
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
    }
  };

  return {
    send(url, content) {
      if (url === null) return;
      const copies = steering.webhooks === "duplicate" ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const webhook: WebhookSent = {
          id: randomUUID(),
          url,
          kind: `${content.webhook_type}/${content.webhook_code}`,
          body: JSON.stringify({ ...content, environment: "sandbox" }),
          createdAt: config.now().toISOString(),
          state: steering.webhooks === "lost" ? "lost" : "waiting",
          attempts: [],
        };
        memory.data.webhooks.push(webhook);
        if (webhook.state === "waiting") tryIn(0, webhook);
      }
      prune(memory.data);
      memory.changed();
    },
    resume() {
      for (const webhook of memory.data.webhooks) if (webhook.state === "waiting") tryIn(0, webhook);
    },
    close() {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
