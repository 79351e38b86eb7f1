import { DISCLAIMER } from "#features/asset-reports/labels.ts";
import { canonicalParts } from "#platform/contract/canonical-json.ts";
import type { DocumentInput } from "../document/schema.ts";
import { inStableOrder } from "../document/document-index.ts";
import * as z from "zod/mini";
import { StoredEvaluation } from "#features/underwriting/contract.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { Id, Timestamp } from "#platform/contract/fields.ts";

/**
 * Increased when a reader of the current version could fail on the next one. The schemas of older versions stay
 * published.
 */
const REPORT_JSON_VERSION = 1;

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

/**
 * The report as canonical JSON by its published schema: what identifies it, the whole evaluation with its inputs and conditions, and the parsed
 * report. Keys are sorted, and lists do not depend on the provider's order.
 */
export function reportJson({ product, report, parsedReport, evaluation }: DocumentInput): Generator<string> {
  const ordered = inStableOrder(parsedReport);
  const { lines } = evaluation.figures;
  const byId = new Map(lines.map((line) => [line.id, line]));
  const sorted = new Set(
    ordered.items.flatMap(({ accounts }) =>
      accounts.flatMap(({ transactions }) => transactions.flatMap(({ id }) => byId.get(id) ?? [])),
    ),
  );
  return canonicalParts({
    schema: product.schemaUrl,
    version: REPORT_JSON_VERSION,
    product: product.name,
    note: DISCLAIMER,
    report,
    evaluation: { ...evaluation, figures: { ...evaluation.figures, lines: [...sorted] } },
    parsedReport: ordered,
  });
}
