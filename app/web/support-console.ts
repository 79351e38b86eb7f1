// Owns `window.app` in local and stage: what support and tests may ask of a running page, over the parts that screens use.
import { activeMembership, isConfirmed, readSession } from "#features/identity/web/session/session.ts";
import { currentConfig } from "#kit/web/config.ts";
import { confirm } from "#kit/web/confirm.ts";
import { request } from "#kit/web/http/client.ts";
import { log } from "#kit/web/log.ts";
import { hideOverlay, showOverlay } from "#kit/web/overlay.ts";
import { safe } from "#kit/web/safe.ts";
import { filter, nextSort, pageSizeFor, search, sort } from "#kit/web/table/engine/engine.ts";
import { showToast } from "#kit/web/toasts.ts";

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and forms go as they are; anything else as JSON. */
  readonly body?: unknown;
}

/** By the page's own client, with all its rules. Rejects with the `status` and `message` of the refusal. */
async function http(method: string, url: string, { headers = {}, body }: Asked = {}) {
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

/** The token's payload without `exp` and `iat`; `null` for nobody. */
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
