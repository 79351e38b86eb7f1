// Owns the report as JSON: reading, judgement, grounds and accepted evidence, in the one canonical form.
import { freshUntilOf } from "#features/underwriting/rules-edition-1/statements/freshness.ts";
import { DISCLAIMER } from "#features/asset-reports/words.ts";
import { canonicalParts } from "#kit/contract/canonical-json.ts";
import type { FileSource } from "./file-source.ts";

export function reportJson({ report, set, parsedReport, productName }: FileSource): Generator<string> {
  const { organizationId: _whose, sequence, grounds, ...evaluation } = set;
  const { lender, fullNames, loanNumber } = grounds.printed;
  const [name, ...coBorrowers] = fullNames;
  return canonicalParts({
    product: productName,
    note: DISCLAIMER,
    lender,
    borrower: { name, coBorrowers, loanNumber },
    report: {
      id: report.id,
      readyAt: report.readyAt,
      daysRequested: report.daysRequested,
      providerJsonSha256: report.jsonSha256,
      asOf: parsedReport.asOf,
      expiresOn: freshUntilOf(parsedReport.asOf),
    },
    set: { ...evaluation, number: sequence },
    grounds,
    reading: parsedReport,
  });
}
