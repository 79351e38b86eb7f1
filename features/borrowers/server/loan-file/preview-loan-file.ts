import {
  CO_BORROWERS_PER_LOAN,
  LOAN_FILE,
  type LoanFileFault,
  type LoanFileLoan,
  type LoanFilePerson,
} from "#features/borrowers/contract.ts";
import { Phone } from "#platform/contract/fields.ts";
import { toE164 } from "#platform/text/phone.ts";
import { MismoFileError, readMismo } from "#providers/mismo/read-xml.ts";
import { at, childrenOf, type Element, textAt } from "#providers/statement-files/element.ts";
import { partiesOf, Problems, readTerms, subjectLoanOf } from "./read-terms.ts";

interface Preview {
  readonly fault: LoanFileFault | null;
  readonly loans: LoanFileLoan[];
}

/** The loans of a MISMO 3.4 file, with what could not be read. Stores nothing. */
export function previewLoanFile({ content }: { readonly content: string }): Preview {
  try {
    const deals = readMismo(Buffer.from(content, "base64"));
    if (deals.length > LOAN_FILE.loans)
      return refused({ code: "TOO_MANY_LOANS", line: null, found: String(deals.length) });
    return { fault: null, loans: deals.map(loanOf) };
  } catch (error) {
    if (!(error instanceof MismoFileError)) throw error;
    const { code, line, found } = error;
    return refused({ code, line, found });
  }
}

function refused(fault: LoanFileFault): Preview {
  return { fault, loans: [] };
}

/** The longest text that is shown of a name, a number or an address; none of ours is as long. */
const LONGEST = 300;

function textIn(element: Element | undefined, ...path: readonly string[]): string {
  return (textAt(element, ...path) ?? "").slice(0, LONGEST);
}

function loanOf(deal: Element): LoanFileLoan {
  const problems = new Problems();
  const parties = partiesOf(deal, "Borrower");
  const most = 1 + CO_BORROWERS_PER_LOAN;
  if (parties[most]) problems.add("coBorrowers", "TOO_MANY", parties[most], String(parties.length));
  const numbers = childrenOf(at(subjectLoanOf(deal), "LOAN_IDENTIFIERS"), "LOAN_IDENTIFIER");
  const number = numbers.find((one) => textAt(one, "LoanIdentifierType") === "LenderLoan");
  return {
    loanNumber: textIn(number, "LoanIdentifier"),
    people: parties.slice(0, most).map((party) => personOf(party, problems)),
    loan: readTerms(deal, problems),
    problems: problems.list.toSorted((a, b) => a.line - b.line),
  };
}

function personOf(party: Element, problems: Problems): LoanFilePerson {
  const name = at(party, "INDIVIDUAL", "NAME");
  const contacts = childrenOf(at(party, "INDIVIDUAL", "CONTACT_POINTS"), "CONTACT_POINT");
  const email = contacts.map((one) => textIn(one, "CONTACT_POINT_EMAIL", "ContactPointEmailValue")).find(Boolean);
  const isMobile = (one: Element) => textAt(one, "CONTACT_POINT_DETAIL", "ContactPointRoleType") === "Mobile";
  const phones = [...contacts.filter(isMobile), ...contacts.filter((one) => !isMobile(one))].flatMap((one) =>
    childrenOf(at(one, "CONTACT_POINT_TELEPHONE"), "ContactPointTelephoneValue"),
  );
  return {
    firstName: textIn(name, "FirstName"),
    middleName: textIn(name, "MiddleName"),
    lastName: textIn(name, "LastName"),
    suffix: textIn(name, "SuffixName"),
    email: email ?? "",
    phone: phoneOf(phones[0], problems),
  };
}

function phoneOf(element: Element | undefined, problems: Problems): string {
  const typed = element?.text.trim() ?? "";
  if (!element || typed === "") return "";
  const phone = toE164(typed);
  if (Phone.safeParse(phone).success) return phone;
  problems.add("phone", "PHONE", element);
  return "";
}
