import { classify, findCreditor } from "./classifier/classify.ts";
import { isGivenName, looksLikeCompany } from "./classifier/names.ts";
import { MAX_LENGTH } from "./classifier/words.ts";
import { isSameName } from "./gifts.ts";
import type { Account, Line } from "./model.ts";
import { matchOwners, type LoanPerson } from "./owners.ts";
import type { ReportItem } from "./parsed-report.ts";
import { nameWords } from "./text.ts";

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

const INDIVIDUAL = /\bIND(?:N| NAME):\s*([^:]{2,60}?)\s*(?:\b(?:CO|ID|SEC|TRN|TRACE|EED|DES|PPD|CCD|WEB)\b|$)/i;

/** Whom an ACH entry says is paid; `undefined` where it does not say. */
export function individualOf({ source }: Line): string | undefined {
  return INDIVIDUAL.exec(source.description.slice(0, MAX_LENGTH))?.[1];
}

/**
 * Whether the name in an ACH entry is of a person who is neither on the loan nor an owner of the account. Banks cut
 * names off, and companies write all kinds of text in the field, so what is not clearly another person's name is none.
 */
export function isAnother(name: string, account: Account, people: readonly LoanPerson[]): boolean {
  if (!isPersonsName(name)) return false;
  const owners = [{ names: [name], emails: [], phones: [] }];
  const entry = { name: "", officialName: null, subtype: null, ownershipType: null, owners };
  if (matchOwners(entry, people).persons.some(({ standing }) => standing !== "none")) return false;
  const loan = people.map(({ firstName, middleName, lastName }) => [firstName, middleName, lastName].join(" "));
  return ![...loan, ...account.ownership.persons.map(({ bankName }) => bankName)].some((known) => mayBe(name, known));
}

/** "Pope, Karl", "Karl Pope" or "Pope K". */
function isPersonsName(name: string): boolean {
  const words = nameWords(name).filter((word) => /^\p{L}+$/u.test(word));
  if (words.length < 2 || looksLikeCompany(words)) return false;
  const isShort = words.length === 2 && words.some((word) => word.length === 1);
  return name.includes(",") || words.some(isGivenName) || isShort;
}

/** Each word is a word of the known name, or the start of one. */
function mayBe(name: string, known: string): boolean {
  const words = nameWords(known);
  return nameWords(name).every((part) =>
    words.some((word) => word.startsWith(part) || (word.length > 2 && part.startsWith(word))),
  );
}
