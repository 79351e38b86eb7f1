// Owns how findings sets are kept.
import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { SET_CAUSES, type FindingsSet, type Grounds } from "#features/findings/contract.ts";
import { instant, tenantColumns } from "#kit/server/database/tables.ts";

export const findingsSets = pgTable("findings_sets", {
  ...tenantColumns,
  reportId: uuid("report_id").notNull(),
  /** Counts the judgements of one report, from 1. */
  sequence: integer("sequence").notNull(),
  ruleSetVersion: text("rule_set_version").notNull(),
  cause: text("cause", { enum: SET_CAUSES }).notNull(),
  judgedAt: instant("judged_at")
    .notNull()
    .default(sql`now()`),
  grounds: jsonb("grounds").$type<Grounds>().notNull(),
  findings: jsonb("findings").$type<FindingsSet["findings"]>().notNull(),
  notEvaluated: jsonb("not_evaluated").$type<FindingsSet["notEvaluated"]>().notNull(),
  verdicts: jsonb("verdicts").$type<FindingsSet["verdicts"]>().notNull(),
  funds: jsonb("funds").$type<FindingsSet["funds"]>().notNull(),
});
