import * as calls from "#features/site/contract.ts";
import type { Context } from "#platform/server/context.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { openPolicyReports } from "./policy-reports.ts";

export function siteRoutes({ log }: Context): Route[] {
  const takeReports = openPolicyReports((violation) => log.warn(violation, "POLICY_VIOLATION"));
  return [route(calls.reportPolicy, async ({ address }, { reports }) => takeReports(address, reports))];
}
