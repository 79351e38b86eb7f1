import * as calls from "#features/billing/contract.ts";
import { findReportPrice as reportPriceCall } from "#features/billing/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import type { BillingDeps } from "./deps.ts";
import { findReportPrice } from "./charges/prices.ts";
import * as statements from "./statements/statements.ts";

export function billingRoutes(deps: BillingDeps): Route[] {
  return [
    route(calls.listStatements, (actor, page) => statements.listStatements(deps, actor, page)),
    route(calls.findStatement, (actor, { id }) => statements.findStatement(deps, actor, id)),
    route(calls.downloadStatement, (actor, asked) => statements.downloadStatement(deps, actor, asked)),
    route(calls.listNonBilledLineItems, (actor, page) => statements.listNonBilledLineItems(deps, actor, page)),
    route(calls.findCurrentPeriod, (actor) => statements.findPeriod(deps, actor)),
    route(calls.findOwnBilling, (actor) => statements.findOwnBilling(deps, actor)),
    route(calls.downloadOwnStatement, (actor, asked) => statements.downloadStatement(deps, actor, asked)),
    route(reportPriceCall, (actor, { id }) => findReportPrice(deps, actor, id)),
  ];
}
