// Owns whether two names mean one person: as written, by an initial, or nearly so.
import { RULES } from "../rule-set.ts";
import { NICKNAMES, SUFFIXES, WORDS } from "../word-lists.ts";

export type NameMatch = "exact" | "initials" | "fuzzy" | "none";
const STRENGTH: readonly NameMatch[] = ["none", "fuzzy", "initials", "exact"];

export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

interface Parts {
  readonly given: string;
  /** The last word, and where hyphens joined several, all of them together. */
  readonly families: readonly string[];
}

/** The stronger of two. */
export function stronger(one: NameMatch, other: NameMatch): NameMatch {
  return STRENGTH.indexOf(one) >= STRENGTH.indexOf(other) ? one : other;
}

/** An owner as the bank writes it against a person on the loan. */
export function matchName(owner: string, person: PersonName): NameMatch {
  const [bank, loan] = [partsOf(owner), partsOf(`${person.firstName} ${person.lastName}`)];
  if (!bank || !loan) return "none";
  const hasFamily = bank.families.some((family) => loan.families.includes(family));
  if (hasFamily && bank.given === loan.given) return "exact";
  if (hasFamily && bank.given[0] === loan.given[0] && (bank.given.length === 1 || loan.given.length === 1))
    return "initials";
  const isNear = isLike(bank.given, loan.given) && bank.families.some((a) => loan.families.some((b) => isLike(a, b)));
  // Robert and Roberta are two people: what one name adds to the other is no slip of the pen.
  const isOther = bank.given !== loan.given && (bank.given.startsWith(loan.given) || loan.given.startsWith(bank.given));
  return isNear && !isOther ? "fuzzy" : "none";
}

function isLike(a: string, b: string): boolean {
  return similarity(a, b) >= RULES.R5.parameters.similarity;
}

export function isBusinessName(name: string): boolean {
  return WORDS.business.test(name.toUpperCase());
}

// Middle names, initials and suffixes are dropped; "Charleson, Alberta" is turned round.
function partsOf(name: string): Parts | null {
  const [before = "", after] = name.split(",", 2);
  const isTurned = after !== undefined && !SUFFIXES.has(plainName(after));
  const words = plain(isTurned ? `${after} ${before}` : name)
    .split(" ")
    .filter((word) => word !== "" && !SUFFIXES.has(word));
  const [given, family] = [words[0], words.at(-1)];
  if (words.length < 2 || !given || !family) return null;
  const parts = family.split("-").filter(Boolean);
  return { given: NICKNAMES[given] ?? given, families: [...new Set([parts.at(-1) ?? family, parts.join("")])] };
}

/** A whole name, to be compared with another as it is. */
export function plainName(name: string): string {
  return plain(name).trim();
}

/** Lower case without accents or punctuation; hyphens stay. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, " ");
}

/** Jaro and Winkler's, 0 to 1. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, (Math.max(a.length, b.length) >> 1) - 1);
  const taken = new Array<boolean>(b.length).fill(false);
  const shared: string[] = [];
  for (let at = 0; at < a.length; at++)
    for (let other = Math.max(0, at - reach); other < Math.min(b.length, at + reach + 1); other++)
      if (!taken[other] && a[at] === b[other]) {
        taken[other] = true;
        shared.push(a[at]!); // within its length
        break;
      }
  if (shared.length === 0) return 0;
  const inOther = [...b].filter((_letter, at) => taken[at]);
  const turned = shared.filter((letter, at) => letter !== inOther[at]).length / 2;
  const jaro = (shared.length / a.length + shared.length / b.length + (shared.length - turned) / shared.length) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < Math.min(a.length, b.length) && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}
