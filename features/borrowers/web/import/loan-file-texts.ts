import {
  CO_BORROWERS_PER_LOAN,
  DEBTS_PER_LOAN,
  INTERESTED_PARTIES_PER_LOAN,
  LOAN_FILE,
  type LoanFileFault,
  type LoanFileProblem,
} from "#features/borrowers/contract.ts";
import { isLoanField, LOAN_LABELS } from "#features/borrowers/labels.ts";

/** Why a file cannot be imported, and what to do. */
export function faultText({ code, line, found }: LoanFileFault): string {
  const where = line === null ? "" : ` The error is in line ${line}.`;
  switch (code) {
    case "TOO_LARGE":
      return "This file is larger than 2 MB. Export one loan at a time.";
    case "EMPTY":
      return "This file is empty. Export it again from your loan origination system.";
    case "NOT_TEXT":
    case "ENCODING":
      return "We can't read this file's characters. Export it again as XML in UTF-8.";
    case "PDF":
      return "This is a PDF. Export the loan as a MISMO 3.4 file (XML).";
    case "WORKBOOK":
      return "This is an Excel workbook. Export the loan as a MISMO 3.4 file (XML).";
    case "FORMAT":
      return "This is not a MISMO file. Export the loan as MISMO 3.4 (XML).";
    case "DOCTYPE":
      return `This file declares a document type, which a MISMO file never has. It was not read.${where}`;
    case "BROKEN":
      return `This file is damaged or incomplete. Export it again.${where}`;
    case "NAMESPACE":
      return `This is XML, but not a MISMO file${found ? ` (it starts with ${found})` : ""}. Export the loan as MISMO 3.4.`;
    case "VERSION":
      return `This file is MISMO ${found ?? "of another version"}. Export the loan as MISMO 3.4.`;
    case "NO_LOAN":
      return "This file has no loan.";
    case "TOO_MANY_LOANS":
      return `This file has ${found ?? "too many"} loans. Import up to ${LOAN_FILE.loans} at a time.`;
  }
}

/** `Sales price: 425,00 is not an amount (line 12)`. */
export function problemText({ field, code, found, line }: LoanFileProblem): string {
  return `${labelOf(field)}: ${reasonOf({ field, code, found })} (line ${line})`;
}

function labelOf(field: string): string {
  if (isLoanField(field)) return LOAN_LABELS[field];
  return field === "phone" ? "Phone" : "Borrowers";
}

function reasonOf({ field, code, found }: Omit<LoanFileProblem, "line">): string {
  switch (code) {
    case "AMOUNT":
      return `${found} is not an amount`;
    case "DATE":
      return `${found} is not a date`;
    case "COUNT":
      return `${found} is not 1 to 4`;
    case "PHONE":
      return `${found} is not a phone number`;
    case "VALUE":
      return `${found} is not a value we know`;
    case "TOO_BIG":
      return `${found} is more than a billion dollars`;
    case "INCOMPLETE":
      return field === "interestedParties"
        ? `the ${found.toLowerCase() || "party"} has no name`
        : `${found || "a debt"} has no ${found ? "monthly payment" : "creditor or monthly payment"}`;
    case "NOT_ADDED":
      return `${found} is not a credit of an interested party, so it was not added`;
    case "TOO_MANY":
      if (field === "coBorrowers")
        return `${found} in the file, only the first ${1 + CO_BORROWERS_PER_LOAN} are imported`;
      return `more than ${field === "interestedParties" ? INTERESTED_PARTIES_PER_LOAN : DEBTS_PER_LOAN}, the others are left out`;
  }
}
