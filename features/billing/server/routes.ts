import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/billing/contract.ts";
import { findReportPrice as reportPriceCall } from "#features/billing/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { findReportPrice } from "./charges/prices.ts";
import * as statements from "./statements/statements.ts";

export function billingRoutes(ctx: Context): Route[] {
  return [
    route(calls.listStatements, (actor, page) => statements.listStatements(ctx, actor, page)),
    route(calls.findStatement, (actor, { id }) => statements.findStatement(ctx, actor, id)),
    route(calls.downloadStatement, (actor, asked) => statements.downloadStatement(ctx, actor, asked)),
    route(calls.listNonBilledLineItems, (actor, page) => statements.listNonBilledLineItems(ctx, actor, page)),
    route(calls.findCurrentPeriod, (actor) => statements.findPeriod(ctx, actor)),
    route(calls.findOwnBilling, (actor) => statements.findOwnBilling(ctx, actor)),
    route(calls.downloadOwnStatement, (actor, asked) => statements.downloadStatement(ctx, actor, asked)),
    route(reportPriceCall, (actor, { id }) => findReportPrice(ctx, actor, id)),
  ];
}
