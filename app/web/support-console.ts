import { activeMembership, isConfirmed, readSession } from "#features/auth/web/session/session.ts";
import { currentConfig } from "#platform/web/config.ts";
import { confirm } from "#platform/web/confirm.ts";
import { request } from "#platform/web/http/client.ts";
import { log } from "#platform/web/log.ts";
import { hideOverlay, showOverlay } from "#platform/web/overlay.ts";
import { safe } from "#platform/web/safe.ts";
import { filter, nextSort, pageSizeFor, search, sort } from "#platform/web/table/engine/engine.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";

interface SupportRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and forms go as they are; anything else as JSON. */
  readonly body?: unknown;
}

/** By the page's own client, with all its rules. Rejects with the `status` and `message` of the refusal. */
async function http(method: string, url: string, { headers = {}, body }: SupportRequest = {}) {
  const reply = await request({ method: method.toUpperCase(), url, headers, body: bodyOf(body) });
  return { status: reply.status, body: await contentOf(reply) };
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined || body === null) return null;
  const isReady = typeof body === "string" || body instanceof FormData || body instanceof Blob;
  return isReady ? body : JSON.stringify(body);
}

async function contentOf(reply: Response): Promise<unknown> {
  if (reply.status === 204) return null;
  const isJson = reply.headers.get("content-type")?.includes("json") ?? false;
  return isJson ? reply.json() : reply.text();
}

/** The token's payload without `exp` and `iat`; `null` when signed out. */
function user() {
  return readSession()?.user ?? null;
}

const app = {
  http,
  toasts: { show: showToast },
  overlay: { show: showOverlay, hide: hideOverlay },
  confirm,
  log,
  safe,
  table: { pageSizeFor, nextSort, sort, search, filter },
  user,
  isConfirmed: () => {
    const person = user();
    return person !== null && isConfirmed(person);
  },
  hasRole: (name: string) => activeMembership()?.role.name === name,
  config: currentConfig,
};

export type SupportConsole = typeof app;

export function openSupportConsole(): void {
  Object.assign(window, { app });
}
