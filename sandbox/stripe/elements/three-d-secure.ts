// The dialog in which a bank asks its customer: over the page, holding the focus, until the bank has its answer.
import type { pageFrames } from "./page-frame.ts";

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
