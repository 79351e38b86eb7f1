// Owns the scripts of others that a page loads on demand: each at most once; one that failed may be tried again.

const loading = new Map<string, Promise<void>>();

/** Resolves when the script has run. Rejects with SCRIPT_BLOCKED when it does not come: an ad blocker, a lost network. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const loaded = addScript(url).catch((error: unknown) => {
    loading.delete(url);
    throw error;
  });
  loading.set(url, loaded);
  return loaded;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`SCRIPT_BLOCKED ${url}`));
    });
    document.head.append(script);
  });
}
