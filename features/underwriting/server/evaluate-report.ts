import { randomUUID } from "node:crypto";
import { fullName } from "#features/borrowers/contract.ts";
import { personWith, readMember, readOfficer } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import type {
  Condition,
  ConditionStep,
  EvaluationSources,
  PrintedFacts,
  StoredEvaluation,
} from "#features/underwriting/contract.ts";
import type {
  Evaluation,
  EvaluationInputs,
  LoanParty,
  Outcome,
  Program,
} from "#features/underwriting/rules/evaluation.ts";
import { type ConditionEvent, nextConditions } from "#features/underwriting/rules/conditions.ts";
import { questionOf } from "#features/underwriting/rules/as-evaluated.ts";
import { editionFor } from "#features/underwriting/rules/editions.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import { appliedOverlay } from "#features/underwriting/rules/overlay-names.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { isAccepted } from "#features/underwriting/rules/prepare.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { utcToday } from "#platform/dates/days.ts";
import type { Actor, BorrowerSession } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { type DecisionRow, isWaiting, readDecisionsOf } from "./decision-queries.ts";
import { type DocumentRow, readDocumentsOf } from "./document-queries.ts";
import { type EvaluationRow, insertEvaluation, readNewestEvaluation, readSharedCopies } from "./report-queries.ts";
import { readEvidenceOf, toSource } from "./evidence-queries.ts";
import { publishEvaluation } from "./publish-evaluation.ts";
import { canonicalHash, evaluateUnder, sourcesOf } from "./run-edition.ts";
import { readOverlayInForce } from "./overlays/overlay-queries.ts";
import { readExhibits, type SentEvidence } from "./exhibits.ts";

type Member = Pick<Actor, "userId" | "email" | "role">;
type EvaluationWithSources = Evaluation & EvaluationSources;

/** The event that led to an evaluation. The history of its conditions names it. */
export interface EvaluationEvent {
  readonly cause: StoredEvaluation["cause"];
  /** `null`: the system. */
  readonly by: Member | BorrowerSession | null;
  readonly reason?: string | null;
  readonly evidenceId?: string | null;
  readonly decisionId?: string | null;
  readonly documents?: ConditionStep["documents"];
  /** Name of who added what was then accepted. */
  readonly proposedBy?: string | undefined;
  /** What a condition becomes if the rules no longer give it; default `gone`. */
  readonly closesAs?: "cleared" | "confirmed" | "gone";
}

export interface EvaluationRequest {
  readonly reportId: string;
  readonly report: ParsedReport;
  /** The borrower's ready report before this one. */
  readonly previous: { readonly reportId: string; readonly report: ParsedReport } | null;
  readonly borrower: BorrowerRow;
  readonly authorizations: PrintedFacts["authorizations"];
  readonly event: EvaluationEvent;
}

/**
 * Returns the newest evaluation if neither the inputs nor the rules nor any condition changed. The caller holds the
 * borrower's lock.
 */
export async function evaluateReport(
  ctx: Pick<Context, "jobs">,
  tx: Tx,
  scope: Scope,
  { reportId, report, previous, borrower, authorizations, event }: EvaluationRequest,
): Promise<EvaluationRow> {
  const evidence = await readEvidenceOf(tx, scope, borrower.id);
  const documents = await readDocumentsOf(tx, scope, borrower.id);
  const { inputs, proposed } = await readInputs(tx, scope, borrower, { evidence, documents });
  const investorCopies = await readSharedCopies(tx, scope, reportId);
  const printed = {
    ...(await readPrintedFacts(tx, scope, borrower, authorizations)),
    exhibits: await readExhibits(tx, scope, borrower, { evidence, documents }),
    ...(investorCopies.length > 0 && { investorCopies }),
  };
  const newest = await readNewestEvaluation(tx, scope, reportId);
  const editionHash = editionFor(inputs.loan.applicationDate ?? null, utcToday()).hash;
  const isSame = newest?.editionHash === editionHash && newest.inputsHash === canonicalHash(inputs);
  const evaluation = isSame
    ? evaluationOf(newest)
    : await evaluateAsStored(editionHash, questionOf(report, previous?.report ?? null, inputs), previous?.reportId);
  const before = newest ?? (previous ? await readNewestEvaluation(tx, scope, previous.reportId) : undefined);
  const known = newest ? newest.conditions : carriedOver(before, evaluation);
  const conditionEvent = await toConditionEvent(tx, scope, borrower, event);
  const conditions = nextConditions(known, evaluation, {
    ...conditionEvent,
    proposed,
    outcomesBefore: outcomesOf(before),
  });
  if (isSame && canonicalJson([newest.printed, newest.conditions]) === canonicalJson([printed, conditions]))
    return newest;
  const { cause } = event;
  const after = await insertEvaluation(tx, scope, {
    ...evaluation,
    ...{ id: randomUUID(), reportId, cause, inputs, printed, conditions, programs: [...evaluation.programs] },
  });
  if (borrower.latestReportId === reportId)
    await publishEvaluation(ctx, tx, scope, { borrower, before, after, at: conditionEvent.at });
  return after;
}

async function readInputs(
  tx: Tx,
  scope: Scope,
  borrower: BorrowerRow,
  { evidence: rows, documents }: SentEvidence,
): Promise<{ inputs: EvaluationInputs; proposed: ConditionEvent["proposed"] }> {
  const { nsfReview, nsfBlocker, timeZone } = await readSettings(tx, scope);
  const overlay = await readOverlayInForce(tx, scope, dayIn(new Date().toISOString(), timeZone));
  const decisions = await readDecisionsOf(tx, scope, borrower.id);
  const sources = rows.map((row) => ({ state: row.state, source: toSource(row, documents) }));
  const accepted = sources.filter(({ state }) => state === "accepted").map(({ source }) => source);
  return {
    inputs: {
      loan: borrower.loan,
      borrowers: partiesOf(borrower),
      evidence: accepted,
      confirmations: confirmationsOf(decisions, documents),
      waivers: waiversOf(decisions),
      policy: { nsfReview, nsfBlocker, ...(overlay && { overlay }) },
    },
    proposed: [
      ...sources.filter(({ state }) => state === "proposed").map(({ source }) => source),
      ...accepted.filter((source) => !isAccepted(source)),
    ],
  };
}

export function partiesOf({
  firstName,
  middleName,
  lastName,
  suffix,
  email,
  phone,
  coBorrowers,
}: BorrowerRow): LoanParty[] {
  return [
    { firstName, middleName, lastName, suffix, email, phone },
    ...coBorrowers.map((person) => ({ ...UNKNOWN_PARTS, ...person })),
  ];
}

const UNKNOWN_PARTS = { middleName: null, suffix: null, phone: null };

/** A confirmation that needs a document counts while one is left that is not rejected. */
function confirmationsOf(
  decisions: readonly DecisionRow[],
  documents: readonly DocumentRow[],
): EvaluationInputs["confirmations"] {
  const isThere = new Set(documents.filter(({ state }) => state !== "rejected").map(({ id }) => id));
  return decisions.flatMap(({ id, confirmation, subject, reason, documents: named, ...row }) => {
    if (confirmation === null || row.undoneAt !== null || isWaiting(row)) return [];
    const hasDocument = named.some((one) => isThere.has(one.id));
    if (row.needsDocument && !hasDocument) return [];
    const { loanBalanceCents } = row;
    return [
      { id, kind: confirmation, subject, reason, hasDocument, ...(loanBalanceCents !== null && { loanBalanceCents }) },
    ];
  });
}

/** One waiver per set of facts, because a finding may have other facts under another program. */
function waiversOf(decisions: readonly DecisionRow[]): EvaluationInputs["waivers"] {
  return decisions.flatMap(({ id, findingKey, programs, facts, reason, ...row }) => {
    if (findingKey === null || row.undoneAt !== null || isWaiting(row)) return [];
    const byFacts = Map.groupBy(programs, (program) => facts[program] ?? "");
    return [...byFacts].map(([factsHash, those]) => ({ id, findingKey, programs: those, factsHash, reason }));
  });
}

async function readPrintedFacts(
  tx: Tx,
  scope: Scope,
  borrower: BorrowerRow,
  authorizations: PrintedFacts["authorizations"],
): Promise<Omit<PrintedFacts, "exhibits" | "investorCopies">> {
  const { name: lender, timeZone, nmlsId, phone, address, logoId } = await readSettings(tx, scope);
  const officer = await readOfficer(tx, scope, borrower);
  return {
    fullNames: [borrower, ...borrower.coBorrowers].map(fullName),
    loanNumber: borrower.loanNumber,
    lender,
    letterhead: {
      ...{ nmlsId, phone, address, logoId },
      officer: officer && {
        name: fullName(officer),
        nmlsId: officer.nmlsId,
        phone: officer.phone,
        email: officer.email,
      },
    },
    timeZone,
    authorizations,
  };
}

async function toConditionEvent(
  tx: Tx,
  scope: Scope,
  borrower: BorrowerRow,
  { by, reason = null, evidenceId = null, decisionId = null, documents = [], ...event }: EvaluationEvent,
): Promise<Omit<ConditionEvent, "proposed" | "outcomesBefore">> {
  const { closesAs = "gone", proposedBy } = event;
  const at = new Date().toISOString();
  const who = await actorOf(tx, scope, borrower, by);
  return { at, by: who, reason, evidenceId, decisionId, documents, closesAs, proposedBy };
}

async function actorOf(
  db: ReadDb,
  scope: Scope,
  borrower: BorrowerRow,
  by: EvaluationEvent["by"],
): Promise<ConditionStep["by"]> {
  if (by === null) return null;
  if (!("visitId" in by)) return memberOf(db, scope, by);
  const person = personWith(borrower, by.email);
  return { id: by.visitId, name: person ? fullName(person) : by.email, role: "borrower" };
}

/** The acting member as the record of a decision names them. */
export async function memberOf(
  db: ReadDb,
  scope: Scope,
  { userId, email, role }: Member,
): Promise<NonNullable<ConditionStep["by"]>> {
  const member = await readMember(db, scope, userId);
  return { id: userId, name: member ? fullName(member) : email, role };
}

/** Conditions of accounts that are not in this report stay with the report before, and are deleted with it. */
function carriedOver(before: EvaluationRow | undefined, { figures }: Evaluation): readonly Condition[] {
  if (!before) return [];
  const isThere = new Set(figures.accounts.map(({ key }) => key));
  const gone = new Set(
    before.figures.accounts.filter(({ key }) => !isThere.has(key)).map(({ accountId }) => accountId),
  );
  return before.conditions.filter(({ accountIds }) => !accountIds.some((id) => gone.has(id)));
}

function outcomesOf(row: EvaluationRow | undefined): Partial<Record<Program, Outcome>> {
  if (!row) return {};
  return Object.fromEntries(row.programs.map((program) => [program, row.verdicts[program]?.outcome]));
}

async function evaluateAsStored(
  editionHash: string,
  question: Question,
  previousReportId: string | undefined,
): Promise<EvaluationWithSources> {
  const sources = sourcesOf(question, { editionHash, previousReportId: previousReportId ?? null });
  return { ...(await evaluateUnder(editionHash, question)), ...sources };
}

function evaluationOf(row: EvaluationRow): EvaluationWithSources {
  const { ruleSetVersion, programs, findings, notEvaluated, verdicts, funds, leastDocumentation, figures } = row;
  const { editionHash, reportHash, previousReportId, previousHash, inputsHash } = row;
  return {
    ...{ ruleSetVersion, ...appliedOverlay(row.inputs.policy), programs, findings, notEvaluated, verdicts, funds },
    ...{ leastDocumentation, figures, editionHash, reportHash, previousReportId, previousHash, inputsHash },
  };
}
