import type { HTMLAttributes } from "react";
import { currentConfig } from "../config.ts";
import { loadScript } from "../scripts/load-script.ts";

const ELEMENT = "markdown-toolbar";

declare module "react" {
  // The only place where React lets us declare a custom element of another library.
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's own declarations are a namespace
  namespace JSX {
    interface IntrinsicElements {
      /** Its buttons say by `data-md-button` what they do to the text area whose id is `for`. */
      "markdown-toolbar": HTMLAttributes<HTMLElement> & { readonly for: string };
    }
  }
}

/** Gives `true` when the toolbar works. Rejects with SCRIPT_BLOCKED. */
export async function loadEditor(): Promise<true> {
  const url = currentConfig().scripts.markdownEditor;
  await loadScript(url);
  if (customElements.get(ELEMENT) === undefined) throw new Error(`SCRIPT_BLOCKED ${url}`);
  return true;
}
