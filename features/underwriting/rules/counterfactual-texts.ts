import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { formatList } from "#platform/text/text.ts";
import type { Counterfactual } from "./counterfactual.ts";
import type { NoChange } from "./counterfactual-candidates.ts";
import type { Change } from "./counterfactual-change.ts";
import type { Question } from "./evaluate.ts";
import type { EvidenceSource, Finding } from "./evaluation.ts";
import { missingGiftParts } from "./gifts.ts";
import { sum } from "./money.ts";
import type { ReportAccount, ReportTransaction } from "./parsed-report.ts";

export const NO_CHANGE_TEXTS: Readonly<Record<NoChange, string>> = {
  information: "This is for information. It doesn't hold up the loan, so there is nothing to change.",
  newData: "Only new data from the bank can change this. Get a new report.",
  decision: "The data shows what happened. A reviewer decides whether it matters.",
  rules: "Today's rules no longer give this finding. The next evaluation of the report leaves it out.",
  together: "No single document, term or amount clears this. See what the rule asks for.",
};

type Place = Pick<Question, "report" | "evidence">;
type ChangeOf<Kind extends Change["kind"]> = Extract<Change, { kind: Kind }>;

/** What would clear a finding, in one sentence. */
export function counterfactualText({ change, less }: Counterfactual, finding: Finding, place: Place): string {
  switch (change.kind) {
    case "amount":
      return `Not a finding at ${formatMoney(change.cents)} or less.`;
    case "without":
      return `Not a finding with ${change.left} or fewer in 12 months.`;
    default:
      return `Not a finding ${phraseOf(change, less, finding, place)}.`;
  }
}

function phraseOf(change: Change, less: Change | null, finding: Finding, place: Place): string {
  switch (change.kind) {
    case "explain":
      return explained(change, place);
    case "amount":
      return `at ${formatMoney(change.cents)} or less`;
    case "without":
      return `with ${change.left} or fewer`;
    case "loanTerm":
      return termPhrase(change, less);
    case "evidence":
      return evidencePhrase(change.evidence, place);
    case "replaceEvidence":
      return replacedPhrase(change, place);
    case "confirmation":
      return `once someone confirms ${CONFIRMED[change.confirmation]}${change.hasDocument ? ", with a document" : ""}`;
    case "leaveOut":
      return `with ${accountName(place, change.accountId)} left out of the loan`;
    case "person":
      return `with ${change.name} on the loan`;
    case "funds":
      return `with ${formatMoney(change.cents)} more documented in ${accountName(place, change.accountId)}`;
    case "newReport":
      return `with data read on ${longDay(change.readOn)} or later${finding.code === "EXPIRED_AT_NOTE" ? ", but not after the note date" : ""}`;
    case "daysRequested":
      return `in a report that asks for ${change.days} days or more`;
    case "all": {
      const lessOf = (at: number) => (less?.kind === "all" ? (less.changes[at] ?? null) : null);
      const phrases = change.changes.map((one, at) => phraseOf(one, lessOf(at), finding, place));
      return formatList(new Set(phrases));
    }
  }
}

const CONFIRMED: Readonly<Record<ChangeOf<"confirmation">["confirmation"], string>> = {
  borrower: "that the account holder is the borrower",
  noDebt: "that the payments are not the borrower's debt",
  ownTransfer: "that it is the borrower's own transfer",
  notALoan: "that the money was not borrowed",
  sameAccount: "that these are one account",
  differentAccounts: "that these are different accounts",
  extraPrincipal: "that the difference is extra principal",
  resubmitted: "that the loan was resubmitted",
  thisCheck: "that this check paid the earnest money",
  rent: "that the payments are rent",
  paidForAnother: "that the payments are made for another person",
  canBeWithdrawn: "that the money can be withdrawn",
  trust: "that the borrower may use the trust's money",
  planTerms: "the terms of the plan",
  businessAnalysis: "that using the money doesn't harm the business",
  identity: "that the borrower was contacted and their identity is verified",
  holder: "who holds the connection",
};

/** More of them are counted. */
const LINES_NAMED = 4;

function explained({ evidence, parts }: ChangeOf<"explain">, place: Place): string {
  const lines = parts.map(({ transactionId, cents }) => ({ line: lineOf(place, transactionId), cents }));
  const named = (line: ReportTransaction | undefined) =>
    line === undefined
      ? "a bank line"
      : `the ${line.amountCents < 0 ? "deposit" : "payment"} of ${formatMoney(Math.abs(line.amountCents))} on ${longDay(line.date)}`;
  if (evidence === "letter")
    return lines.length === 1
      ? `with a letter that explains ${named(lines[0]!.line)}` // the only one
      : `with a letter that explains each of the ${lines.length} bank lines`;
  const of = lines.map(({ line, cents }) => {
    const isWhole = line !== undefined && Math.abs(line.amountCents) === cents;
    return isWhole ? named(line) : `${formatMoney(cents)} of ${named(line)}`;
  });
  const terms = evidence === "secured_loan" ? ", as a loan that an asset secures" : "";
  if (of.length > LINES_NAMED) {
    const cents = sum(parts.map((part) => part.cents));
    return `with the sources of ${formatMoney(cents)} of ${of.length} deposits documented${terms}`;
  }
  return `with the source of ${formatList(of)} documented${terms}`;
}

function termPhrase(change: ChangeOf<"loanTerm">, less: Change | null): string {
  const { field, value } = change;
  switch (field) {
    case "disclosedLiabilities":
      return "with the debt on the loan at the amount that is paid";
    case "reserveReason":
      return "with a reason for the lower reserves";
    case "occupancy":
      return "for a primary residence";
    case "isFirstTimeBuyer":
      return "for a first-time homebuyer";
    case "isHomeReady":
      return "under HomeReady";
    default: {
      const isMost = less?.kind === "loanTerm" && less.value > value;
      const isLeast = less?.kind === "loanTerm" && less.value < value;
      const isDay = typeof value === "string";
      const more = isMost ? (isDay ? " or earlier" : " or less") : isLeast ? (isDay ? " or later" : " or more") : "";
      return `with ${TERMS[field] ?? "this term"} ${termText(field, value)}${more}`;
    }
  }
}

const TERMS: Partial<Record<ChangeOf<"loanTerm">["field"], string>> = {
  noteDate: "a note date of",
  disbursementDate: "a disbursement date of",
  applicationDate: "an application date of",
  loanAmount: "a loan of",
  credits: "credits of",
  emd: "earnest money entered as",
  creditScore: "a credit score of",
  reserveMonthsRequired: "required reserves, in months, of",
};

const PLAIN_NUMBERS: ReadonlySet<string> = new Set(["creditScore", "reserveMonthsRequired"]);

function termText(field: string, value: unknown): string {
  if (typeof value === "number") return PLAIN_NUMBERS.has(field) ? String(value) : formatMoney(value);
  return typeof value === "string" ? longDay(value) : "";
}

function evidencePhrase(one: EvidenceSource, place: Place): string {
  const account = one.accountId ? accountName(place, one.accountId) : "the account";
  switch (one.kind) {
    case "statement":
      if (one.periodFrom && one.periodTo)
        return `with statements of ${account} for ${longDay(one.periodFrom)} to ${longDay(one.periodTo)}`;
      if (one.periodTo) return `with a statement of ${account} from ${longDay(one.periodTo)} or later`;
      return `with a statement of ${account} in the borrower's name`;
    case "access_letter":
      return `with a letter that the borrower has full access to ${account}`;
    case "plan_terms":
      return `with the terms of the plan for ${account}`;
    case "emd_receipt":
      return `with a receipt for ${formatMoney(one.sourcedCents)} that cleared on ${longDay(one.clearedOn ?? "")} or earlier`;
    case "liquidation":
      return one.accountId
        ? `with proof that the money of ${account} was exchanged`
        : `with proof that ${formatMoney(one.sourcedCents)} was liquidated`;
    default:
      return "with the document that it asks for";
  }
}

function replacedPhrase({ at, by }: ChangeOf<"replaceEvidence">, { evidence }: Place): string {
  const was = evidence[at];
  if (by === null) return was?.kind === "emd_receipt" ? "without this receipt" : "without this gift";
  if (by.kind === "emd_receipt") return `with receipts that cleared on ${longDay(by.clearedOn ?? "")} or earlier`;
  if (by.kind !== "gift") return "with another source of this deposit documented";
  const missing = was === undefined ? [] : missingGiftParts(was, by.amountCents);
  const interest = by.donor?.isInterestDocumented && !was?.donor?.isInterestDocumented ? ["the donor's interest"] : [];
  return `once the papers show ${formatList([...missing, ...interest])}`;
}

function accountsIn({ report }: Place): ReportAccount[] {
  return report.items.flatMap(({ accounts }) => accounts);
}

function accountName(place: Place, id: string): string {
  const account = accountsIn(place).find((one) => one.id === id);
  if (account === undefined) return "the account";
  return account.mask ? `${account.name} …${account.mask}` : account.name;
}

function lineOf(place: Place, id: string): ReportTransaction | undefined {
  return accountsIn(place)
    .flatMap(({ transactions }) => transactions)
    .find((line) => line.id === id);
}
