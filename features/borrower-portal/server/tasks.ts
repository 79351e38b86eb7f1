import { normalizeEmail } from "#platform/text/text.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { readItemsOf } from "#features/asset-reports/server/connections/item-queries.ts";
import {
  type EvaluationRow,
  readNewestEvaluation,
  readParsedReport,
  readReport,
} from "#features/underwriting/server/report-queries.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { isHeldBy, type LoanPerson } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { type DocumentRow, readDocumentsOf, toDocument } from "#features/underwriting/server/document-queries.ts";
import { type EvidenceRow, readEvidenceOf } from "#features/underwriting/server/evidence-queries.ts";
import { CONVENTIONAL } from "#features/underwriting/rules/finding.ts";
import { ownPrograms } from "#features/underwriting/rules/summary.ts";
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import type { BorrowerTask, GiftLetters } from "#features/borrower-portal/contract.ts";
import { LETTERS } from "#features/borrower-portal/labels.ts";
import { type GiftLetterRow, readGiftLettersOf } from "./gift-letter-queries.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";

/** Findings that a borrower's own explanation can settle. */
const TO_EXPLAIN = new Set(["LARGE_UNSOURCED", "DOCUMENT_SOURCE"]);

interface TaskLine {
  readonly borrower: BorrowerRow;
  readonly visitor: LoanPerson;
  readonly lender: string;
  /** Whether the visitor shares their data now. */
  readonly isShared: boolean;
}

interface OwnLine {
  readonly line: ReportTransaction;
  readonly account: ReportAccount;
  readonly institutionName: string;
}

/** A question, and whether the answer does not need it: the lender may ask it all the same. */
export type FoundTask = BorrowerTask & { readonly isOptional: boolean };

/** From the newest evaluation of the newest ready report, only for the visitor's own accounts. Oldest first. */
export async function tasksOf(db: ReadDb, scope: Scope, asked: TaskLine): Promise<FoundTask[]> {
  const { borrower, visitor, lender } = asked;
  const { latestReportId } = borrower;
  if (latestReportId === null) return [];
  const key = normalizeEmail(visitor.email);
  const evaluation = await readNewestEvaluation(db, scope, latestReportId);
  const all = await readEvidenceOf(db, scope, borrower.id);
  const own = all.filter(({ visitorEmail, state }) => visitorEmail === key && state !== "replaced");
  const gifts = new Map((await readGiftLettersOf(db, scope, borrower.id)).map((row) => [row.transactionId, row]));
  const wanted = new Set([
    ...(evaluation ? linesToExplain(evaluation) : []),
    ...own.flatMap(({ transactionId }) => transactionId ?? []),
    ...[...gifts.values()].flatMap(({ transactionId, visitorEmail }) =>
      visitorEmail === key ? (transactionId ?? []) : [],
    ),
  ]);
  const open = new Set(evaluation ? openFindings(evaluation).flatMap(({ transactionIds }) => transactionIds) : []);
  if (wanted.size === 0 && open.size === 0) return [];
  const evidence = new Map(all.map((row) => [row.id, row]));
  const documents = await readDocumentsOf(db, scope, borrower.id);
  // The oldest first: the newest letter about a deposit is the answer.
  const answers = new Map(own.map((row) => [row.transactionId, toAnswer(row, documents)]));
  return (await readOwnLines(db, scope, asked, latestReportId))
    .filter(({ line }) => wanted.has(line.id) || open.has(line.id))
    .sort((a, b) => (a.line.date < b.line.date ? -1 : 1))
    .map((one) => {
      const asked = gifts.get(one.line.id);
      const answer = answers.get(one.line.id);
      const gift = asked && answer && answer.signedAt > asked.createdAt ? undefined : asked; // the newer one counts
      const signed = gift && evidence.get(gift.evidenceId ?? "");
      return {
        ...toTask(one, { visitor, lender }, answer),
        gift: gift ? toGift(gift, signed) : null,
        isOptional: !wanted.has(one.line.id),
      };
    });
}

function toGift(
  { donorName, email, sentAt, endedAt, expiresAt, evidenceId }: GiftLetterRow,
  signed: EvidenceRow | undefined,
): BorrowerTask["gift"] {
  const isOver = endedAt !== null || Date.parse(expiresAt) <= Date.now();
  const unsigned = isOver ? "ended" : "asked";
  const state = !signed ? unsigned : signed.state === "replaced" ? "proposed" : signed.state;
  return { donorName, email, sentAt, evidenceId, state, reason: signed?.reason ?? null };
}

/** The deposits of the newest report whose source is asked for, oldest first. */
export async function depositsToExplain(
  db: ReadDb,
  scope: Scope,
  { latestReportId }: Pick<BorrowerRow, "latestReportId">,
): Promise<GiftLetters["deposits"]> {
  const evaluation = latestReportId === null ? undefined : await readNewestEvaluation(db, scope, latestReportId);
  const wanted = new Set(evaluation ? linesToExplain(evaluation) : []);
  if (latestReportId === null || wanted.size === 0) return [];
  const report = await readParsedReport(db, scope, latestReportId);
  return (report?.items ?? [])
    .flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions))
    .filter(({ id }) => wanted.has(id))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ id, date, amountCents, description }) => ({
      transactionId: id,
      date,
      amountCents: -amountCents,
      description,
    }));
}

/**
 * Asks only for what changes the answer: the least documentation of the loan's own programs, and what FHA requires on
 * an FHA loan. If no explanation is enough, or terms are missing, asks about every open deposit.
 */
function linesToExplain(evaluation: EvaluationRow): string[] {
  const { leastDocumentation, inputs } = evaluation;
  const own = ownPrograms(inputs.loan);
  const programs = own.length > 0 ? own : CONVENTIONAL;
  const open = openFindings(evaluation);
  return programs.flatMap((program) => {
    const plan = leastDocumentation[program];
    const ofProgram = open.filter((finding) => finding.programs.includes(program));
    const asked = plan?.isPossible
      ? ofProgram.filter(
          ({ key, code }) => code === "DOCUMENT_SOURCE" || plan.steps.some((step) => step.findingKey === key),
        )
      : ofProgram;
    return asked.flatMap(({ transactionIds }) => transactionIds);
  });
}

function openFindings({ findings }: Pick<EvaluationRow, "findings">) {
  return findings.filter(({ code, severity }) => TO_EXPLAIN.has(code) && severity !== "info");
}

async function readOwnLines(
  db: ReadDb,
  scope: Scope,
  { borrower, visitor, isShared }: TaskLine,
  reportId: string,
): Promise<OwnLine[]> {
  const report = await readReport(db, scope, reportId);
  const items = report ? await readItemsOf(db, scope, report) : [];
  const own = items.filter((item) => isHeldBy(item, borrower, visitor.email) && (isShared || item.removedAt === null));
  const parsedReport = own.length > 0 ? await readParsedReport(db, scope, reportId) : undefined;
  const isOwn = (id: string) => own.length === items.length || own.some(({ providerItemId }) => providerItemId === id);
  return (parsedReport?.items ?? [])
    .filter(({ id }) => isOwn(id))
    .flatMap(({ institutionName, accounts }) =>
      accounts.flatMap((account) => account.transactions.map((line) => ({ line, account, institutionName }))),
    );
}

function toTask(
  { line, account, institutionName }: OwnLine,
  { visitor, lender }: Pick<TaskLine, "visitor" | "lender">,
  answer: BorrowerTask["answer"] | undefined,
): Omit<BorrowerTask, "gift"> {
  const { name: accountName, mask } = account;
  const { id: transactionId, date, description } = line;
  const amountCents = -line.amountCents; // money in is negative in a report
  const shown = {
    name: fullName(visitor),
    lender,
    amount: formatMoney(amountCents, currencyOf(line, account)),
    date: longDay(date),
    description,
    account: [institutionName, accountName, mask].filter(Boolean).join(", "),
  };
  return {
    ...{ transactionId, institutionName, accountName, mask, date, description, amountCents },
    letter: LETTERS.other(shown),
    answer: answer ?? null,
  };
}

function toAnswer(
  { id, kind, letter, state, reason }: EvidenceRow,
  documents: readonly DocumentRow[],
): BorrowerTask["answer"] {
  return {
    evidenceId: id,
    kind: letter?.kind ?? kind,
    text: letter?.text ?? "",
    signedName: letter?.signedName ?? "",
    signedAt: letter?.signedAt ?? "",
    state,
    reason,
    documents: documents.filter(({ evidenceId }) => evidenceId === id).map(toDocument),
  };
}
