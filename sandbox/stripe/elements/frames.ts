// The frames that Stripe.js opens: their documents, how they talk to the page and the API, and the two small ones.
import { html, type Html } from "../../shared/page.ts";

// The documents that Stripe.js opens in frames. Each loads one script and one style sheet from the sandbox.
export function framePage(title: string, script: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/v3/frame.css" />
        <script src="/v3/${script}" defer></script>
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

// Disabled until the script reads them: it would not see what was typed before.
export const CARD_FORM = html`<div class="fields">
  <span id="brand" aria-hidden="true">Card</span>
  <input
    name="cardnumber"
    aria-label="Credit or debit card number"
    placeholder="Card number"
    autocomplete="cc-number"
    inputmode="numeric"
    aria-required="true"
    disabled
  />
  <input
    name="exp-date"
    aria-label="Credit or debit card expiration date"
    placeholder="MM / YY"
    autocomplete="cc-exp"
    inputmode="numeric"
    aria-required="true"
    disabled
  />
  <input
    name="cvc"
    aria-label="Credit or debit card CVC/CVV"
    placeholder="CVC"
    autocomplete="cc-csc"
    inputmode="numeric"
    aria-required="true"
    disabled
  />
  <input
    name="postal"
    aria-label="ZIP"
    placeholder="ZIP"
    autocomplete="billing postal-code"
    inputmode="numeric"
    aria-required="true"
    disabled
  />
</div>`;

export const BANK_PAGE = html`<main>
  <h1>3D Secure 2 Test Page</h1>
  <p>This is a sandbox. Your bank would ask here whether it is you who pays.</p>
  <p class="acts">
    <button value="complete" class="main">Complete</button>
    <button value="fail">Fail</button>
  </p>
</main>`;

export const FRAME_STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: transparent; font: 16px/1.5 system-ui, sans-serif; color: #211f1b; }
.fields { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: center; }
#brand { flex: none; width: 4.5em; font-size: 12px; text-transform: capitalize; color: inherit; }
#brand[hidden], input[hidden] { display: none; }
input {
  flex: 1 1 4.2em; min-width: 4.2em; max-width: 7em; padding: 0; margin: 0; border: 0; outline: 0;
  background: transparent; font: inherit; line-height: 24px; color: inherit;
}
input[name="cardnumber"] { flex: 4 1 12em; min-width: 11.5em; max-width: none; }
input::placeholder { color: #6d675c; opacity: 1; }
input[aria-invalid="true"] { color: #a3271d; }
input:disabled { cursor: not-allowed; opacity: 0.6; }
main { padding: 24px; background: #fff; min-height: 100vh; box-sizing: border-box; }
h1 { font-size: 20px; margin: 0 0 8px; }
.acts { display: flex; gap: 8px; }
button { font: inherit; padding: 8px 16px; min-height: 40px; border: 1px solid #5d574c; border-radius: 6px; background: #fff; color: #211f1b; }
button.main { background: #1b5e43; border-color: #1b5e43; color: #fff; }
:focus-visible { outline: 2px solid #1b5e43; outline-offset: 2px; }
input:focus-visible { outline: 0; }
`;

/** Put over the page by the script. */
export const DIALOG_STYLE = `
dialog.stripe-stand-in-bank { width: min(420px, calc(100vw - 32px)); height: 260px; padding: 0; border: 0; border-radius: 10px; overflow: hidden; }
dialog.stripe-stand-in-bank::backdrop { background: rgb(0 0 0 / 0.5); }
dialog.stripe-stand-in-bank iframe { width: 100%; height: 100%; border: 0; color-scheme: light; }
`;

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

// The frame's side of the messages with the page. It accepts and answers only the page that opened the frame.

export interface PageMessage {
  stripe: true;
  /** Set when an answer is awaited. */
  call?: number;
  kind: string;
  [part: string]: unknown;
}

/** Self-contained: its source is sent to the browser. */
export function frameDoor(hear: (message: PageMessage) => unknown) {
  const origin = new URLSearchParams(location.search).get("origin") ?? "";
  const tell = (message: Record<string, unknown>) => {
    if (origin !== "") parent.postMessage({ stripe: true, ...message }, origin);
  };
  window.addEventListener("message", (event: MessageEvent<PageMessage>) => {
    if (event.source !== parent || event.origin !== origin || event.data?.stripe !== true) return;
    const { call } = event.data;
    void Promise.resolve(hear(event.data)).then((answer) => {
      if (call !== undefined) tell({ kind: "answer", call, answer });
    });
  });
  return tell;
}

// The hidden frame through which a page's script asks the API: the page itself needs no connection to it.
/** Self-contained: its source is sent to the browser. */
export function controllerFrame(makeAsk: typeof frameCalls, makeDoor: typeof frameDoor): void {
  const ask = makeAsk();
  const tell = makeDoor(({ method, path, params }) =>
    ask(String(method), String(path), params as Record<string, unknown>),
  );
  tell({ kind: "loaded" });
}

// The bank's page inside the dialog: two buttons, each an answer of the bank.
/** Self-contained: its source is sent to the browser. */
export function authenticateFrame(makeAsk: typeof frameCalls, makeDoor: typeof frameDoor): void {
  const ask = makeAsk();
  const buttons = [...document.querySelectorAll("button")];
  const answer = async (outcome: string) => {
    for (const button of buttons) button.disabled = true;
    await ask("POST", location.pathname, {
      client_secret: new URLSearchParams(location.search).get("secret"),
      outcome,
    });
    tell({ kind: "done" });
  };
  const tell = makeDoor(({ kind }) => (kind === "leave" ? answer("fail") : null));
  for (const button of buttons) button.addEventListener("click", () => void answer(button.value));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") void answer("fail");
  });
  tell({ kind: "loaded" });
  buttons[0]?.focus();
}
