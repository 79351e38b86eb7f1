import { DISTINCT_GIVEN_NAMES, FAMILY_NAMES, GIVEN_NAME_GROUPS, GIVEN_NAME_VARIANTS } from "./given-names.ts";
import { once } from "./once.ts";
import { compare, nameWords } from "./text.ts";

/** A person on the loan, as the lender entered the name. */
export interface LoanPerson {
  readonly firstName: string;
  readonly middleName?: string | null;
  readonly lastName: string;
  readonly suffix?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  /** Names at the bank that a reviewer confirmed as this person's. */
  readonly aliases?: readonly string[];
}

/** What the rule reads of an account. */
export interface BankOwners {
  readonly name: string;
  readonly officialName: string | null;
  readonly subtype: string | null;
  /** Plaid: individual, joint, association or trust. */
  readonly ownershipType: string | null;
  readonly owners: readonly ({ readonly names: readonly string[] } & Contact)[];
}

interface Contact {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

export type NameMatch = "exact" | "contact" | "partial" | "initials" | "fuzzy" | "suffix" | "middle" | "alias" | "none";
export type Standing = "confirmed" | "unconfirmed" | "none";

interface Result {
  readonly match: NameMatch;
  readonly standing: Standing;
}

export interface OwnerPerson extends Result {
  readonly bankName: string;
  /** Full name on the loan; `null` when the person is no borrower. */
  readonly borrower: string | null;
}

export interface Ownership extends Result {
  /** Each person once, best match first. `standing` and `match` are those of the first. */
  readonly persons: readonly OwnerPerson[];
  /** Persons who are no borrower; FHA asks each for an access letter. */
  readonly nonBorrowers: readonly string[];
  readonly capacity: "heldForAnother" | "trust" | null;
  readonly isJoint: boolean;
  /** The bank reports a joint account but one name only. */
  readonly isJointWithoutName: boolean;
  readonly isBusiness: boolean;
  readonly businessName: string | null;
  /** The bank reports no owner names at all. */
  readonly isOwnerUnknown: boolean;
}

const NONE: Result = { match: "none", standing: "none" };
const STANDINGS: readonly Standing[] = ["confirmed", "unconfirmed", "none"];
const MATCHES: readonly NameMatch[] = [
  "alias",
  "exact",
  "contact",
  "middle",
  "partial",
  "suffix",
  "initials",
  "fuzzy",
  "none",
];
const SIMILARITY = 0.92;
const MAX_LENGTH = 200;
const MAX_TOKENS = 12;
const MAX_NAMES = 50;
const MAX_PERSONS = 10;
const MAX_ROWS = 100;

export function matchOwners(account: BankOwners, people: readonly LoanPerson[]): Ownership {
  const loan = readPeople(people);
  const strings = distinctNames(account.owners);
  const persons = assign(strings, loan).map(({ bankName, result, person }) => ({
    bankName,
    ...result,
    borrower: person?.name ?? null,
  }));
  const { match, standing } = persons[0] ?? NONE;
  const labels = [account.name, account.officialName ?? ""].map((label) => readBankName(label));
  const isJointType = account.ownershipType === "joint";
  const businessOf = (names: readonly BankName[]) =>
    names
      .flatMap(({ businesses }) => businesses)
      .filter(Boolean)
      .sort(compare)[0];
  return {
    standing,
    match,
    persons,
    nonBorrowers: persons.filter((one) => one.standing === "none").map(({ bankName }) => bankName),
    capacity: capacityOf(account, strings, labels),
    isJoint: isJointType || persons.length > 1,
    isJointWithoutName: isJointType && strings.length > 0 && persons.length < 2,
    isBusiness: account.subtype?.toLowerCase() === "business" || [...strings, ...labels].some((one) => one.isBusiness),
    businessName: businessOf(strings) ?? businessOf(labels) ?? null,
    isOwnerUnknown: strings.length === 0,
  };
}

/** Whether a name at the bank is this person's own. Money held for another person is no one's own. */
export function matchName(bankName: string, person: LoanPerson, contact?: Contact): Result {
  const loan = readPerson(person);
  const read = readBankName(bankName);
  if (loan.aliases.has(plainKey(read.text))) return { match: "alias", standing: "confirmed" };
  if (read.capacity === "heldForAnother") return NONE;
  const best = read.persons.map((one) => matchPerson(one, loan, readContact(contact))).sort(byResult)[0] ?? NONE;
  return read.capacity === "trust" && best.standing === "confirmed" && best.match !== "alias"
    ? { match: best.match, standing: "unconfirmed" }
    : best;
}

function capacityOf(account: BankOwners, strings: readonly BankName[], labels: readonly BankName[]) {
  const { ownershipType } = account;
  const isHeld =
    strings.some(({ capacity }) => capacity === "heldForAnother") || labels.some(({ isForMinor }) => isForMinor);
  if (isHeld) return "heldForAnother";
  const isTrust = ownershipType === "trust" || ownershipType === "association";
  return isTrust || strings.some(({ capacity }) => capacity === "trust") ? "trust" : null;
}

// ---- Persons of an account ----------------------------------------------------------------------------------------

interface OwnerName extends BankName {
  readonly entry: number;
  readonly contact: ContactKeys;
}

interface Row {
  readonly bankName: string;
  readonly parsed: ParsedPerson;
  readonly source: OwnerName;
  result: Result;
  person: Loan | null;
}

function distinctNames(owners: BankOwners["owners"]): OwnerName[] {
  const names = owners.flatMap(({ names: written, emails, phones }, entry) => {
    const contact = readContact({ emails, phones });
    return [...new Set(written)].map((name) => ({ ...readBankName(name), entry, contact }));
  });
  return names
    .filter(({ text }) => /\p{L}/u.test(text))
    .sort((a, b) => compare(a.text, b.text))
    .slice(0, MAX_NAMES);
}

function assign(strings: readonly OwnerName[], loan: readonly Loan[]): Row[] {
  const rows = strings
    .flatMap((source) => assignWithin(source, loan))
    .sort(byRow)
    .slice(0, MAX_ROWS);
  const confirmed = rows.filter(({ result }) => result.standing === "confirmed");
  for (const row of rows) {
    const { match } = row.result;
    // Beside Alvin Brandt Jr himself, an ALVIN BRANDT is more likely his father than a second spelling.
    if ((match === "suffix" || match === "middle") && confirmed.some(({ person }) => person === row.person))
      Object.assign(row, { result: NONE, person: null });
  }
  const owners = rows.filter(
    (row) => !rows.some((other) => byResult(other.result, row.result) < 0 && isOwnSpelling(row, other)),
  );
  const seen = new Set<unknown>();
  return owners.sort(byRow).filter(({ result, person, parsed }) => {
    const order = person ? loan.indexOf(person) : "";
    const keys = [`${order}|${parsed.key}`, ...(result.standing === "confirmed" ? [person] : [])];
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isRepeated;
  });
}

function isOwnSpelling(row: Row, other: Row): boolean {
  return (row.person === null || row.person === other.person) && isSameOwner(row, other);
}

/** Other spellings of one owner, which the bank reports side by side. */
function isSameOwner({ source, parsed }: Row, other: Row): boolean {
  return source !== other.source && source.entry === other.source.entry && isSamePerson(parsed, other.parsed);
}

/** Two persons named in one string are two people, so a borrower is at most one of them. */
function assignWithin(source: OwnerName, loan: readonly Loan[]): Row[] {
  const distinct = new Map(source.persons.map((parsed) => [parsed.key, parsed]));
  const rows = [...distinct.values()].map((parsed): Row => ({
    bankName: parsed.bankName,
    parsed,
    source,
    result: NONE,
    person: null,
  }));
  const pairs = rows
    .flatMap((row) => loan.map((person) => ({ row, person, result: matchPerson(row.parsed, person, source.contact) })))
    .filter(({ result }) => result.standing !== "none")
    .sort((a, b) => byResult(a.result, b.result) || compare(a.row.bankName, b.row.bankName));
  const taken = new Set<Loan>();
  for (const { row, person, result } of pairs) {
    if (row.person || taken.has(person)) continue;
    Object.assign(row, { person, result });
    taken.add(person);
  }
  return rows;
}

function byResult(a: Result, b: Result): number {
  return (
    STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) || MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match)
  );
}

function byRow(a: Row, b: Row): number {
  const nameOf = ({ bankName, person }: Row) => `${bankName}\n${person?.name}`;
  return byResult(a.result, b.result) || compare(nameOf(a), nameOf(b));
}

function isSamePerson(a: ParsedPerson, b: ParsedPerson): boolean {
  if ([...a.suffixes].some((one) => b.suffixes.size > 0 && !b.suffixes.has(one))) return false;
  const pairs = readingsOf(a, []).flatMap((one) =>
    readingsOf(b, []).flatMap((other) => {
      const given = compareGiven(one.givens, other.givens);
      const family = compareFamily(one.family, joinParticles(other.family));
      return given.kind === "same" && (family === "same" || family === "contained") ? [given] : [];
    }),
  );
  return pairs.length > 0 && !pairs.some(({ isMiddleOther }) => isMiddleOther);
}

// ---- One name against one person ----------------------------------------------------------------------------------

interface Loan {
  readonly name: string;
  /** Distinguishes two persons of one name. */
  readonly order: string;
  readonly givens: readonly string[];
  readonly family: readonly string[];
  readonly suffix: string | null;
  readonly contact: ContactKeys;
  readonly aliases: ReadonlySet<string>;
}

interface ContactKeys {
  readonly emails: ReadonlySet<string>;
  readonly phones: ReadonlySet<string>;
}

const readPeople = once((people: readonly LoanPerson[]): readonly Loan[] =>
  people.map(readPerson).sort((a, b) => compare(a.name, b.name) || compare(a.order, b.order)),
);

function readPerson(person: LoanPerson): Loan {
  const { firstName, middleName, lastName, suffix, email, phone, aliases } = person;
  const written = [firstName, middleName, lastName, suffix].map((part) => sanitize(part ?? "").text);
  const [first = [], middle = [], last = [], after = []] = written.map((part) => tokensOf(part));
  const suffixes = [...after, ...last.slice(1)].flatMap((token) => SUFFIXES.get(token) ?? (token === "V" ? ["V"] : []));
  return {
    name: written.filter(Boolean).join(" "),
    order: JSON.stringify([email, phone, [...(aliases ?? [])].sort(compare)]),
    givens: [...first, ...middle].slice(0, MAX_TOKENS),
    family: joinParticles(last.filter((token, at) => at === 0 || !SUFFIXES.has(token)).slice(0, MAX_TOKENS)),
    suffix: suffixes[0] ?? null,
    contact: readContact({ emails: email ? [email] : [], phones: phone ? [phone] : [] }),
    aliases: new Set((aliases ?? []).map((alias) => plainKey(sanitize(alias).text)).filter(Boolean)),
  };
}

function readContact(contact?: Contact): ContactKeys {
  const digits = (phone: string) => phone.slice(0, MAX_LENGTH).replace(/\D/g, "");
  return {
    emails: new Set(
      (contact?.emails ?? []).map((email) => email.trim().toLowerCase()).filter((one) => /.@./.test(one)),
    ),
    phones: new Set(
      (contact?.phones ?? [])
        .map((phone) => digits(phone).replace(/^1(?=\d{10}$)/, ""))
        .filter((one) => one.length >= 10),
    ),
  };
}

function sharesContact(a: ContactKeys, b: ContactKeys): boolean {
  return [...a.emails].some((email) => b.emails.has(email)) || [...a.phones].some((phone) => b.phones.has(phone));
}

function matchPerson(bank: ParsedPerson, person: Loan, contact: ContactKeys): Result {
  if (bank.aliasKeys.some((key) => person.aliases.has(key))) return { match: "alias", standing: "confirmed" };
  const named = matchParsed(bank, person, sharesContact(contact, person.contact));
  return bank.isUncertain && named.standing === "confirmed" ? { match: named.match, standing: "unconfirmed" } : named;
}

function matchParsed(bank: ParsedPerson, person: Loan, isContactShared: boolean): Result {
  if (person.family.length === 0) return NONE;
  const isFifth = person.suffix !== null && bank.tokens.at(-1) === "V" && bank.tokens.length > 2;
  const suffixes = isFifth ? new Set([...bank.suffixes, "V"]) : bank.suffixes;
  if ([...suffixes].some((suffix) => suffixes.size > 1 || (person.suffix !== null && suffix !== person.suffix)))
    return NONE;
  const tokens = isFifth ? bank.tokens.slice(0, -1) : bank.tokens;
  const readings = readingsOf({ ...bank, tokens }, person.givens).map((reading) => ({
    ...reading,
    ...matchReading(reading, person),
  }));
  const found = MATCHES.find((match) => readings.some((reading) => reading.match === match)) ?? "none";
  const match = found === "exact" && suffixes.size > 0 !== (person.suffix !== null) ? "suffix" : found;
  if (match === "exact") return { match, standing: "confirmed" };
  if (isContactShared && match === "partial") return { match, standing: "confirmed" };
  // Brothers of one first name may share a phone, so contact does not settle a middle name.
  if (isContactShared && match !== "middle" && readings.some(({ isGivenFit }) => isGivenFit))
    return { match: "contact", standing: "confirmed" };
  return { match, standing: match === "none" ? "none" : "unconfirmed" };
}

interface Reading {
  readonly givens: readonly string[];
  readonly family: readonly string[];
  readonly isAsWritten: boolean;
}

function matchReading({ givens, family, isAsWritten }: Reading, person: Loan) {
  const given = compareGiven(givens, person.givens);
  const compared = compareFamily(family, person.family);
  // MARIA GARCIA LOPEZ for Maria Lopez: GARCIA is a family name, not a middle name that may be missing.
  const relation = compared === "same" && given.rest.some((token) => isFamilyName(token)) ? "contained" : compared;
  const isFamilyFit = relation !== "none";
  return {
    match: matchOf(given, relation),
    // A letter fits too many people of a household, and so does a given name in the family's place.
    isGivenFit: (given.kind === "same" && (isFamilyFit || isAsWritten)) || (given.kind === "initial" && isFamilyFit),
  };
}

function matchOf({ kind, isMiddleOther }: Given, family: Relation): NameMatch {
  if (kind === "none" || family === "none") return "none";
  if (kind === "initial") return family === "near" ? "none" : "initials";
  if (kind === "near") return family === "contained" ? "none" : "fuzzy";
  if (family === "near") return "fuzzy";
  if (isMiddleOther) return "middle";
  return family === "same" ? "exact" : "partial";
}

/** Every way to split the words into given and family names; banks write both orders. */
function readingsOf({ tokens, familyLength, hyphens }: ParsedPerson, loanGivens: readonly string[]): Reading[] {
  if (tokens.length > MAX_TOKENS) return [];
  if (familyLength > 0)
    return [{ givens: tokens.slice(familyLength), family: tokens.slice(0, familyLength), isAsWritten: true }];
  const readings: Reading[] = [];
  for (let at = 1; at < tokens.length; at++) {
    if (hyphens.has(at)) continue;
    const [start, end] = [tokens.slice(0, at), tokens.slice(at)];
    const before = tokens[at - 1]!; // `at` is at least 1
    const isInside =
      at > 1 && isParticle(tokens, at - 1) && !LOOSE_PARTICLES.has(before) && !loanGivens.includes(before);
    if (!isInside) readings.push({ givens: start, family: end, isAsWritten: true });
    readings.push({ givens: end, family: start, isAsWritten: false });
  }
  // Vietnamese order: NGUYEN VAN AN is An Nguyen.
  const [family = "", ...rest] = tokens;
  const middle = rest.slice(0, -1);
  if (middle.length > 0 && middle.every((token) => token === "VAN" || token === "THI" || loanGivens.includes(token)))
    readings.push({ givens: [rest.at(-1)!, ...middle], family: [family], isAsWritten: false });
  return readings;
}

interface Given {
  readonly kind: "same" | "initial" | "near" | "none";
  /** Both sides have full middle names, and none in common. */
  readonly isMiddleOther: boolean;
  /** Full middle names at the bank that the loan does not have. */
  readonly rest: readonly string[];
}

function compareGiven(bank: readonly string[], loan: readonly string[]): Given {
  const [first = "", second] = bank;
  const [other = "", next] = loan;
  const candidates: Given[] = [];
  const add = (kind: Given["kind"], bankTaken = 1, loanTaken = 1) => {
    const bankRest = bank.slice(bankTaken).filter(isFullName);
    const loanRest = loan.slice(loanTaken).filter(isFullName);
    const rest = bankRest.filter((token) => !loan.includes(token));
    const middle = bankRest.filter((token) => !rest.includes(token) || !isFamilyName(token));
    const isShared =
      middle.some((a) => loanRest.some((b) => isSameGiven(a, b))) || middle.join("") === loanRest.join("");
    candidates.push({ kind, isMiddleOther: middle.length > 0 && loanRest.length > 0 && !isShared, rest });
  };
  if (INITIAL.test(first) || INITIAL.test(other)) {
    if (first[0] === other[0]) add("initial");
  } else if (isSameGiven(first, other)) add("same");
  else if (isNearGiven(first, other)) add("near");
  // MARY ANN is MARYANN.
  if (next !== undefined && isSameGiven(first, withoutUmlaut(other + next))) add("same", 1, 2);
  if (second !== undefined && isSameGiven(withoutUmlaut(first + second), other)) add("same", 2, 1);
  const ranked = candidates.filter(({ kind }) => kind === "same");
  return (
    ranked.find(({ isMiddleOther }) => !isMiddleOther) ??
    ranked[0] ??
    candidates[0] ?? { kind: "none", isMiddleOther: false, rest: [] }
  );
}

type Relation = "same" | "contained" | "near" | "none";

function compareFamily(bank: readonly string[], loan: readonly string[]): Relation {
  const joined = joinParticles(bank);
  const full = joined.length > 1 ? joined.filter((token) => !INITIAL.test(token)) : joined;
  if (full.length === 0) return "none";
  const [a, b] = [full, loan].map((tokens) => withoutUmlaut(tokens.join(""))) as [string, string];
  // JOHN SMITH V may be the fifth of the name, so a letter that was dropped is no full agreement.
  if (a === b) return full.length === joined.length ? "same" : "contained";
  const [shorter, longer] = full.length < loan.length ? [full, loan] : [loan, full];
  if (shorter.every((token) => token.length > 1 && longer.includes(token))) return "contained";
  return full.length === joined.length && similarity(a, b) >= SIMILARITY ? "near" : "none";
}

const INITIAL = /^[A-Z]$/;

function isFullName(token: string): boolean {
  return !INITIAL.test(token) && !PARTICLES.has(token);
}

/** Given names that are one name: BOB and ROBERT. */
export function isSameGiven(a: string, b: string): boolean {
  return a === b || shareGroup(GROUPS, a, b);
}

function isNearGiven(a: string, b: string): boolean {
  if (shareGroup(VARIANTS, a, b)) return true;
  if (KNOWN.has(a) && KNOWN.has(b)) return false;
  return !a.startsWith(b) && !b.startsWith(a) && similarity(a, b) >= SIMILARITY;
}

function shareGroup(groups: ReadonlyMap<string, readonly number[]>, a: string, b: string): boolean {
  return (groups.get(a) ?? []).some((group) => groups.get(b)?.includes(group));
}

/** Jaro-Winkler similarity, 0 to 1. */
export function similarity(a: string, b: string): number {
  const reach = Math.max(0, (Math.max(a.length, b.length) >> 1) - 1);
  const letters = b.split("");
  const used = new Set<number>();
  const shared = a.split("").filter((letter, at) => {
    const found = letters.findIndex(
      (other, index) => other === letter && Math.abs(index - at) <= reach && !used.has(index),
    );
    used.add(found);
    return found >= 0;
  });
  if (shared.length === 0) return 0;
  const inOther = letters.filter((_, at) => used.has(at));
  const transposed = shared.filter((letter, at) => letter !== inOther[at]).length / 2;
  const jaro = (shared.length / a.length + shared.length / b.length + (shared.length - transposed) / shared.length) / 3;
  let prefix = 0;
  while (prefix < 4 && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

// ---- Reading a name at the bank -----------------------------------------------------------------------------------

interface ParsedPerson {
  readonly bankName: string;
  readonly tokens: readonly string[];
  /** How many words are family names in "SMITH, JOHN"; 0 without a comma. */
  readonly familyLength: number;
  /** Words that a hyphen joins to the one before. */
  readonly hyphens: ReadonlySet<number>;
  readonly suffixes: ReadonlySet<string>;
  /** The same for one person in either order. */
  readonly key: string;
  readonly aliasKeys: readonly string[];
  /** The name is not enough to confirm: held in trust for another, or cut because of its length. */
  readonly isUncertain: boolean;
}

interface BankName {
  readonly text: string;
  readonly persons: readonly ParsedPerson[];
  readonly capacity: "heldForAnother" | "trust" | null;
  readonly isForMinor: boolean;
  readonly isBusiness: boolean;
  readonly businesses: readonly string[];
}

interface Word {
  readonly raw: string;
  /** Letters and digits without accents; "" for punctuation. */
  readonly key: string;
}

const SUFFIXES = new Map(
  Object.entries({
    JR: "JR",
    JUNIOR: "JR",
    SR: "SR",
    SENIOR: "SR",
    II: "II",
    "2ND": "II",
    III: "III",
    "3RD": "III",
    IV: "IV",
    "4TH": "IV",
  }),
);
const TITLES = new Set(["MR", "MRS", "MS", "MISS", "DR", "MX", "SRA"]);
const DEGREES = new Set(["MD", "PHD", "DDS", "DMD", "ESQ", "CPA", "RN", "DVM"]);
const JOINT_WORDS = new Set([
  "JTWROS",
  "JTRS",
  "WROS",
  "JTTEN",
  "JTTIC",
  "JT",
  "TEN",
  "TENCOM",
  "COM",
  "ENT",
  "TENENT",
  "TIC",
]);
const FILLERS = new Set(["AS", "CO", "THE", "OF", "BY", "UA", "UTA", "UTD", "DTD", "DATED"]);
const BUSINESS = new Set(["LLC", "INC", "CORP", "LTD", "LLP", "PC", "PLLC", "LLLP", "INCORPORATED", "CORPORATION"]);
const SEPARATORS = new Set(["&", "OR", "AND"]);
const STRICT_HELD = new Set(["FBO", "CUST", "CF", "UTMA", "UGMA", "GDN", "POA", "REPPAYEE", "AIF"]);
const STRICT_TRUSTEES = new Set([
  "TTEE",
  "TTEES",
  "TRUSTEE",
  "TRUSTEES",
  "COTRUSTEE",
  "COTTEE",
  "COTRUSTEES",
  "COTTEES",
]);
/** The name before owns; what follows are beneficiaries or other names. */
const STOPS = new Set(["POD", "TOD", "DBA", "AKA", "FKA"]);
const STRICT = [...STRICT_HELD, ...STRICT_TRUSTEES, ...STOPS, "ITF"];
/** Words that are also parts of business names, as in GUARDIAN PLUMBING LLC. */
const LOOSE_HELD = new Set(["CUSTODIAN", "GUARDIAN", "EST", "ESTATE", "CONSERVATOR"]);
const TRUSTS = new Set(["TRUST", "TST"]);
const PARTICLES = new Set(
  "DE LA LAS LOS DEL DELLA DELA DI DA DOS DAS DU DES VAN VON VOM DER DEN TER TEN LE MC MAC O D ST SAN SANTA EL AL BIN IBN ABU FITZ".split(
    " ",
  ),
);
const VIETNAMESE = new Set(
  "NGUYEN TRAN LE PHAM HUYNH HOANG PHAN VU VO DANG BUI DO HO NGO DUONG LY TRUONG DINH LAM".split(" "),
);
/** Particles that are also given names or initials, as in JOHN O SMITH. */
const LOOSE_PARTICLES = new Set(["O", "D", "MAC", "AL", "EL", "LE", "DI", "DA", "TEN", "BIN"]);

const GROUPS = indexOf(GIVEN_NAME_GROUPS);
const VARIANTS = indexOf(GIVEN_NAME_VARIANTS);
const KNOWN: ReadonlySet<string> = new Set([
  ...GROUPS.keys(),
  ...VARIANTS.keys(),
  ...DISTINCT_GIVEN_NAMES.split(" ").map(withoutUmlaut),
]);
const FAMILIES: ReadonlySet<string> = new Set(FAMILY_NAMES.split(" ").map(withoutUmlaut));

function indexOf(groups: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [at, group] of groups.entries())
    for (const name of group.split(" ").map(withoutUmlaut)) index.set(name, [...(index.get(name) ?? []), at]);
  return index;
}

function isFamilyName(token: string): boolean {
  return FAMILIES.has(token) || /^[A-Z]{3,}EZ$/.test(token);
}

// A report repeats its owners and the names of accounts.
const CACHE_SIZE = 1_000;
const cache = new Map<string, BankName>();

function readBankName(name: string): BankName {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const read = readUncached(name);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(name, read);
  return read;
}

function readUncached(name: string): BankName {
  const { text, isCut } = sanitize(name);
  const words = wordsOf(text);
  const hasBusinessWord = words.some(({ key }, at) => isBusinessWord(key, at));
  const scope = readCapacity(words, hasBusinessWord);
  const { owners, after } = scope;
  const segments = split(owners);
  const businesses: string[] = scope.isDba ? [display(after)] : [];
  const people: Word[][] = [];
  for (const [at, segment] of segments.entries()) {
    const next = segments[at + 1];
    // SMITH & JONES LLC is one business.
    const isPartOfNext = next !== undefined && isBusiness(next) && isLone(segment);
    if (isBusiness(segment)) businesses.push(display(segment));
    else if (!isPartOfNext) people.push(segment);
  }
  const isOne = people.length === 1 && businesses.length === 0;
  const persons = withFamilies(people)
    .slice(0, MAX_PERSONS)
    .map((segment) =>
      readSegment(segment, { isUncertain: isCut, isInTrustFor: scope.isInTrustFor, whole: isOne ? text : null }, after),
    );
  return {
    text,
    persons: persons.filter(({ tokens }) => tokens.length > 0),
    capacity: scope.capacity,
    isForMinor: words.some(({ key }) => key === "UTMA" || key === "UGMA" || key === "FBO"),
    isBusiness: scope.isDba || hasBusinessWord,
    businesses: businesses.length > 0 || !hasBusinessWord ? businesses : [text],
  };
}

interface Scope {
  readonly owners: readonly Word[];
  /** Beneficiaries or the name of a business: never owners. */
  readonly after: readonly Word[];
  readonly capacity: "heldForAnother" | "trust" | null;
  readonly hasTrustee: boolean;
  readonly isInTrustFor: boolean;
  readonly isDba: boolean;
}

/** Finds the words before the first capacity word: only they can be owners. */
function readCapacity(words: readonly Word[], hasBusinessWord: boolean): Scope {
  let end = words.length;
  let start = 0;
  let capacity: Scope["capacity"] = null;
  let hasTrustee = false;
  let isInTrustFor = false;
  let isDba = false;
  let trustAt = -1;
  for (const [at, { key }] of words.entries()) {
    if (STOPS.has(key)) {
      if (key === "DBA") isDba = true;
      end = Math.min(end, at);
      break;
    }
    const isLoose = !hasBusinessWord && words[at - 1]?.key !== "REAL";
    if ((STRICT_HELD.has(key) && (key !== "CF" || at > 0)) || (isLoose && LOOSE_HELD.has(key))) {
      capacity = "heldForAnother";
      end = Math.min(end, at);
    } else if (key === "ITF") {
      isInTrustFor = true;
      end = Math.min(end, at);
    } else if (STRICT_TRUSTEES.has(key) || (isLoose && at > 1 && key === "TR")) {
      capacity ??= "trust";
      if (end === words.length) {
        hasTrustee = true;
        // QUIST FAMILY TRUST NORA QUIST TTEE: the trustee is named after the trust.
        start = trustAt + 1;
        end = at;
      }
    } else if (isLoose && TRUSTS.has(key)) {
      capacity ??= "trust";
      if (end === words.length) trustAt = at;
    }
  }
  const isTrustName = trustAt >= 0 && !hasTrustee;
  if (isTrustName) end = Math.min(end, beforeTrust(words, trustAt));
  return { owners: words.slice(start, end), after: words.slice(end + 1), capacity, hasTrustee, isInTrustFor, isDba };
}

/** Where the trust's own name starts: ADA KING OR QUIST FAMILY TRUST names Ada too, NORA & LEE QUIST TRUST no one. */
function beforeTrust(words: readonly Word[], trustAt: number): number {
  const separator = words.slice(0, trustAt).findLastIndex(({ key }) => SEPARATORS.has(key));
  return split(words.slice(0, separator)).some(isLone) ? 0 : Math.max(0, separator);
}

function split(words: readonly Word[]): Word[][] {
  const segments: Word[][] = [[]];
  for (const word of words)
    if (SEPARATORS.has(word.key)) segments.push([]);
    else segments.at(-1)!.push(word); // never empty
  return segments.filter((segment) => segment.some(({ key }) => /\p{L}/u.test(key)));
}

function isBusinessWord(key: string, at: number): boolean {
  return BUSINESS.has(key) && (key !== "PC" || at > 0);
}

function isBusiness(segment: readonly Word[]): boolean {
  return segment.some(({ key }, at) => isBusinessWord(key, at));
}

/** A given name without a family, as in JOHN & MARY SMITH. */
function isLone(segment: readonly Word[]): boolean {
  if (segment.some(({ key }) => key === ",")) return false;
  const { tokens, hyphens } = readTokens(segment);
  const isGiven = (token: string, at: number) => at === 0 || hyphens.has(at) || INITIAL.test(token);
  return tokens.length > 0 && (tokens.every(isGiven) || KNOWN.has(withoutUmlaut(tokens.join(""))));
}

function withFamilies(segments: readonly Word[][]): Word[][] {
  return segments.map((segment, at) => {
    if (!isLone(segment)) return segment;
    const donor =
      segments.slice(at).find((other) => !isLone(other)) ?? segments.slice(0, at).findLast((other) => !isLone(other));
    return donor ? [...segment, ...familyOf(donor)] : segment;
  });
}

function familyOf(segment: readonly Word[]): readonly Word[] {
  const named = withoutJointWords(segment).filter(
    ({ key }) => !SUFFIXES.has(key) && !TITLES.has(key) && !DEGREES.has(key),
  );
  if (readTokens(named).familyLength > 0)
    return named.slice(
      0,
      named.findIndex(({ key }) => key === ","),
    );
  const words = named.filter(({ key }) => key !== ",");
  const keys = words.map(({ key }) => withoutUmlaut(key));
  const isAfterParticle = isParticle(keys, keys.length - 2);
  if (KNOWN.has(keys.at(-1)!) && !KNOWN.has(keys[0]!) && !isAfterParticle) return words.slice(0, 1);
  let start = words.length - 1;
  while (start > 1 && (isParticle(keys, start - 1) || isFamilyName(keys[start - 1]!))) start--; // within `keys`
  return words.slice(start);
}

function readTokens(segment: readonly Word[]): Pick<ParsedPerson, "tokens" | "familyLength" | "hyphens" | "suffixes"> {
  const suffixes = new Set<string>();
  const parts: string[][] = [[]];
  const hyphens = new Set<number>();
  let count = 0;
  for (const [at, { raw, key }] of segment.entries()) {
    if (key === ",") parts.push([]);
    else if (TITLES.has(key) && count === 0 && at < segment.length - 1) continue;
    else
      for (const [part, token] of tokensOf(raw).entries()) {
        const suffix = count > 0 ? SUFFIXES.get(token) : undefined;
        if (suffix) suffixes.add(suffix);
        else if (!(count > 1 && DEGREES.has(token)) && !/\p{N}/u.test(token)) {
          if (part > 0) hyphens.add(count);
          parts.at(-1)!.push(token); // never empty
          count++;
        }
      }
  }
  const named = parts.filter((part) => part.length > 0);
  return { tokens: named.flat(), familyLength: named.length > 1 ? named[0]!.length : 0, hyphens, suffixes };
}

function withoutJointWords(words: readonly Word[]): Word[] {
  const last = words.findLastIndex(({ key }, at) => at < 2 || !JOINT_WORDS.has(key));
  return words.slice(0, last + 1);
}

function readSegment(
  segment: readonly Word[],
  { isUncertain, isInTrustFor, whole }: { isUncertain: boolean; isInTrustFor: boolean; whole: string | null },
  after: readonly Word[],
): ParsedPerson {
  let words = [...segment];
  while (words.length > 1 && FILLERS.has(words[0]!.key)) words = words.slice(1);
  while (words.length > 1 && (words.at(-1)!.key === "," || FILLERS.has(words.at(-1)!.key))) words.pop();
  words = withoutJointWords(words);
  const { tokens, familyLength, hyphens, suffixes } = readTokens(words);
  const written = display(words);
  // A confirmation of the name alone must not settle whom the money is held for.
  const bankName = isInTrustFor ? `${written} ITF ${display(after)}`.trim() : written;
  const full = tokens.filter((token) => !INITIAL.test(token));
  return {
    bankName,
    tokens,
    familyLength,
    hyphens,
    suffixes,
    key: `${[...(full.length > 1 ? full : tokens)].sort(compare).join(" ")}|${[...suffixes].sort(compare).join()}`,
    aliasKeys: [plainKey(bankName), plainKey(whole ?? "")],
    isUncertain: isUncertain || isInTrustFor,
  };
}

function display(words: readonly Word[]): string {
  return words
    .map(({ raw }) => raw)
    .join(" ")
    .replaceAll(" ,", ",");
}

// ---- Words --------------------------------------------------------------------------------------------------------

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bF B O\b|\bfor (?:the )?benefit of\b/gi, "FBO"],
  [/\bI T F\b|\bin trust for\b/gi, "ITF"],
  [/\bP O D\b|\bpay(?:able)? on death\b/gi, "POD"],
  [/\bT O D\b|\btransfer on death\b/gi, "TOD"],
  [/\bP O A\b|\bpower of attorney\b/gi, "POA"],
  [/\bD B A\b|\bdoing business as\b/gi, "DBA"],
  [/\brep(?:resentative)?[. ]+payee\b/gi, "REPPAYEE"],
  [/\battorney[- ]in[- ]fact\b|\bagent for\b|\bparent of\b|\bon behalf of\b/gi, "AIF"],
  [/\bL L C\b/gi, "LLC"],
];
const STRICT_WORD = new RegExp(`(?<![\\p{L}\\p{N}])(${STRICT.join("|")})(?![\\p{L}\\p{N}])`, "giu");
const ABBREVIATED = new Set([...STRICT, ...BUSINESS]);

function sanitize(name: string): { text: string; isCut: boolean } {
  const clean = name
    .slice(0, MAX_LENGTH * 10)
    .replace(/\p{Cc}/gu, " ")
    .replace(/\p{C}/gu, "")
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim();
  const text = clean
    .slice(0, MAX_LENGTH)
    .replace(/\p{Cs}/gu, "")
    .trim();
  return { text, isCut: name.length > MAX_LENGTH * 10 || clean.length > MAX_LENGTH };
}

function wordsOf(text: string): Word[] {
  const spelled = text.replace(/(?<![\p{L}\p{N}])(?:\p{L}[./])+\p{L}\.?(?![\p{L}\p{N}])/gu, (found, at: number) => {
    const letters = found.replace(/[./]/g, "").toUpperCase();
    const isSuffix = at > 0 && (letters === "JR" || letters === "SR");
    return ABBREVIATED.has(letters) || isSuffix ? ` ${letters} ` : found;
  });
  return PHRASES.reduce((written, [phrase, word]) => written.replace(phrase, ` ${word} `), spelled)
    .replace(STRICT_WORD, " $1 ")
    .replace(/[&+;/|]/g, " & ")
    .replaceAll(",", " , ")
    .split(" ")
    .map((raw) => ({ raw, key: raw === "&" || raw === "," ? raw : nameWords(raw).join("") }))
    .filter(({ key }) => key !== "");
}

function tokensOf(text: string): string[] {
  return nameWords(text)
    .map(withoutUmlaut)
    .map((token) => (token === "SAINT" ? "ST" : token));
}

function plainKey(text: string): string {
  return nameWords(text).join(" ");
}

/** Banks write MÜLLER as MUELLER or MULLER; both become MULLER. Names like JOEY and RAE keep their E. */
function withoutUmlaut(token: string): string {
  return token.replace(/(?<![AEIOUQ])([AOU])E(?=[B-DF-HJ-NP-TV-XZ])/g, "$1");
}

function joinParticles(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  let prefix = "";
  for (const [at, token] of tokens.entries()) {
    if (isParticle(tokens, at)) prefix += token;
    else {
      joined.push(withoutUmlaut(prefix + token));
      prefix = "";
    }
  }
  return joined;
}

/** The last word is never a particle: LE and VAN are also names. */
function isParticle(tokens: readonly string[], at: number): boolean {
  const next = tokens[at + 1];
  if (next === undefined || !PARTICLES.has(tokens[at]!)) return false;
  return !(tokens[at] === "VAN" && VIETNAMESE.has(next));
}
