import { classify, findCreditor } from "./classifier/classify.ts";
import { isSameName } from "./gifts.ts";
import type { Account, Line } from "./model.ts";
import type { ReportItem } from "./parsed-report.ts";

/** As a line names it; `undefined`: a bank that is not known. */
export function bankIdOf({ institutionName }: Pick<ReportItem, "institutionName">): string | undefined {
  return findCreditor(institutionName);
}

/**
 * Whether a deposit's own words show where it comes from: an entry in the borrower's own name shows no employer or
 * agency whatever its purpose says, and neither does a bare deposit that only the provider's category calls income.
 */
export function printsSource({ account, class: kind, source, classification: { party, payee } }: Line): boolean {
  if (payee !== null) return true;
  if (party !== "") return !isOwner(account, party);
  return classify({ ...source, categoryPrimary: null, categoryDetailed: null }).class === kind;
}

/** A payment from one of the account's own borrowers, such as a Zelle payment between two of their banks. */
export function isFromOwner({ class: kind, account, classification: { person } }: Line): boolean {
  return kind === "person_payment" && person !== null && isOwner(account, person);
}

/** Whether a name is that of a borrower who owns the account, as the loan or the bank writes it. */
export function isOwner({ ownership }: Account, name: string): boolean {
  return ownership.persons.some(
    ({ borrower, bankName, match }) =>
      borrower !== null && (isSameName(name, borrower) || (match === "exact" && isSameName(name, bankName))),
  );
}
