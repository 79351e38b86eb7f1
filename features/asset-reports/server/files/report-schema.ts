import * as z from "zod/mini";
import { StoredEvaluation } from "#features/underwriting/contract.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { Id, Timestamp } from "#platform/contract/fields.ts";

/**
 * Increased when a reader of the current version could fail on the next one. The schemas of older versions stay
 * published.
 */
export const REPORT_JSON_VERSION = 1;

/** On the site's origin. */
export const REPORT_SCHEMA_PATH = `/assets/schemas/asset-report-${REPORT_JSON_VERSION}.json`;

/** A report's JSON file: one report with one evaluation of it. Money is in cents, days are UTC. */
export const ReportJson = z.object({
  /** Where this schema is published. */
  schema: z.url(),
  version: z.literal(REPORT_JSON_VERSION),
  product: z.string(),
  note: z.string(),
  report: z.object({
    id: Id,
    readyAt: Timestamp,
    daysRequested: z.int(),
    providerReportId: z.string(),
    providerJsonSha256: z.nullable(z.string()),
    parentReportId: z.nullable(Id),
  }),
  evaluation: StoredEvaluation,
  parsedReport: ParsedReport,
});

/** As JSON Schema draft-07, which every validator reads. */
export function reportJsonSchema(publicUrl: string): object {
  return {
    $id: publicUrl + REPORT_SCHEMA_PATH,
    title: "Asset report",
    description: "One asset report with one evaluation of it. Amounts are integer cents; days and times are UTC.",
    ...z.toJSONSchema(ReportJson, { target: "draft-7", io: "input", unrepresentable: "any" }),
  };
}
