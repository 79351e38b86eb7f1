// The page's side of the messages with a sandbox frame. It accepts messages only from that frame at that origin.
import type { ApiReply } from "./frame-calls.ts";

interface FrameMessage {
  stripe: true;
  kind: string;
  call?: number;
  answer?: unknown;
  [part: string]: unknown;
}

export interface PageFrame {
  element: HTMLIFrameElement;
  tell(kind: string, more?: Record<string, unknown>): void;
  ask(kind: string, more?: Record<string, unknown>): Promise<ApiReply>;
  close(): void;
}

/** Self-contained: its source is sent to the browser. */
export function pageFrames(origin: string) {
  return function openFrame(path: string, title: string, hear: (message: FrameMessage) => void): PageFrame {
    const element = document.createElement("iframe");
    const address = new URL(path, origin);
    address.searchParams.set("origin", location.origin);
    element.src = address.href;
    element.title = title;
    element.name = `__privateStripeFrame${String(Math.random()).slice(2)}`;
    const waiting = new Map<number, (answer: ApiReply) => void>();
    const unsent: object[] = [];
    let isLoaded = false;
    let calls = 0;

    const post = (message: object) => {
      if (isLoaded) element.contentWindow?.postMessage(message, origin);
      else unsent.push(message);
    };
    const listen = (event: MessageEvent<FrameMessage>) => {
      if (event.source !== element.contentWindow || event.origin !== origin || event.data?.stripe !== true) return;
      const { kind, call = -1, answer } = event.data;
      if (kind === "loaded") {
        isLoaded = true;
        for (const message of unsent.splice(0)) post(message);
      }
      if (kind === "answer") {
        waiting.get(call)?.(answer as ApiReply);
        waiting.delete(call);
      } else hear(event.data);
    };
    window.addEventListener("message", listen);
    return {
      element,
      tell: (kind, more = {}) => post({ stripe: true, kind, ...more }),
      ask: (kind, more = {}) =>
        new Promise((resolve) => {
          calls += 1;
          waiting.set(calls, resolve);
          post({ stripe: true, kind, call: calls, ...more });
        }),
      close() {
        window.removeEventListener("message", listen);
        element.remove();
        const error = { type: "validation_error", message: "The card form was closed." };
        for (const resolve of waiting.values()) resolve({ ok: false, body: { error } });
      },
    };
  };
}
