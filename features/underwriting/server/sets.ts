import { randomUUID } from "node:crypto";
import { fullName, type Borrower, type ReportSummary } from "#features/borrowers/contract.ts";
import { readSources } from "#features/underwriting/server/evidence-store.ts";
import type { FindingsSet, EvaluationInputs } from "#features/underwriting/contract.ts";
import { evaluate } from "#features/underwriting/rules-edition-1/evaluate.ts";
import { ownProgramOf } from "#features/underwriting/rules-edition-1/programs.ts";
import { RULE_SET_VERSION } from "#features/underwriting/rules-edition-1/rule-set.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { readSettings } from "#features/organizations/server/settings-store.ts";
import { readOrganization } from "#features/organizations/server/store.ts";
import { canonicalJson } from "#kit/contract/canonical-json.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { insertSet, readNewestSet, type SetRow } from "./set-store.ts";

type EvaluatedBorrower = Pick<
  Borrower,
  "id" | "firstName" | "middleName" | "lastName" | "suffix" | "coBorrowers" | "loan" | "loanNumber"
>;

interface EvaluationRequest {
  readonly reportId: string;
  readonly report: ParsedReport;
  readonly borrower: EvaluatedBorrower;
  readonly cause: FindingsSet["cause"];
}

/**
 * Judges by what is known now; the newest judgement stands where it hangs on the same. The caller holds the borrower's
 * lock: two judgements come one after the other.
 */
export async function evaluateReport(
  tx: Tx,
  scope: Scope,
  { reportId, report, borrower, cause }: EvaluationRequest,
): Promise<SetRow> {
  const grounds = await readEvaluationInputs(tx, scope, borrower);
  const newest = await readNewestSet(tx, scope, reportId);
  if (newest?.ruleSetVersion === RULE_SET_VERSION && canonicalJson(newest.grounds) === canonicalJson(grounds))
    return newest;
  const { ruleSetVersion, findings, notEvaluated, verdicts, figures } = evaluate({ reading: report, ...grounds });
  return insertSet(tx, scope, {
    id: randomUUID(),
    reportId,
    cause,
    ruleSetVersion,
    grounds,
    findings,
    notEvaluated,
    verdicts,
    funds: figures.funds,
  });
}

async function readEvaluationInputs(
  tx: Tx,
  scope: Scope,
  { id, loan, loanNumber, ...people }: EvaluatedBorrower,
): Promise<EvaluationInputs> {
  const { nsfReview, nsfBlocker } = await readSettings(tx, scope);
  const { name: lender, timeZone } = await readOrganization(tx, scope);
  return {
    loan,
    borrowers: [people, ...people.coBorrowers].map(({ firstName, lastName }) => ({ firstName, lastName })),
    evidence: await readSources(tx, scope, id),
    feePolicy: { reviewFrom: nsfReview, blockFrom: nsfBlocker },
    printed: { fullNames: [people, ...people.coBorrowers].map(fullName), loanNumber, lender, timeZone },
  };
}

/** In short, under the loan's own program; Fannie Mae's where it names none that is read here. */
export function summarize(
  { verdicts, funds, grounds }: Pick<SetRow, "verdicts" | "funds" | "grounds">,
  freshUntil: string,
): ReportSummary {
  const program = ownProgramOf(grounds.loan);
  const { outcome, counts } = verdicts[program];
  return {
    usableCents: funds[program].usableClosingCents,
    outcome,
    blockers: counts.blocker,
    reviews: counts.review,
    infos: counts.info,
    freshUntil,
  };
}
