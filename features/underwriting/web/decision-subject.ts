import type { Confirmation, DecisionSubject, Finding } from "#features/underwriting/rules/evaluation.ts";
import type { ReportLine } from "./report-lines.ts";

type ConfirmationKind = Confirmation["kind"];

const ABOUT: Readonly<Record<ConfirmationKind, "line" | "account" | "bankName" | "payee">> = {
  borrower: "bankName",
  noDebt: "payee",
  ownTransfer: "line",
  notALoan: "line",
  sameAccount: "account",
  differentAccounts: "account",
  extraPrincipal: "payee",
  resubmitted: "payee",
  thisCheck: "line",
  rent: "payee",
  paidForAnother: "payee",
  canBeWithdrawn: "account",
  trust: "account",
  planTerms: "account",
  businessAnalysis: "account",
};

/** Bank lines among which the reviewer names the one that is confirmed; empty where the confirmation is about no line. */
export function linesToConfirm(kind: ConfirmationKind, lines: readonly ReportLine[]): readonly ReportLine[] {
  return ABOUT[kind] === "line" ? lines : [];
}

interface Chosen {
  readonly transactionId: string;
  readonly person: string;
}

/** What the confirmation is about: only what its kind reads, so that it holds for nothing else. */
export function subjectOf(
  kind: ConfirmationKind,
  { accountIds, transactionIds, subject }: Pick<Finding, "accountIds" | "transactionIds" | "subject">,
  { transactionId, person }: Chosen,
): DecisionSubject {
  switch (ABOUT[kind]) {
    case "line":
      return { transactionId: transactionId || (transactionIds[0] ?? null) };
    case "account":
      return { accountId: accountIds[0] ?? null };
    case "bankName":
      return { bankName: subject, person: person || null };
    case "payee":
      return { payee: subject };
  }
}
