import Papa from "papaparse";
import { BorrowerDetails, fullName, uniqueEmails, type ListedBorrower } from "#features/borrowers/contract.ts";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { fieldErrors } from "#platform/contract/fields.ts";
import { toE164 } from "#platform/text/phone.ts";
import { isSameEmail } from "#platform/text/text.ts";
import { errorText } from "#platform/web/form/schema-resolver.ts";

/** The columns of the file, in the template's order, each with more headings that loan origination systems use. */
export const IMPORT_COLUMNS = {
  firstName: { label: "First name", also: ["first", "borrower first name", "given name"] },
  middleName: { label: "Middle name", also: ["middle", "borrower middle name"] },
  lastName: { label: "Last name", also: ["last", "borrower last name", "surname", "family name"] },
  suffix: { label: "Suffix", also: ["borrower suffix"] },
  email: { label: "Email", also: ["email address", "borrower email", "e mail"] },
  phone: { label: "Phone", also: ["phone number", "mobile", "mobile phone", "cell", "cell phone", "borrower phone"] },
  loanNumber: { label: "Loan number", also: ["loan", "loan no", "loan id", "loan #"] },
  coFirstName: { label: "Co-borrower first name", also: ["coborrower first name"] },
  coLastName: { label: "Co-borrower last name", also: ["coborrower last name"] },
  coEmail: { label: "Co-borrower email", also: ["coborrower email"] },
} as const;
type ColumnName = keyof typeof IMPORT_COLUMNS;
const COLUMN_NAMES = Object.keys(IMPORT_COLUMNS) as ColumnName[];
const REQUIRED: readonly ColumnName[] = ["firstName", "lastName", "email"];

export const IMPORT_ROWS = 200;
const IMPORT_BYTES = 1_000_000;

/** A row of the file. */
export interface ImportRow {
  /** In the file; the heading is line 1. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly loanNumber: string;
  /** `null`: there are errors. */
  readonly details: BorrowerDetails | null;
  readonly errors: readonly string[];
}

/** `error`: why the file cannot be imported at all. */
export type ImportFile =
  { readonly error: string } | { readonly rows: readonly ImportRow[]; readonly ignored: readonly string[] };

/** Borrowers that exist, the ones with these email addresses among them. */
export type FindKnown = (emails: readonly string[]) => Promise<readonly ListedBorrower[]>;

/** @param findKnown so that no one is added twice; what it throws is thrown on */
export async function readImport(file: Blob, findKnown: FindKnown): Promise<ImportFile> {
  if (file.size > IMPORT_BYTES) return { error: "This file is larger than 1 MB. Split it into smaller files." };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { error: "This is an Excel workbook. Save it as CSV, then choose the CSV file." };
  const { data: lines } = Papa.parse<string[]>(textOf(bytes), { skipEmptyLines: false });
  const heading = lines[0] ?? [];
  const columns = heading.map(columnOf);
  const missing = REQUIRED.filter((name) => !columns.includes(name)).map((name) => IMPORT_COLUMNS[name].label);
  if (missing.length > 0)
    return { error: `We couldn't find these columns: ${missing.join(", ")}. The first line must name the columns.` };
  const repeated = COLUMN_NAMES.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (repeated) return { error: `Two columns are named ${IMPORT_COLUMNS[repeated].label}. Remove one of them.` };

  const filled = [...lines.entries()].filter(([at, cells]) => at > 0 && cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) return { error: "This file has no borrowers. Add a line for each below the column names." };
  if (filled.length > IMPORT_ROWS)
    return { error: `This file has ${filled.length} borrowers. Import up to ${IMPORT_ROWS} at a time.` };
  const emails = filled.map(([, cells]) => cells[columns.indexOf("email")]?.trim() ?? "");
  const known = await findKnown([...new Set(emails)]);
  const rows: ImportRow[] = [];
  for (const [at, cells] of filled) rows.push(rowOf(at + 1, cells, columns, rows, known));
  return { rows, ignored: heading.filter((name, at) => name.trim() !== "" && columns[at] === undefined) };
}

/** UTF-8, else what Excel on Windows writes. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function columnOf(heading: string): ColumnName | undefined {
  const plain = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, " ");
  return COLUMN_NAMES.find((name) => {
    const { label, also } = IMPORT_COLUMNS[name];
    return plain === label.toLowerCase().replace("-", " ") || (also as readonly string[]).includes(plain);
  });
}

function rowOf(
  line: number,
  cells: readonly string[],
  columns: readonly (ColumnName | undefined)[],
  before: readonly ImportRow[],
  known: readonly ListedBorrower[],
): ImportRow {
  const cell = (name: ColumnName) => cells[columns.indexOf(name)]?.trim() ?? "";
  const optional = (name: ColumnName) => cell(name) || null;
  const other = { firstName: cell("coFirstName"), lastName: cell("coLastName"), email: cell("coEmail") };
  const typed = {
    firstName: cell("firstName"),
    middleName: optional("middleName"),
    lastName: cell("lastName"),
    suffix: optional("suffix"),
    email: cell("email"),
    phone: cell("phone") === "" ? null : toE164(cell("phone")),
    loanNumber: optional("loanNumber"),
    coBorrowers: Object.values(other).some((text) => text !== "") ? [other] : [],
  };
  const { data, error } = BorrowerDetails.check(uniqueEmails).safeParse(typed, { reportInput: true });
  const errors = error ? fieldErrors(error).map(({ field, code }) => fieldText(field, code)) : [];
  if (data) {
    const twin = before.find((row) => row.details && isSameLoan(row.details, data));
    if (twin) errors.push(`Same borrower as line ${twin.line}`);
    else if (before.some((row) => data.loanNumber !== null && row.loanNumber === data.loanNumber))
      errors.push("Another line has this loan number");
    else if (known.some((one) => one.status !== "closed" && isSameLoan(one, data))) errors.push("Already in your list");
    else if (known.some((one) => data.loanNumber !== null && one.loanNumber === data.loanNumber))
      errors.push(MESSAGES.loanNumber.LOAN_NUMBER_TAKEN);
  }
  return {
    line,
    name: fullName(typed),
    email: typed.email,
    phone: cell("phone"),
    loanNumber: cell("loanNumber"),
    details: data && errors.length === 0 ? data : null,
    errors,
  };
}

function fieldText(field: string, code: string): string {
  if (code === "SAME_ADDRESS") return "The co-borrower needs their own email";
  const name = field.replace(/^coBorrowers\.0\.(.)/, (_, first: string) => `co${first.toUpperCase()}`) as ColumnName;
  const { label } = IMPORT_COLUMNS[name];
  return errorText(label, code);
}

type Loan = Pick<BorrowerDetails, "email" | "loanNumber">;

/** One person may have several loans, each with its own number. */
export function isSameLoan(one: Loan, other: Loan): boolean {
  return isSameEmail(one.email, other.email) && (other.loanNumber === null || one.loanNumber === other.loanNumber);
}
