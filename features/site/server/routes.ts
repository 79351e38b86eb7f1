import * as calls from "#features/site/contract.ts";
import type { Context } from "#platform/server/context.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import type { PolicyReport } from "#features/site/contract.ts";
import { networkOf } from "#platform/server/http/network.ts";

export function siteRoutes({ log }: Context): Route[] {
  const takeReports = openPolicyReports((violation) => log.warn(violation, "POLICY_VIOLATION"));
  return [route(calls.reportPolicy, async ({ address }, { reports }) => takeReports(address, reports))];
}

const WINDOW_MS = 60_000;
/** The most kinds logged in one minute. */
const KINDS_MAX = 200;
/** The most of them from one network. Further ones are ignored, to leave room for others. */
const KINDS_OF_ONE_MAX = 20;

interface Violation {
  readonly directive: string;
  /** An origin, or a word such as `inline`. */
  readonly blocked: string;
  /** Without its query and without anything that looks like an id or a token. */
  readonly path: string;
}

/** @param address the sender's IP address */
type TakeReports = (address: string, reports: readonly PolicyReport[]) => void;

export function openPolicyReports(log: (violation: Violation) => void, now: () => number = Date.now): TakeReports {
  let seen = new Set<string>();
  let kindsOf = new Map<string, number>();
  let since = now();
  return (address, reports) => {
    if (now() - since >= WINDOW_MS) [seen, kindsOf, since] = [new Set(), new Map<string, number>(), now()];
    const network = networkOf(address);
    for (const report of reports) {
      const violation = withoutSecrets(report);
      const kind = Object.values(violation).join(" ");
      const before = kindsOf.get(network) ?? 0;
      if (seen.has(kind) || seen.size >= KINDS_MAX || before >= KINDS_OF_ONE_MAX) continue;
      seen.add(kind);
      kindsOf.set(network, before + 1);
      log(violation);
    }
  };
}

function withoutSecrets({ directive, blocked, page }: PolicyReport): Violation {
  return { directive: wordOf(directive), blocked: originOf(blocked), path: pathOf(page) };
}

/** Older browsers send the whole directive. */
function wordOf(text: string): string {
  return /^[a-z-]{1,40}/.exec(text)?.[0] ?? "unknown";
}

function originOf(blocked: string): string {
  const url = URL.parse(blocked);
  if (url === null) return wordOf(blocked);
  return (url.origin === "null" ? url.protocol : url.origin).slice(0, 200);
}

function pathOf(page: string): string {
  const url = URL.parse(page);
  if (!url?.protocol.startsWith("http")) return "unknown";
  return url.pathname.replaceAll(/[^/]{24,}/g, "…").slice(0, 200);
}
