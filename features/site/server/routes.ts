import * as calls from "#features/site/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import type { TakeReports } from "./policy-reports.ts";

export interface SiteDeps {
  readonly takeReports: TakeReports;
}

export function siteRoutes({ takeReports }: SiteDeps): Route[] {
  return [route(calls.reportPolicy, async ({ address }, { reports }) => takeReports(address, reports))];
}
