import { STATEMENT_STATUSES, type Statement, type StatementStatus } from "#features/billing/contract.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { lastDay } from "./billing-labels.ts";

export interface StatementTableRow extends TableRow {
  readonly number: string;
  readonly organization: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly timeZone: string;
  readonly period: string;
  readonly status: StatementStatus;
  /** The status as a place in a statement's life, for sorting. */
  readonly step: number;
  readonly amount: number;
  readonly due: number;
}

export function toRow(statement: Omit<Statement, "lineItems">): StatementTableRow {
  const { id, number, organization, periodStart, periodEnd, timeZone: zone, status, amount, due } = statement;
  return {
    id,
    number,
    organization: organization.name,
    periodStart,
    periodEnd,
    timeZone: zone,
    period: `${formatDate(periodStart, { zone })} to ${formatDate(lastDay(periodEnd), { zone })}`,
    status,
    step: STATEMENT_STATUSES.indexOf(status),
    amount,
    due: status === "paid" || status === "void" ? 0 : due,
  };
}
