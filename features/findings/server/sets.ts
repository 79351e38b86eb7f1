// Owns how a report is judged and kept: each judgement a set of its own, with the grounds that it hangs on.
import { randomUUID } from "node:crypto";
import { fullName, type Borrower, type ReportSummary } from "#features/borrowers/contract.ts";
import { readSources } from "#features/evidence/server/evidence-store.ts";
import type { FindingsSet, Grounds } from "#features/findings/contract.ts";
import { judge } from "#features/findings/rules/judge.ts";
import { ownProgramOf } from "#features/findings/rules/programs.ts";
import { RULE_SET_VERSION } from "#features/findings/rules/rule-set.ts";
import type { Reading } from "#features/readings/contract.ts";
import { readSettings } from "#features/organizations/server/settings-store.ts";
import { readOrganization } from "#features/organizations/server/store.ts";
import { canonicalJson } from "#kit/contract/canonical-json.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { insertSet, readNewestSet, type SetRow } from "./set-store.ts";

type Judged = Pick<
  Borrower,
  "id" | "firstName" | "middleName" | "lastName" | "suffix" | "coBorrowers" | "loan" | "loanNumber"
>;

interface ToJudge {
  readonly reportId: string;
  readonly reading: Reading;
  readonly borrower: Judged;
  readonly cause: FindingsSet["cause"];
}

/**
 * Judges by what is known now; the newest judgement stands where it hangs on the same. The caller holds the borrower's
 * lock: two judgements come one after the other.
 */
export async function judgeReport(
  tx: Tx,
  scope: Scope,
  { reportId, reading, borrower, cause }: ToJudge,
): Promise<SetRow> {
  const grounds = await readGrounds(tx, scope, borrower);
  const newest = await readNewestSet(tx, scope, reportId);
  if (newest?.ruleSetVersion === RULE_SET_VERSION && canonicalJson(newest.grounds) === canonicalJson(grounds))
    return newest;
  const { ruleSetVersion, findings, notEvaluated, verdicts, figures } = judge({ reading, ...grounds });
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

async function readGrounds(tx: Tx, scope: Scope, { id, loan, loanNumber, ...people }: Judged): Promise<Grounds> {
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
