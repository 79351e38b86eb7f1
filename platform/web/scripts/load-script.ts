import { log } from "../log.ts";

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

interface SinkRules {
  createHTML(text: string): string | null;
  createScript(text: string): string | null;
  createScriptURL(url: string): string | null;
}

interface Policy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: SinkRules): Policy;
}

interface GuardOptions {
  /** Whether a provider's script, beyond the bot check, works in the page at this path. It may write markup there. */
  runsProviderScript(path: string): boolean;
  /** Where scripts may come from beside the site: origins, `*.` for any name before the dot, or folders of one. */
  scriptsFrom(): readonly string[];
}

let policy: Policy | undefined;
/** Until `guardSinks` is called, as in a test of one part, only the headers decide. */
let scriptsFrom: GuardOptions["scriptsFrom"] | undefined;

/**
 * Called once, before anything else of the page runs. The headers only report where the document was opened on a page
 * with a provider's script, and the person may go on from there and back: so each page is judged by its own path.
 */
export function guardSinks(options: GuardOptions): void {
  ({ scriptsFrom } = options);
  const isOnlyReported = options.runsProviderScript(window.location.pathname);

  // `null` makes the browser report, and refuse where the headers say so; an exception refuses in any case, in silence.
  function judged(text: string, sink: string): string | null {
    const isProviders = options.runsProviderScript(window.location.pathname);
    if (isProviders === isOnlyReported) return null;
    log.warn(`UNTRUSTED_${sink} at ${window.location.pathname}`);
    if (isProviders) return text;
    throw new TypeError(`UNTRUSTED_${sink}`);
  }

  policy = factory()?.createPolicy("default", {
    createHTML: (text) => judged(text, "HTML"), // our own markup comes as nodes
    createScript: (text) => judged(text, "SCRIPT"),
    createScriptURL: (url) => (mayLoad(url) ? url : judged(url, "SCRIPT_URL")),
  });
}

/** The address of a script of ours or of a configured one, for `script.src`. Throws UNTRUSTED_SCRIPT_URL for any other. */
export function trustedScriptUrl(url: string): string {
  if (!mayLoad(url)) throw new TypeError(`UNTRUSTED_SCRIPT_URL ${url}`);
  return policy?.createScriptURL(url) ?? url;
}

function mayLoad(address: string): boolean {
  const url = URL.parse(address, window.location.href);
  if (!url?.protocol.startsWith("http")) return false; // of a blob: the origin is its maker's
  if (scriptsFrom === undefined || url.origin === window.location.origin) return true;
  return scriptsFrom().some((from) => isOf(url, from));
}

function isOf({ origin, href }: URL, from: string): boolean {
  if (from.endsWith("/")) return href.startsWith(from);
  const [scheme, name] = from.split("*", 2);
  return name === undefined ? origin === from : origin.startsWith(scheme ?? "") && origin.endsWith(name);
}

function factory(): PolicyFactory | undefined {
  return (window as { trustedTypes?: PolicyFactory }).trustedTypes; // not every browser has them
}
