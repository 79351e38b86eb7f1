import { reportPolicy } from "#features/site/contract.ts";
import { API_BASE } from "#platform/contract/call.ts";
import type { PagePolicy } from "#platform/server/http/security-headers.ts";
import type { Config } from "./config.ts";
import { originsOf, runsProviderScript } from "../page-scripts.ts";

/** Where mailed links lead with a token in the query. */
const MAILED = /^\/(?:borrower\/[^/]+|auth\/(?:invitation|password-reset|confirm-email))\/?$/;
const hidesAddress = (path: string) => MAILED.test(path);

/** On a local installation any page may talk to any server on any port, so that sandbox providers can be moved. */
const ANYBODY = ["http:", "https:", "ws:", "wss:"];

export function pagePolicy({ environment, backendUrl, web }: Config): PagePolicy {
  const { scripts, frames, connects } = originsOf(web.scripts);
  const backend = [backendUrl, web.websocketURL].map((url) => new URL(url).origin);
  return {
    scriptsFrom: scripts,
    framesFrom: frames,
    connectTo: environment === "local" ? ANYBODY : [...new Set([...backend, ...connects])],
    paymentsBy: [new URL(web.scripts.stripe).origin],
    reportTo: API_BASE + reportPolicy.path,
    runsProviderScript,
    hidesAddress,
  };
}
