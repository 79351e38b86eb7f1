import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { TestProduct } from "./product.ts";
import { EDITIONS, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { evaluateUnder } from "#features/underwriting/server/run-edition.ts";
import { someQuestion } from "#features/underwriting/rules/test-generators.ts";

export const OLDEST = EDITIONS[0]!; // the list is never empty
export const NEWEST = NEWEST_EDITION;

/**
 * Random files with every term that an answer needs, the same each time. Every second is from statement files, which the
 * oldest edition does not block.
 */
export function someFiles(count: number): Question[] {
  return fc
    .sample(someQuestion({ isComplete: true, hasNoPrevious: true }), { seed: 1, numRuns: count })
    .map((one, at): Question => (at % 2 === 0 ? { ...one, report: { ...one.report, source: "files" } } : one));
}

/** Inserts a borrower with a ready report and its evaluation, past the rules. Returns the ids. */
export async function insertReport(
  test: Pick<TestProduct, "asOwner">,
  { organizationId, userId }: { organizationId: string; userId: string },
  { report, previous = null, ...inputs }: Question,
  { edition = NEWEST_EDITION.hash, isClosed = false }: { edition?: string; isClosed?: boolean } = {},
): Promise<{ borrowerId: string; reportId: string }> {
  const borrowerId = randomUUID();
  const reports = [
    ...(previous ? [{ id: randomUUID(), content: previous }] : []),
    { id: randomUUID(), content: report },
  ];
  const { id: reportId } = reports.at(-1)!; // it was just added
  await test.asOwner(
    `insert into borrowers (organization_id, id, first_name, last_name, email, loan, created_by, status, report_state,
       latest_report_id, connected_at, report_ready_at)
     values ($1, $2, 'Nora', 'Quist', 'nora@example.net', $3, $5, $4, 'ready', null, now(), now())`,
    [organizationId, borrowerId, JSON.stringify(inputs.loan), isClosed ? "closed" : "report-ready", userId],
  );
  for (const [at, { id, content }] of reports.entries()) {
    await test.asOwner(
      `insert into asset_reports (organization_id, id, borrower_id, state, step, days_requested, item_ids, requested_by, ready_at)
       values ($1, $2, $3, 'ready', 'ready', 60, array[gen_random_uuid()], $5,
         now() - interval '2 days' + $4 * interval '1 day')`,
      [organizationId, id, borrowerId, at, userId],
    );
    await test.asOwner(
      "insert into asset_report_contents (organization_id, report_id, parsed_report) values ($1, $2, $3)",
      [organizationId, id, JSON.stringify(content)],
    );
  }
  await test.asOwner("update borrowers set latest_report_id = $3 where organization_id = $1 and id = $2", [
    organizationId,
    borrowerId,
    reportId,
  ]);
  const shown = {
    report: withholdTransactions(report, inputs),
    previous: previous && withholdTransactions(previous, inputs),
  };
  const { ruleSetVersion, programs, ...answer } = await evaluateUnder(edition, { ...shown, ...inputs });
  const columns = [
    ...[organizationId, randomUUID(), reportId, ruleSetVersion, edition, programs],
    ...[inputs, answer.findings, answer.notEvaluated, answer.verdicts, answer.funds].map((one) => JSON.stringify(one)),
    ...[answer.leastDocumentation, answer.figures].map((one) => JSON.stringify(one)),
    reports.length > 1 ? reports[0]!.id : null,
  ];
  await test.asOwner(
    `insert into evaluations (organization_id, id, report_id, rule_set_version, edition_hash, programs, inputs, findings,
       not_evaluated, verdicts, funds, least_documentation, figures, previous_report_id, number, cause, printed, conditions)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, 'report', '{}', '[]')`,
    columns,
  );
  return { borrowerId, reportId };
}
