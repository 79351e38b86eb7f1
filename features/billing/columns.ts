import {
  STATUS_LABELS,
  TYPE_LABELS,
  type LineItem,
  type LineItemColumn,
  type Statement,
  type StatementColumn,
} from "./contract.ts";
import { addDays, longDay } from "#platform/dates/days.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { ListColumns } from "#platform/text/list-columns.ts";

type ListedStatement = Omit<Statement, "lineItems">;

/** The first and the last day of a half-open period, in its own zone. */
export function periodWords({
  periodStart,
  periodEnd,
  timeZone,
}: Pick<Statement, "periodStart" | "periodEnd" | "timeZone">): string {
  return `${longDay(dayIn(periodStart, timeZone))} to ${longDay(addDays(dayIn(periodEnd, timeZone), -1))}`;
}

/** What is left to pay, in cents. */
export function leftToPay({ status, due }: Pick<Statement, "status" | "due">): number {
  return status === "paid" || status === "void" ? 0 : due;
}

export const STATEMENT_COLUMN_TEXTS: ListColumns<StatementColumn, ListedStatement, unknown> = {
  number: { header: "Number", text: ({ number }) => number },
  organization: { header: "Organization", text: ({ organization }) => organization.name },
  period: { header: "Period", text: periodWords },
  status: { header: "Status", text: ({ status }) => STATUS_LABELS[status] },
  amount: { header: "Amount", text: ({ amount }) => formatMoney(amount) },
  due: { header: "Due", text: (statement) => formatMoney(leftToPay(statement)) },
};

interface Known {
  /** IANA name. */
  readonly zone: string;
}

export const LINE_ITEM_COLUMN_TEXTS: ListColumns<LineItemColumn, LineItem, Known> = {
  description: { header: "Description", text: ({ description }) => description },
  organization: { header: "Organization", text: ({ organization }) => organization.name },
  type: { header: "Type", text: ({ type }) => TYPE_LABELS[type] },
  occurredAt: { header: "Date", text: ({ occurredAt }, { zone }) => longDay(dayIn(occurredAt, zone)) },
  amount: { header: "Amount", text: ({ amount }) => formatMoney(amount) },
};
