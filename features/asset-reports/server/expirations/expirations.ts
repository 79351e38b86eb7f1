import {
  type Expirations,
  type PlannedRefresh,
  PlannedRefresh as PlannedRefreshSchema,
} from "#features/asset-reports/contract.ts";
import { REPORT_PRICES } from "#features/billing/contract.ts";
import { quoteReportOn } from "#features/billing/server/charges/spend-cap.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { closingDay } from "#features/borrowers/rules/work.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import { readAuthorizations } from "#features/borrowers/server/consent.ts";
import { readLinks } from "#features/borrowers/server/link-queries.ts";
import { personWith } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { readNames } from "#features/directory/server/queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import type { Clock } from "#features/underwriting/rules/clock.ts";
import { clocksOf, planRefresh, type RefreshFacts } from "#features/underwriting/rules/expirations.ts";
import { GUIDE_PARAMETERS, type Parameters, parametersOf } from "#features/underwriting/rules/overlay.ts";
import { ownPrograms } from "#features/underwriting/rules/summary.ts";
import {
  type EvaluationRow,
  readNewestEvaluation,
  readParsedReport,
} from "#features/underwriting/server/report-queries.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { utcToday } from "#platform/dates/days.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readItems } from "../connections/item-queries.ts";
import { readNewestPlan, type PlannedRefreshRow } from "./planned-refresh-queries.ts";

/** What runs out in a borrower's file, and the best day for one refresh. Throws NOT_FOUND. */
export async function readExpirations({ db }: Context, actor: Actor, borrowerId: string): Promise<Expirations> {
  return describeExpirations(db, actor.scope, await findBorrower(db, actor, borrowerId));
}

export async function describeExpirations(db: ReadDb, scope: Scope, borrower: BorrowerRow): Promise<Expirations> {
  const { id, latestReportId } = borrower;
  const { timeZone } = await readSettings(db, scope);
  const today = utcToday();
  const facts = await readRefreshFacts(db, scope, borrower, today);
  const evaluation = latestReportId ? await readNewestEvaluation(db, scope, latestReportId) : undefined;
  const authorizations = await readAuthorizations(db, scope, borrower);
  const suggestion = planRefresh(facts);
  const plan = await readNewestPlan(db, scope, id);
  const quotedOn = suggestion.outcome === "refresh" ? suggestion.day : dayIn(new Date().toISOString(), timeZone);
  const { freeUntil, leftOfCap } = await quoteReportOn(db, scope, id, quotedOn);
  return {
    today,
    timeZone,
    closingOn: closingDay(borrower.loan),
    clocks: await readClocks(db, scope, borrower, {
      evaluation,
      freeUntil,
      consents: authorizations
        .filter(({ consent }) => consent !== null && consent.withdrawnAt === null)
        .map(({ person }) => person),
    }),
    programName: facts.parameters.overlay?.programName ?? null,
    suggestion,
    price: REPORT_PRICES.report_refresh,
    freeUntil,
    leftOfCap,
    plan: plan ? await toPlannedRefresh(db, scope, plan) : null,
  };
}

interface KnownOfFile {
  /** Of the newest report. */
  readonly evaluation: EvaluationRow | undefined;
  readonly freeUntil: string | null;
  readonly consents: readonly string[];
}

/** All that runs out in a borrower's file. */
export async function readClocks(
  db: ReadDb,
  scope: Scope,
  borrower: BorrowerRow,
  { evaluation, freeUntil, consents }: KnownOfFile,
): Promise<Clock[]> {
  const items = await readItems(db, scope, borrower.id);
  return clocksOf({
    programs: ownPrograms(borrower.loan),
    parameters: parametersUsed(evaluation),
    accounts: evaluation?.figures.accounts ?? [],
    evidence: evaluation?.inputs.evidence ?? [],
    connections: items.map(({ institutionName, accessEndsAt }) => ({
      bank: institutionName,
      accessEndsOn: accessEndsAt && accessEndsAt.slice(0, 10),
    })),
    links: await readOpenLinks(db, scope, borrower),
    consents,
    freeUntil,
  });
}

function parametersUsed(evaluation: EvaluationRow | undefined): Parameters {
  return evaluation ? parametersOf(evaluation.inputs.policy) : GUIDE_PARAMETERS;
}

/** The newest link of each person that still works. */
async function readOpenLinks(db: ReadDb, scope: Scope, borrower: BorrowerRow) {
  const now = new Date().toISOString();
  const newest = new Map((await readLinks(db, scope, borrower.id)).map((link) => [link.emailKey, link]));
  return [...newest.values()].flatMap(({ email, endedAt, expiresAt }) => {
    const person = personWith(borrower, email);
    if (!person || endedAt !== null || new Date(expiresAt).toISOString() <= now) return [];
    return [{ person: fullName(person), endsOn: new Date(expiresAt).toISOString().slice(0, 10) }];
  });
}

/** @param today `YYYY-MM-DD` in UTC */
export async function readRefreshFacts(
  db: ReadDb,
  scope: Scope,
  { id, loan, latestReportId }: BorrowerRow,
  today: string,
): Promise<RefreshFacts> {
  const report = latestReportId ? await readParsedReport(db, scope, latestReportId) : undefined;
  const evaluation = latestReportId ? await readNewestEvaluation(db, scope, latestReportId) : undefined;
  const items = await readItems(db, scope, id);
  const ends = items.flatMap(({ accessEndsAt }) => (accessEndsAt === null ? [] : [accessEndsAt.slice(0, 10)]));
  const counted = evaluation?.figures.accounts.filter(({ isCounted }) => isCounted) ?? [];
  return {
    today,
    loan,
    programs: ownPrograms(loan),
    parameters: parametersUsed(evaluation),
    current: report
      ? { generatedOn: report.generatedAt.slice(0, 10), readOn: [...new Set(counted.map(({ asOf }) => asOf))] }
      : null,
    isConnected: items.length > 0,
    accessEndsOn: ends.sort()[0] ?? null,
  };
}

async function toPlannedRefresh(db: ReadDb, scope: Scope, row: PlannedRefreshRow): Promise<PlannedRefresh> {
  const names = await readNames(db, scope, [row.plannedBy]);
  return PlannedRefreshSchema.parse({ ...row, plannedBy: names.get(row.plannedBy) ?? null });
}
