import type { EvaluationInputs } from "./evaluation.ts";
import type { ParsedReport, ReportAccount, ReportItem } from "./parsed-report.ts";
import { ownershipOf } from "./prepare.ts";

type Known = Pick<EvaluationInputs, "borrowers" | "confirmations">;

/**
 * The report without the transactions of connections none of whose accounts belongs to anyone on the loan, until a
 * reviewer confirms the holder. Nothing of such accounts counts, with or without their transactions.
 */
export function withholdTransactions(report: ParsedReport, known: Known): ParsedReport {
  const isWithheld = (item: ReportItem) => isOfStrangers(item, known) && !isKept(item, known);
  if (!report.items.some(isWithheld)) return report;
  return {
    ...report,
    items: report.items.map((item) =>
      isWithheld(item) ? { ...item, accounts: item.accounts.map(withoutTransactions) } : item,
    ),
  };
}

function isKept({ id }: ReportItem, { confirmations }: Known): boolean {
  return confirmations.some(({ kind, subject }) => kind === "holder" && subject.itemId === id);
}

/** At least one account names a person, and none names one who is or may be on the loan. */
function isOfStrangers({ accounts }: ReportItem, { borrowers, confirmations }: Known): boolean {
  const owners = accounts.map((account) => ownershipOf(account, borrowers, confirmations));
  return (
    owners.every(({ standing }) => standing === "none") &&
    owners.some(({ isOwnerUnknown, isBusiness, capacity }) => !isOwnerUnknown && !isBusiness && capacity === null)
  );
}

function withoutTransactions(account: ReportAccount): ReportAccount {
  const withheldCount = account.withheldCount ?? account.transactions.length;
  return { ...account, transactions: [], withheldCount };
}
