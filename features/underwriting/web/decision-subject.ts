import type { Confirmation, DecisionSubject, Figures, Finding } from "#features/underwriting/rules/evaluation.ts";
import type { ReportLine } from "./report-lines.ts";

type ConfirmationKind = Confirmation["kind"];

const ABOUT: Readonly<Record<ConfirmationKind, "line" | "account" | "bankName" | "payee" | "item">> = {
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
  identity: "item",
  holder: "item",
};

/** Bank lines to choose from; empty if the confirmation isn't about a line. */
export function linesToConfirm(kind: ConfirmationKind, lines: readonly ReportLine[]): readonly ReportLine[] {
  return ABOUT[kind] === "line" ? lines : [];
}

/** Whether the report names what the confirmation would be about. */
export function isNamed(
  kind: ConfirmationKind,
  {
    subject,
    accountIds,
    transactionIds,
    itemId,
  }: Pick<Finding, "subject" | "accountIds" | "transactionIds" | "itemId">,
  { owners }: Pick<Figures, "owners">,
): boolean {
  switch (ABOUT[kind]) {
    case "line":
      return transactionIds.length > 0;
    case "account":
      return accountIds.length > 0;
    case "bankName":
      return owners.some(({ persons }) => persons.some(({ bankName }) => bankName === subject));
    case "payee":
      return kind === "resubmitted" || subject !== null;
    case "item":
      return itemId !== undefined; // no finding asks for the holder: the report's banner does
  }
}

/** Whether the report shows both sides; otherwise a document must. */
export function isTransferShown({ transfers }: Pick<Figures, "transfers">, transactionId: string): boolean {
  return transfers.some(({ debitId, creditId }) => debitId === transactionId || creditId === transactionId);
}

interface Chosen {
  readonly transactionId: string;
  readonly person: string;
}

/** Only the fields that the kind is about, so that the confirmation applies to nothing else. */
export function subjectOf(
  kind: ConfirmationKind,
  {
    accountIds,
    transactionIds,
    subject,
    itemId,
  }: Pick<Finding, "accountIds" | "transactionIds" | "subject" | "itemId">,
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
    case "item":
      return { itemId: itemId ?? null };
  }
}
