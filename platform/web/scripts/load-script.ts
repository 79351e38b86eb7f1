import { trustedScriptUrl } from "./trusted-types.ts";

/** The longest wait. The script may still load later; the next caller then uses it. */
const LONGEST_WAIT_MS = 15_000;

const loading = new Map<string, Promise<void>>();

/** Resolves when the script has run. Rejects with SCRIPT_BLOCKED when it does not come: an ad blocker, a lost network. */
export function loadScript(url: string): Promise<void> {
  const loaded = loading.get(url) ?? begin(url);
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`SCRIPT_BLOCKED ${url}`)), LONGEST_WAIT_MS);
    loaded.then(resolve, reject).finally(() => clearTimeout(patience));
  });
}

function begin(url: string): Promise<void> {
  const loaded = addScript(url);
  loading.set(url, loaded);
  loaded.catch(() => loading.delete(url));
  return loaded;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = trustedScriptUrl(url);
    script.async = true;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`SCRIPT_BLOCKED ${url}`));
    });
    document.head.append(script);
  });
}
