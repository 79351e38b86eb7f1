// Owns whose an account is (R5), and whether a business stands behind it (R13).
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { isBusinessName, matchName, stronger, type NameMatch, type PersonName } from "./names.ts";

export interface Ownership {
  readonly match: NameMatch;
  /** More than one owner, or the bank says so. */
  readonly isJoint: boolean;
  /** Owners who are not on the loan, as the bank writes them; a business is none. */
  readonly nonBorrowerOwners: readonly string[];
  /** The bank named nobody. */
  readonly isUnknown: boolean;
  /** An account, or an owner, with a business name: its cash flow is asked for. */
  readonly isBusiness: boolean;
  /** Held by a trust or an association, as the bank says. */
  readonly isHeldByOthers: boolean;
  /** Nothing of it counts. */
  readonly isExcluded: boolean;
}

interface OwnerEntry {
  readonly name: string;
  readonly match: NameMatch;
}

/** Names within one entry of the bank are one person's, unless none of them matches. */
export function judgeOwnership(account: ReportAccount, borrowers: readonly PersonName[]): Ownership {
  const entries = account.owners.filter(({ names }) => names.length > 0);
  const people = entries.flatMap(({ names }): OwnerEntry[] => {
    const judged = names.map((name) => ({ name, match: matchOf(name, borrowers) }));
    const match = judged.reduce<NameMatch>((best, one) => stronger(best, one.match), "none");
    return match === "none" ? judged : [{ name: names[0]!, match }]; // not empty, as filtered
  });
  const businesses = people.filter(({ name, match }) => match === "none" && isBusinessName(name));
  const match = people.reduce<NameMatch>((best, one) => stronger(best, one.match), "none");
  const isNamedBusiness = [account.name, account.officialName ?? ""].some(isBusinessName);
  return {
    match,
    isJoint: account.ownershipType === "joint" || entries.length > 1,
    nonBorrowerOwners: people.flatMap((one) => (one.match === "none" && !businesses.includes(one) ? [one.name] : [])),
    isUnknown: people.length === 0,
    isBusiness: isNamedBusiness || businesses.length > 0,
    isHeldByOthers: account.ownershipType === "trust" || account.ownershipType === "association",
    isExcluded: match === "none",
  };
}

function matchOf(name: string, borrowers: readonly PersonName[]): NameMatch {
  return borrowers.reduce<NameMatch>((best, person) => stronger(best, matchName(name, person)), "none");
}
