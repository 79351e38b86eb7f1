// The page's side of Stripe.js: its frames, the `card` element in one of them, and the bank's dialog.
import type { ApiReply } from "./frames.ts";

// The page's side of the messages with a sandbox frame. It accepts messages only from that frame at that origin.
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

// The `card` element as a page holds it: a frame in the page's box, its events, and its options.
type Handler = (event: unknown) => void;

interface ElementOptions {
  classes?: Record<string, string>;
  [option: string]: unknown;
}

/** Self-contained: its source is sent to the browser. */
export function cardElements(openFrame: ReturnType<typeof pageFrames>) {
  return function createCard(given: ElementOptions, onDestroy: () => void) {
    let options = given;
    let frame: PageFrame | null = null;
    let box: HTMLElement | null = null;
    let isDestroyed = false;
    const handlers = new Map<string, Set<Handler>>();
    const labels: HTMLElement[] = [];

    const classOf = (name: string) =>
      options.classes?.[name] ?? (name === "base" ? "StripeElement" : `StripeElement--${name}`);
    const mark = (name: string, isOn: boolean) => box?.classList.toggle(classOf(name), isOn);
    const emit = (type: string, event: unknown = { elementType: "card" }) => {
      for (const handler of [...(handlers.get(type) ?? [])]) handler(event);
    };
    const focus = () => {
      frame?.element.focus();
      frame?.tell("focus");
    };

    function hear(message: Record<string, unknown>) {
      switch (message["kind"]) {
        case "loaded":
          emit("ready");
          break;
        case "change": {
          const event = message["event"] as { empty: boolean; complete: boolean; error?: unknown };
          mark("empty", event.empty);
          mark("complete", event.complete);
          mark("invalid", event.error !== undefined);
          emit("change", event);
          break;
        }
        case "focus":
        case "blur":
          mark("focus", message["kind"] === "focus");
          emit(String(message["kind"]));
          break;
        case "escape":
          emit("escape");
          break;
        case "submit":
          box?.closest("form")?.requestSubmit();
          break;
        case "height":
          frame?.element.style.setProperty("height", `${String(Number(message["height"]))}px`);
          break;
      }
    }

    function unmount() {
      frame?.close();
      frame = null;
      for (const label of labels.splice(0)) label.removeEventListener("click", focus);
      for (const name of ["base", "focus", "empty", "complete", "invalid"]) mark(name, false);
      box?.replaceChildren();
      box = null;
    }

    const element = {
      _elementType: "card",
      mount(target: string | HTMLElement) {
        if (isDestroyed) throw refuse("This Element has already been destroyed. Please create a new one.");
        const found = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
        if (found === null)
          throw refuse(
            `The selector you specified (${typeof target === "string" ? target : target.tagName}) applies to no DOM elements that are currently on the page.`,
          );
        if (found === box) return;
        unmount();
        box = found;
        const opened = openFrame("/v3/card", "Secure card payment input frame", hear);
        frame = opened;
        const looks = {
          border: "0",
          width: "100%",
          height: "24px",
          display: "block",
          background: "transparent",
          "color-scheme": "light",
        };
        for (const [property, value] of Object.entries(looks)) opened.element.style.setProperty(property, value);
        opened.element.setAttribute("allow", "payment *");
        mark("base", true);
        mark("empty", true);
        found.replaceChildren(opened.element);
        if (found.id !== "")
          for (const label of document.querySelectorAll<HTMLElement>(`label[for="${CSS.escape(found.id)}"]`)) {
            label.addEventListener("click", focus);
            labels.push(label);
          }
        opened.tell("update", { options });
      },
      on(type: string, handler: Handler) {
        handlers.set(type, (handlers.get(type) ?? new Set()).add(handler));
        return element;
      },
      once(type: string, handler: Handler) {
        const first: Handler = (event) => {
          element.off(type, first);
          handler(event);
        };
        return element.on(type, first);
      },
      off(type: string, handler?: Handler) {
        if (handler === undefined) handlers.delete(type);
        else handlers.get(type)?.delete(handler);
        return element;
      },
      update(changes: ElementOptions) {
        options = { ...options, ...changes };
        frame?.tell("update", { options: changes });
        return element;
      },
      clear: () => frame?.tell("clear"),
      focus,
      blur: () => frame?.tell("blur"),
      unmount,
      destroy() {
        unmount();
        handlers.clear();
        isDestroyed = true;
        onDestroy();
      },
      /** For the script itself: asks the frame to make something of the card. */
      _ask(kind: string, params: Record<string, unknown>) {
        if (frame === null)
          throw refuse(
            "We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.",
          );
        return frame.ask(kind, { params });
      },
    };
    return element;

    function refuse(message: string): Error {
      const error = new Error(message);
      error.name = "IntegrationError";
      return error;
    }
  };
}

export type CardElement = ReturnType<ReturnType<typeof cardElements>>;

// The dialog in which a bank asks its customer: over the page, holding the focus, until the bank has its answer.
/** Self-contained: its source is sent to the browser. */
export function threeDSecure(openFrame: ReturnType<typeof pageFrames>, style: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return function authenticate(intent: string, secret: string): Promise<void> {
    const before = document.activeElement;
    const dialog = document.createElement("dialog");
    dialog.className = "stripe-stand-in-bank";
    dialog.setAttribute("role", "dialog");
    dialog.setAttribute("aria-modal", "true");
    dialog.setAttribute("aria-label", "3D Secure 2 authentication");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return new Promise((resolve) => {
      const path = `/v3/authenticate/${encodeURIComponent(intent)}?secret=${encodeURIComponent(secret)}`;
      const frame = openFrame(path, "Your bank's question", ({ kind }) => {
        if (kind === "loaded") frame.element.focus();
        if (kind !== "done") return;
        frame.close();
        dialog.close();
        dialog.remove();
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
        if (before instanceof HTMLElement) before.focus();
        resolve();
      });
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        frame.tell("leave");
      });
      dialog.append(frame.element);
      document.body.append(dialog);
      dialog.showModal();
    });
  };
}
