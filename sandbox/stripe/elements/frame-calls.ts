// How a sandbox frame calls its own API: form bodies, JSON replies, and the page's key.

export interface ApiReply {
  ok: boolean;
  // Stripe's objects are handed through to the page as they came.
  body: Record<string, unknown>;
}

/** Self-contained: its source is sent to the browser. */
export function frameCalls() {
  function encode(form: URLSearchParams, name: string, value: unknown): void {
    if (value === undefined || value === null) return;
    if (typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) encode(form, `${name}[${key}]`, inner);
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      form.append(name, String(value));
  }

  return async function ask(method: string, path: string, params: Record<string, unknown>): Promise<ApiReply> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) encode(form, name, value);
    try {
      const isGet = method === "GET";
      const reply = await fetch(isGet ? `${path}?${form.toString()}` : path, {
        method,
        ...(isGet ? {} : { body: form }),
      });
      return { ok: reply.ok, body: (await reply.json()) as Record<string, unknown> };
    } catch {
      const message = "We could not reach Stripe. Please check your connection and try again.";
      return { ok: false, body: { error: { type: "api_connection_error", message } } };
    }
  };
}
