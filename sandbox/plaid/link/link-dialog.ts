// The frame of the Link dialog: opens over the page, holds the focus, closes on Escape, shows one screen at a time.
import type { LinkParts } from "./link-parts.ts";

interface LinkScreen {
  title: HTMLElement;
  words: string;
  form: HTMLElement;
  /** Where the focus goes; the title when there is nothing to fill in. */
  first?: HTMLElement;
}

/** Self-contained: its source is sent to the browser. `onLeave` is called when the person closes the dialog. */
export function linkFrame(parts: LinkParts, style: string, onLeave: () => void) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const before = document.activeElement;
  const close = parts.make("button", { class: "link-close", type: "button", "aria-label": "Close" }, "×");
  const bar = parts.make(
    "div",
    { class: "link-bar" },
    parts.make("span", { class: "link-mark" }, "Bank connection · sandbox"),
    close,
  );
  const body = parts.make("div");
  const screen = parts.make("div", { class: "link-screen" }, bar, body);
  const dialog = parts.make("dialog", { class: "plaid-link-stand-in", role: "dialog", "aria-modal": "true" }, screen);

  close.addEventListener("click", onLeave);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    onLeave();
  });
  dialog.addEventListener("keydown", (event) => {
    // The page must not act on keys that are meant for the dialog.
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
    if (event.key === "Tab") keepFocus(event);
  });

  function keepFocus(event: KeyboardEvent) {
    const stops = [...dialog.querySelectorAll<HTMLElement>("button, input, select")].filter(
      (stop) => !stop.hasAttribute("disabled"),
    );
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    const other = event.shiftKey ? stops[stops.length - 1] : stops[0];
    const isOutside = !stops.some((stop) => stop === document.activeElement) && event.shiftKey;
    if (document.activeElement !== edge && !isOutside) return;
    event.preventDefault();
    other?.focus();
  }

  return {
    open() {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      document.body.append(dialog);
      dialog.showModal();
    },
    show(next: LinkScreen) {
      next.title.id = "plaid-link-title";
      dialog.setAttribute("aria-labelledby", next.title.id);
      body.replaceChildren(next.title, parts.make("p", {}, next.words), next.form);
      dialog.scrollTop = 0;
      (next.first ?? next.title).focus();
    },
    close() {
      dialog.close();
      dialog.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      // Back to the button that opened the dialog.
      if (before instanceof HTMLElement) before.focus();
    },
  };
}
