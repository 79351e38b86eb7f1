import type { ConfirmationKind, DecisionSubject, LoanParty } from "#features/underwriting/rules/evaluation.ts";
import { type ParsedReport, withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { normalName } from "#features/underwriting/rules/text.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { EvaluationRow } from "./report-queries.ts";
import { findAccount, findLine } from "./place-evidence.ts";

type About = "line" | "account" | "payee" | "name" | "file" | "item";

const ABOUT: Readonly<Record<ConfirmationKind, About>> = {
  borrower: "name",
  noDebt: "payee",
  extraPrincipal: "payee",
  rent: "payee",
  paidForAnother: "payee",
  ownTransfer: "line",
  notALoan: "line",
  thisCheck: "line",
  sameAccount: "account",
  differentAccounts: "account",
  canBeWithdrawn: "account",
  trust: "account",
  planTerms: "account",
  businessAnalysis: "account",
  identity: "item",
  resubmitted: "file",
  holder: "item",
};

const WITH_DOCUMENT: ReadonlySet<ConfirmationKind> = new Set([
  "notALoan",
  "canBeWithdrawn",
  "trust",
  "planTerms",
  "businessAnalysis",
  "identity",
]);

interface Known {
  readonly report: ParsedReport;
  readonly evaluation: EvaluationRow;
}

/** Adds the content keys that later reports match. Throws VALIDATION_ERROR if the newest report doesn't have the subject. */
export function resolveSubject(kind: ConfirmationKind, subject: DecisionSubject, known: Known): DecisionSubject {
  const about = ABOUT[kind];
  if (about === "file") return {};
  if (about === "item") return kind === "holder" ? resolveWithheld(subject, known) : resolveAlerted(subject, known);
  if (about === "line") return resolveLine(subject, known);
  if (about === "account") return resolveAccount(subject, known);
  return about === "payee" ? resolvePayee(subject, known) : resolveName(subject, known);
}

function resolveLine({ transactionId }: DecisionSubject, { report }: Known): DecisionSubject {
  const found = transactionId ? findLine(report, { transactionId }) : undefined;
  if (!found) throw refused("transactionId", transactionId);
  return { transactionId: found.line.id, lineKey: found.lineKey };
}

function resolveAccount({ accountId }: DecisionSubject, { report }: Known): DecisionSubject {
  const found = accountId ? findAccount(report, { accountId }) : undefined;
  if (!found) throw refused("accountId", accountId);
  return { accountId: found.id, accountKey: found.key };
}

/** A connection whose transactions are withheld. */
function resolveWithheld({ itemId }: DecisionSubject, { report, evaluation }: Known): DecisionSubject {
  const found = withheldItems(withholdTransactions(report, evaluation.inputs)).find(({ id }) => id === itemId);
  if (!found) throw refused("itemId", itemId);
  return { itemId: found.id };
}

/** A connection whose person has an alert. */
function resolveAlerted({ itemId }: DecisionSubject, { evaluation }: Known): DecisionSubject {
  const isAlerted = evaluation.findings.some((one) => one.code === "IDENTITY_ALERT" && one.itemId === itemId);
  if (!itemId || !isAlerted) throw refused("itemId", itemId);
  return { itemId };
}

function resolvePayee({ payee }: DecisionSubject, { evaluation: { findings, figures } }: Known): DecisionSubject {
  const names = [
    ...figures.debts.map(({ creditor }) => creditor),
    ...[...figures.rent, ...figures.support, ...figures.otherProperties, ...figures.lines].map((one) => one.payee),
    ...findings.map((finding) => finding.subject),
  ];
  const found = payee ? find(names, payee) : undefined;
  if (!found) throw refused("payee", payee);
  return { payee: found };
}

function resolveName({ bankName, person }: DecisionSubject, { evaluation }: Known): DecisionSubject {
  const atBank = evaluation.figures.owners.flatMap(({ persons }) => persons.map((one) => one.bankName));
  const found = bankName ? find(atBank, bankName) : undefined;
  if (!found) throw refused("bankName", bankName);
  if (!person) return { bankName: found };
  const onLoan = find(evaluation.inputs.borrowers.flatMap(namesOf), person);
  if (!onLoan) throw refused("person", person);
  return { bankName: found, person: onLoan };
}

function namesOf({ firstName, middleName, lastName, suffix }: LoanParty): string[] {
  return [
    [firstName, middleName, lastName, suffix],
    [firstName, middleName, lastName],
    [firstName, lastName, suffix],
    [firstName, lastName],
  ].map((parts) => parts.filter(Boolean).join(" "));
}

function find(names: readonly (string | null)[], wanted: string): string | undefined {
  const normal = normalName(wanted);
  return names.find((name): name is string => !!name && normalName(name) === normal);
}

function refused(field: string, value: unknown): AppError {
  const code = value ? "INVALID_VALUE" : "REQUIRED";
  return new AppError("VALIDATION_ERROR", { errors: [{ field: `subject.${field}`, code }] });
}

/** Whether a confirmation of this fact counts with a document only. */
export function needsDocument(kind: ConfirmationKind, subject: DecisionSubject, { evaluation }: Known): boolean {
  const { figures, findings } = evaluation;
  if (WITH_DOCUMENT.has(kind)) return true;
  if (kind === "borrower") {
    const { bankName } = subject;
    const matches = figures.owners.flatMap(({ persons }) => persons).filter((one) => one.bankName === bankName);
    return matches.some(({ match }) => match === "none");
  }
  // The other account is not in the report, so the report itself does not show the transfer.
  if (kind === "ownTransfer")
    return !figures.transfers.some(({ debitId, creditId }) =>
      [debitId, creditId].includes(subject.transactionId ?? ""),
    );
  return findings.some(
    ({ clearedBy, accountIds, subject: about }) =>
      clearedBy.some((one) => one.by === "confirmation" && one.kind === kind && one.needsDocument) &&
      (accountIds.includes(subject.accountId ?? "") || (about !== null && about === subject.payee)),
  );
}
