import { DISCLAIMER } from "#features/asset-reports/labels.ts";
import { canonicalParts } from "#platform/contract/canonical-json.ts";
import type { DocumentInput } from "../document/document-input.ts";
import { inStableOrder } from "../document/stable-order.ts";
import { REPORT_JSON_VERSION } from "./report-schema.ts";

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
