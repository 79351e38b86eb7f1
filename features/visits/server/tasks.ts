import { readItemsOf } from "#features/asset-reports/server/connections/item-store.ts";
import { readParsedReport, readReport } from "#features/asset-reports/server/store.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { isHeldBy, type LoanPerson } from "#features/borrowers/server/people.ts";
import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import type { Evidence } from "#features/underwriting/contract.ts";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import { readDocumentsOf } from "#features/underwriting/server/document-store.ts";
import { toEvidence } from "#features/underwriting/server/evidence.ts";
import { readEvidenceOf } from "#features/underwriting/server/evidence-store.ts";
import { readNewestEvaluation } from "#features/underwriting/server/evaluation-store.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import type { VisitTask } from "#features/visits/contract.ts";
import { LETTERS } from "#features/visits/words.ts";
import { longDay } from "#kit/server/document/dates.ts";
import { money } from "#kit/server/document/money.ts";
import type { Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";

/** Findings that a borrower's own words can settle. */
const TO_EXPLAIN = new Set(["LARGE_UNSOURCED", "DOCUMENT_SOURCE"]);

interface Asked {
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

/** From the newest evaluation of the newest ready report, on the visitor's own accounts only. Oldest first. */
export async function tasksOf(db: Reads, scope: Scope, asked: Asked): Promise<VisitTask[]> {
  const { borrower, visitor, lender } = asked;
  const { latestReportId } = borrower;
  if (latestReportId === null) return [];
  const key = emailKeyOf(visitor.email);
  const evaluation = await readNewestEvaluation(db, scope, latestReportId);
  const own = (await readEvidenceOf(db, scope, borrower.id)).filter(({ visitorEmail }) => visitorEmail === key);
  const wanted = new Set([
    ...(evaluation?.findings ?? []).filter(isToExplain).flatMap(({ transactionIds }) => transactionIds),
    ...own.flatMap(({ transactionId }) => transactionId ?? []),
  ]);
  if (wanted.size === 0) return [];
  const documents = await readDocumentsOf(db, scope, borrower.id);
  const answers = new Map(own.map((row) => [row.transactionId, toEvidence(row, documents)]));
  return (await readOwnLines(db, scope, asked, latestReportId))
    .filter(({ line }) => wanted.has(line.id))
    .sort((a, b) => (a.line.date < b.line.date ? -1 : 1))
    .map((one) => toTask(one, { visitor, lender }, answers.get(one.line.id)));
}

function isToExplain({ code, severity }: Finding): boolean {
  return TO_EXPLAIN.has(code) && severity !== "info"; // the money is enough without it, or the account does not count
}

async function readOwnLines(
  db: Reads,
  scope: Scope,
  { borrower, visitor, isShared }: Asked,
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
  { visitor, lender }: Pick<Asked, "visitor" | "lender">,
  answer: Evidence | undefined,
): VisitTask {
  const { name: accountName, mask } = account;
  const { id: transactionId, date, description } = line;
  const amountCents = -line.amountCents; // money in is below zero in a report
  const shown = {
    name: fullName(visitor),
    lender,
    amount: money(amountCents, currencyOf(line, account)),
    date: longDay(date),
    description,
    account: [institutionName, accountName, mask].filter(Boolean).join(", "),
  };
  return {
    ...{ transactionId, institutionName, accountName, mask, date, description, amountCents },
    letter: LETTERS.other(shown),
    answer: answer ? toAnswer(answer) : null,
  };
}

function toAnswer({ id, kind, letter, state, reason, documents }: Evidence): VisitTask["answer"] {
  return {
    evidenceId: id,
    kind,
    text: letter?.text ?? "",
    signedName: letter?.signedName ?? "",
    signedAt: letter?.signedAt ?? "",
    state,
    reason,
    documents,
  };
}
