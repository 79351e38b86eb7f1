import { bigint, date, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import { BORROWER_STATUSES, type CoBorrower, type Loan, type ReportSummary } from "#features/borrowers/contract.ts";
import { instant, timestampColumns, tenantColumns } from "#platform/server/database/tables.ts";

export const borrowers = pgTable("borrowers", {
  ...tenantColumns,
  firstName: text("first_name").notNull(),
  middleName: text("middle_name"),
  lastName: text("last_name").notNull(),
  suffix: text("suffix"),
  email: text("email").notNull(),
  phone: text("phone"),
  loanNumber: text("loan_number"),
  coBorrowers: jsonb("co_borrowers").$type<z.infer<typeof CoBorrower>[]>().notNull(),
  loan: jsonb("loan").$type<Loan>().notNull(),
  notes: text("notes").notNull(),
  createdBy: uuid("created_by").notNull(),
  assignedUserId: uuid("assigned_user_id"),
  groupIds: uuid("group_ids").array().notNull(),
  status: text("status", { enum: BORROWER_STATUSES }).notNull().default("new"),
  reportState: text("report_state", { enum: ["none", "generating", "ready", "failed"] })
    .notNull()
    .default("none"),
  latestReportId: uuid("latest_report_id"),
  summary: jsonb("summary").$type<ReportSummary>(),
  // The fields of the summary by which lists are sorted.
  usableCents: bigint("usable_cents", { mode: "number" }),
  openFindings: integer("open_findings"),
  freshUntil: date("fresh_until", { mode: "string" }),
  /** The freshness date of the owner's last reminder, and how many days before that date it was sent. */
  remindedUntil: date("reminded_until", { mode: "string" }),
  remindedDays: integer("reminded_days"),
  invitedAt: instant("invited_at"),
  connectedAt: instant("connected_at"),
  reportReadyAt: instant("report_ready_at"),
  lenderNotifiedAt: instant("lender_notified_at"),
  closedAt: instant("closed_at"),
  idempotencyKey: text("idempotency_key"),
  ...timestampColumns,
});
