import type { Loan } from "#features/borrowers/contract.ts";
import { addDays, dayNumber } from "./days.ts";
import type { Question } from "./evaluate.ts";
import type { Confirmation, EvidenceKind, EvidenceSource } from "./evaluation.ts";
import type { ParsedReport, ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";

/** One change of a question, as data. Money in cents, days in UTC. */
export type Change =
  /** Accepted evidence with a document for these bank lines. */
  | {
      readonly kind: "explain";
      readonly evidence: EvidenceKind;
      readonly parts: readonly { readonly transactionId: string; readonly cents: number }[];
    }
  /** The bank line at this amount; money in or out as before. */
  | { readonly kind: "amount"; readonly transactionId: string; readonly cents: number }
  /** None of these bank lines, so that `left` of their kind remain. */
  | { readonly kind: "without"; readonly transactionIds: readonly string[]; readonly left: number }
  | {
      readonly [Field in keyof Loan]-?: {
        readonly kind: "loanTerm";
        readonly field: Field;
        readonly value: NonNullable<Loan[Field]>;
      };
    }[keyof Loan]
  | { readonly kind: "evidence"; readonly evidence: EvidenceSource }
  /** The accepted evidence at this place of the list, replaced; `null`: rejected. */
  | { readonly kind: "replaceEvidence"; readonly at: number; readonly by: EvidenceSource | null }
  | {
      readonly kind: "confirmation";
      readonly confirmation: Confirmation["kind"];
      readonly subject: Confirmation["subject"];
      readonly hasDocument: boolean;
    }
  | { readonly kind: "leaveOut"; readonly accountId: string }
  /** A person of this name on the loan. */
  | { readonly kind: "person"; readonly name: string }
  /** So much more documented money, deposited on the day on which the account's bank was read. */
  | { readonly kind: "funds"; readonly accountId: string; readonly cents: number }
  /** The banks read on this day at the earliest, without any new activity; `null`: all of them. */
  | { readonly kind: "newReport"; readonly readOn: string; readonly itemIds: readonly string[] | null }
  | { readonly kind: "daysRequested"; readonly days: number }
  | { readonly kind: "all"; readonly changes: readonly Change[] };

/** The question with that change. The question itself is never changed. */
export function applyCounterfactual(question: Question, change: Change): Question {
  switch (change.kind) {
    case "explain":
      return {
        ...question,
        evidence: [
          ...question.evidence,
          ...change.parts.map(({ transactionId, cents }) => documented(change.evidence, cents, { transactionId })),
        ],
      };
    case "amount":
      return withLine(question, [change.transactionId], (line) => Math.sign(line.amountCents) * change.cents);
    case "without":
      return withLine(question, change.transactionIds, () => null);
    case "loanTerm":
      return { ...question, loan: { ...question.loan, [change.field]: change.value } };
    case "evidence":
      return { ...question, evidence: [...question.evidence, change.evidence] };
    case "replaceEvidence":
      return {
        ...question,
        evidence: question.evidence.flatMap((one, at) => (at === change.at ? (change.by ?? []) : one)),
      };
    case "confirmation": {
      const { confirmation: kind, subject, hasDocument } = change;
      const id = `counterfactual-${question.confirmations.length}`;
      const reason = "What would change the finding";
      return { ...question, confirmations: [...question.confirmations, { id, kind, subject, reason, hasDocument }] };
    }
    case "leaveOut":
      return {
        ...question,
        loan: { ...question.loan, leftOutAccounts: [...(question.loan.leftOutAccounts ?? []), change.accountId] },
      };
    case "person":
      return { ...question, borrowers: [...question.borrowers, personOf(change.name)] };
    case "funds":
      return withFunds(question, change.accountId, change.cents);
    case "newReport":
      return { ...question, report: readLater(question.report, change.readOn, change.itemIds) };
    case "daysRequested":
      return { ...question, report: { ...question.report, daysRequested: change.days } };
    case "all":
      // Replaced evidence leaves its place, so that the last place goes first.
      return change.changes.reduce(applyCounterfactual, question);
  }
}

export function documented(kind: EvidenceKind, sourcedCents: number, more: Partial<EvidenceSource>): EvidenceSource {
  return { transactionId: null, kind, sourcedCents, hasDocument: true, reason: null, ...more };
}

function personOf(name: string): Question["borrowers"][number] {
  const words = name.trim().split(/\s+/);
  return {
    firstName: words.slice(0, -1).join(" ") || name,
    middleName: null,
    lastName: words.length > 1 ? words.at(-1)! : "", // there is a second word
    suffix: null,
    email: null,
    phone: null,
  };
}

function mapAccounts(report: ParsedReport, change: (account: ReportAccount, item: ReportItem) => ReportAccount) {
  return {
    ...report,
    items: report.items.map((item) => ({ ...item, accounts: item.accounts.map((one) => change(one, item)) })),
  };
}

/** Both reports show the line, and balances from its day on follow it. */
function withLine(
  question: Question,
  ids: readonly string[],
  amountOf: (line: ReportTransaction) => number | null,
): Question {
  const changed = (report: ParsedReport) =>
    mapAccounts(report, (account) => {
      const lines = account.transactions.filter(({ id }) => ids.includes(id));
      if (lines.length === 0) return account;
      const movedBy = (date: string) =>
        lines
          .filter((line) => !line.pending && line.date <= date)
          .reduce((cents, line) => cents + line.amountCents - (amountOf(line) ?? 0), 0);
      const now = movedBy("9999-12-31");
      return {
        ...account,
        currentCents: account.currentCents === null ? null : account.currentCents + now,
        availableCents: account.availableCents === null ? null : account.availableCents + now,
        historicalBalances: account.historicalBalances.map((one) => ({
          ...one,
          currentCents: one.currentCents + movedBy(one.date),
        })),
        transactions: account.transactions.flatMap((line) => {
          if (!ids.includes(line.id)) return line;
          const amountCents = amountOf(line);
          return amountCents === null ? [] : { ...line, amountCents };
        }),
      };
    });
  return {
    ...question,
    report: changed(question.report),
    previous: question.previous ? changed(question.previous) : question.previous,
  };
}

function withFunds(question: Question, accountId: string, cents: number): Question {
  const id = "counterfactual-deposit";
  const report = mapAccounts(question.report, (account, item) =>
    account.id !== accountId
      ? account
      : {
          ...account,
          currentCents: account.currentCents === null ? null : account.currentCents + cents,
          availableCents: account.availableCents === null ? null : account.availableCents + cents,
          transactions: [
            {
              id,
              date: item.lastUpdatedAt.slice(0, 10),
              description: "DEPOSIT",
              merchantName: null,
              categoryPrimary: null,
              categoryDetailed: null,
              checkNumber: null,
              amountCents: -cents,
              currency: account.currency,
              pending: false,
            },
            ...account.transactions,
          ],
        },
  );
  return {
    ...question,
    report,
    evidence: [...question.evidence, documented("other", cents, { transactionId: id })],
  };
}

function readLater(report: ParsedReport, readOn: string, itemIds: readonly string[] | null): ParsedReport {
  const items = report.items.map((item): ReportItem => {
    const before = item.lastUpdatedAt.slice(0, 10);
    if (before >= readOn || (itemIds !== null && !itemIds.includes(item.id))) return item;
    const days = dayNumber(readOn) - dayNumber(before);
    return {
      ...item,
      lastUpdatedAt: readOn + item.lastUpdatedAt.slice(10),
      accounts: item.accounts.map((account) => ({
        ...account,
        // Days since the account's first transaction; zero is not known.
        daysAvailable: account.daysAvailable > 0 ? account.daysAvailable + days : account.daysAvailable,
      })),
    };
  });
  const generatedOn = report.generatedAt.slice(0, 10);
  return {
    ...report,
    items,
    asOf: items.map(({ lastUpdatedAt }) => lastUpdatedAt.slice(0, 10)).sort()[0] ?? report.asOf,
    generatedAt: generatedOn < readOn ? readOn + report.generatedAt.slice(10) : report.generatedAt,
  };
}

/** What falls short by one cent, one day or one item; `null`: the change is no matter of amount. */
export function oneLess(change: Change): Change | null {
  switch (change.kind) {
    case "explain": {
      const last = change.parts.at(-1);
      if (last === undefined || last.cents === 0) return null;
      const rest = change.parts.slice(0, -1);
      return { ...change, parts: last.cents === 1 ? rest : [...rest, { ...last, cents: last.cents - 1 }] };
    }
    case "amount":
      return { ...change, cents: change.cents + 1 };
    case "without":
      return { ...change, transactionIds: change.transactionIds.slice(0, -1), left: change.left + 1 };
    case "funds":
      return { ...change, cents: change.cents - 1 };
    case "newReport":
      return { ...change, readOn: addDays(change.readOn, -1) };
    case "daysRequested":
      return { ...change, days: change.days - 1 };
    case "loanTerm":
    case "evidence":
    case "replaceEvidence":
    case "confirmation":
    case "leaveOut":
    case "person":
    case "all":
      return null;
  }
}
