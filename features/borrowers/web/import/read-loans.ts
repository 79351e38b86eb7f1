import {
  BorrowerDetails,
  LOAN_FILE,
  type ListedBorrower,
  type LoanFileLoan,
  previewLoanFile,
  uniqueEmails,
} from "#features/borrowers/contract.ts";
import { fieldErrors } from "#platform/contract/fields.ts";
import { send } from "#platform/web/http/client.ts";
import { explain } from "#platform/web/http/explain.ts";
import { base64Of } from "#platform/web/http/file-content.ts";
import { errorText } from "#platform/web/form/schema-resolver.ts";
import { faultText } from "./loan-file-texts.ts";
import { isSameLoan } from "./read-rows.ts";

/** The loans of a MISMO file. */
export interface LoansInFile {
  /** Names the choice, so that another file starts over. */
  readonly key: string;
  readonly loans: readonly LoanFileLoan[];
}

export async function isLoanFile(file: File): Promise<boolean> {
  return /\.xml$/i.test(file.name) || /^\ufeff?\s*</.test(await file.slice(0, 200).text());
}

/** `error`: why the file cannot be imported at all. */
export async function readLoanFile(file: File): Promise<LoansInFile | { readonly error: string }> {
  if (file.size === 0) return { error: faultText({ code: "EMPTY", line: null, found: null }) };
  if (file.size > LOAN_FILE.maxBytes) return { error: faultText({ code: "TOO_LARGE", line: null, found: null }) };
  try {
    const { fault, loans } = await send(previewLoanFile, { content: await base64Of(file) });
    return fault ? { error: faultText(fault) } : { key: crypto.randomUUID(), loans };
  } catch (error) {
    return { error: explain(error as Error) }; // what a request fails with
  }
}

/** The borrower that a loan of the file is: by its loan number, else by the borrower's email. An open one comes first. */
export function findKnown(
  { loanNumber, email }: { readonly loanNumber: string; readonly email: string },
  known: readonly ListedBorrower[],
): ListedBorrower | undefined {
  const open = known.filter(({ status }) => status !== "closed");
  const isNumber = (one: ListedBorrower) => loanNumber !== "" && one.loanNumber === loanNumber;
  const person = { email, loanNumber: loanNumber || null };
  return open.find(isNumber) ?? open.find((one) => email !== "" && isSameLoan(one, person)) ?? known.find(isNumber);
}

/** What a person adds to the file: the email of each person on the loan, in their order. */
export type Emails = readonly string[];

/** The new borrower, or the errors that keep the loan from being imported, those of an email by its place. */
export function detailsOf(
  { people, loanNumber, loan }: LoanFileLoan,
  emails: Emails,
): { details: BorrowerDetails | null; errors: string[]; emailErrors: ReadonlyMap<number, string> } {
  const [first, ...others] = people.map((person, at) => ({ ...person, email: emails[at] ?? person.email }));
  if (!first) return { details: null, errors: ["The file has no borrower for this loan"], emailErrors: new Map() };
  const { firstName, middleName, lastName, suffix, email, phone } = first;
  const typed = {
    ...{ firstName, middleName: middleName || null, lastName, suffix: suffix || null, email, phone: phone || null },
    ...{ loanNumber: loanNumber || null, loan },
    coBorrowers: others.map((one) => ({ firstName: one.firstName, lastName: one.lastName, email: one.email })),
  };
  const { data, error } = BorrowerDetails.check(uniqueEmails).safeParse(typed, { reportInput: true });
  const found = error ? fieldErrors(error) : [];
  const [emailErrors, errors] = [new Map<number, string>(), [] as string[]];
  for (const { field, code } of found) {
    const [, place, name = field] = /^coBorrowers\.(\d+)\.(\w+)$/.exec(field) ?? [];
    const at = place === undefined ? 0 : Number(place) + 1;
    if (name === "email")
      emailErrors.set(at, code === "SAME_ADDRESS" ? "Each person needs their own email" : errorText("Email", code));
    else errors.push(`${at === 0 ? "Borrower" : `Co-borrower ${at}`}: ${errorText(LABELS[name] ?? name, code)}`);
  }
  return { details: data ?? null, errors, emailErrors };
}

const LABELS: Readonly<Record<string, string>> = {
  firstName: "First name",
  middleName: "Middle name",
  lastName: "Last name",
  suffix: "Suffix",
  phone: "Phone",
  loanNumber: "Loan number",
};
