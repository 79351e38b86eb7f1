// Sends signed webhooks, retries those that were refused, and records what was sent and answered.
import { createHash, randomUUID } from "node:crypto";
import type { Checks } from "../shared/checks.ts";
import type { Memory } from "../shared/state-file.ts";
import { findWebhookError } from "./openapi.ts";
import { type PlaidConfig, type PlaidData, prune, type VerificationKey, type WebhookSent } from "./plaid-data.ts";
import type { Steering } from "./steering.ts";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";

// The keys that sign webhooks: an ES256 pair, created at the first start, stored in the state, and rotated on request.
/** How many rotated keys stay readable, because their webhooks may still be in transit. */
const KEPT_KEYS = 5;

/** Makes the first key, or a new one that makes the old ones expire. */
export async function addKey(data: PlaidData, now: Date): Promise<void> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const { x, y } = await exportJWK(pair.publicKey);
  if (x === undefined || y === undefined) throw new Error("An ES256 key has no x and y");
  const kid = randomUUID();
  const createdAt = Math.floor(now.getTime() / 1000);
  for (const key of data.keys) key.expiredAt ??= createdAt;
  data.keys.push({
    kid,
    privateJwk: await exportJWK(pair.privateKey),
    publicJwk: { alg: "ES256", crv: "P-256", kid, kty: "EC", use: "sig", x, y },
    createdAt,
    expiredAt: null,
  });
  data.keys.splice(0, Math.max(0, data.keys.length - KEPT_KEYS));
}

/** The `Plaid-Verification` header for a raw webhook body. */
async function signWebhook(data: PlaidData, rawBody: string, now: Date): Promise<string> {
  const key = currentKey(data);
  const digest = createHash("sha256").update(rawBody).digest("hex");
  return new SignJWT({ request_body_sha256: digest })
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .sign(await importJWK(key.privateJwk, "ES256"));
}

function currentKey(data: PlaidData): VerificationKey {
  const key = data.keys.find(({ expiredAt }) => expiredAt === null);
  if (key === undefined) throw new Error("The Plaid sandbox has no signing key");
  return key;
}

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

export function openWebhooks(
  config: PlaidConfig,
  memory: Memory<PlaidData>,
  steering: Steering,
  checks: Checks,
): Webhooks {
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
      const kind = `${content.webhook_type}/${content.webhook_code}`;
      const sent = { ...content, environment: "sandbox" };
      checks.replied(`webhook ${kind}`, findWebhookError(kind, sent));
      const copies = steering.webhooks === "duplicate" ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const webhook: WebhookSent = {
          id: randomUUID(),
          url,
          kind,
          body: JSON.stringify(sent),
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
