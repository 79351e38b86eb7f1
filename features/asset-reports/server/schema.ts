import { boolean, date, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import {
  AUDIT_ACTS,
  CALENDAR_KINDS,
  PLANNED_REFRESH_STATES,
  REPORT_FORMATS,
  type SignedStatement,
  type StatementColumns,
} from "#features/asset-reports/contract.ts";
import { BANK_DATA_PRODUCTS } from "#features/organizations/contract.ts";
import type { ConnectedAccount } from "#features/borrowers/contract.ts";
import { bytes, instant, tenantColumns, timestampColumns } from "#platform/server/database/tables.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";

export const bankItems = pgTable("bank_items", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  providerItemId: text("provider_item_id").notNull(),
  institutionId: text("institution_id"),
  institutionName: text("institution_name").notNull(),
  status: text("status", { enum: ["ok", "login_required", "expiring"] })
    .notNull()
    .default("ok"),
  product: text("product", { enum: BANK_DATA_PRODUCTS }).notNull().default("assets"),
  accounts: jsonb("accounts").$type<ConnectedAccount[]>().notNull(),
  accessToken: bytes("access_token").notNull(),
  /** The email address of the connection's holder, in lower case; `null`: connected before it was stored. */
  holderEmail: text("holder_email"),
  /** When access ends, as the provider announced it. */
  accessEndsAt: instant("access_ends_at"),
  removedAt: instant("removed_at"),
  /** Since when the holder no longer shares it, and the days that its data may be stored from then on. */
  takenBackAt: instant("taken_back_at"),
  keptDays: integer("kept_days"),
  ...timestampColumns,
});

/** People on a loan whom the consumer reporting agency knows. */
export const bankUsers = pgTable("bank_users", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  /** In lower case. */
  holderEmail: text("holder_email").notNull(),
  /** `null`: being created there. */
  providerUserId: text("provider_user_id"),
  ...timestampColumns,
});

/** Bank dialogs that were opened in the hour that started then. */
export const bankDialogs = pgTable("bank_dialogs", {
  organizationId: uuid("organization_id").notNull(),
  borrowerId: uuid("borrower_id").notNull(),
  begun: integer("begun").notNull().default(1),
  beganAt: instant("began_at")
    .notNull()
    .default(sql`now()`),
});

export const reportFiles = pgTable("report_files", {
  ...tenantColumns,
  reportId: uuid("report_id").notNull(),
  evaluationId: uuid("evaluation_id").notNull(),
  format: text("format", { enum: REPORT_FORMATS }).notNull(),
  file: text("file").notNull(),
  fileKey: bytes("file_key").notNull(),
  bytes: integer("bytes").notNull(),
  sha256: text("sha256").notNull(),
  statement: jsonb("statement").$type<SignedStatement>().notNull(),
  signature: text("signature").notNull(),
  publicKey: text("public_key").notNull(),
  madeAt: instant("made_at")
    .notNull()
    .default(sql`now()`),
});

export const auditCopies = pgTable("audit_copies", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  evaluationId: uuid("evaluation_id").notNull(),
  auditorName: text("auditor_name").notNull(),
  auditorEmail: text("auditor_email").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  mailedTokenHash: bytes("mailed_token_hash"),
  passCodeHash: text("pass_code_hash").notNull(),
  wrongCodes: integer("wrong_codes").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
  createdBy: uuid("created_by").notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

export const auditCopyViews = pgTable("audit_copy_views", {
  ...tenantColumns,
  copyId: uuid("copy_id").notNull(),
  at: instant("at")
    .notNull()
    .default(sql`now()`),
  act: text("act", { enum: AUDIT_ACTS }).notNull(),
  format: text("format", { enum: REPORT_FORMATS }),
  address: text("address").notNull(),
});

/** Connections, reports, people and investor copies that still have to be removed at the provider after their rows are gone. */
export const providerRemovals = pgTable("provider_removals", {
  ...tenantColumns,
  kind: text("kind", { enum: ["connection", "report", "user", "investor-copy"] }).notNull(),
  token: bytes("token").notNull(),
  createdAt: instant("created_at")
    .notNull()
    .default(sql`now()`),
});

/** Which column of a bank's CSV files says what, as a member last chose it. */
export const statementColumns = pgTable("statement_columns", {
  organizationId: uuid("organization_id").notNull(),
  /** In lower case. */
  institutionKey: text("institution_key").notNull(),
  institution: text("institution").notNull(),
  columns: jsonb("columns").$type<StatementColumns>().notNull(),
  updatedBy: uuid("updated_by").notNull(),
  updatedAt: instant("updated_at")
    .notNull()
    .default(sql`now()`),
});

export const plannedRefreshes = pgTable("planned_refreshes", {
  ...tenantColumns,
  borrowerId: uuid("borrower_id").notNull(),
  /** In UTC. */
  day: date("day", { mode: "string" }).notNull(),
  /** It moves with the closing day. */
  isSuggested: boolean("is_suggested").notNull(),
  /** Cents that were shown, and the most that is charged. */
  price: integer("price").notNull(),
  state: text("state", { enum: PLANNED_REFRESH_STATES }).notNull().default("planned"),
  /** Why it ended without a report. */
  reason: text("reason"),
  reportId: uuid("report_id"),
  plannedBy: uuid("planned_by").notNull(),
  endedAt: instant("ended_at"),
  ...timestampColumns,
});

export const calendarFeeds = pgTable("calendar_feeds", {
  ...tenantColumns,
  kind: text("kind", { enum: CALENDAR_KINDS }).notNull(),
  /** Whose it is, or the admin who made the organization's. */
  userId: uuid("user_id").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  createdAt: timestampColumns.createdAt,
  lastReadAt: instant("last_read_at"),
});

type Column =
  | "bank_items.access_token"
  | "asset_reports.provider_token"
  | "asset_report_contents.provider_json"
  | "report_files.file_key"
  | "provider_removals.token"
  | "investor_copies.token";

/** Includes the column name, so that one encrypted value of a row cannot be decrypted as another. */
export function aadFor(column: Column, row: string, { organizationId }: Pick<Scope, "organizationId">): SecretLocation {
  return { table: column, row, organizationId };
}

/** Every encrypted column, for the command that rotates keys. */
export const ENCRYPTED_COLUMNS: readonly { table: string; column: string; row: string; retain?: boolean }[] = [
  { table: "bank_items", column: "access_token", row: "id" },
  { table: "asset_reports", column: "provider_token", row: "id" },
  { table: "asset_report_contents", column: "provider_json", row: "report_id" },
  { table: "report_files", column: "file_key", row: "id", retain: true },
  { table: "provider_removals", column: "token", row: "id" },
  { table: "investor_copies", column: "token", row: "id" },
];
