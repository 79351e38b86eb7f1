import { PAYEE_GROUPS } from "./payee-data.ts";
import type { PayeeRole } from "./classes.ts";
import { splitWords } from "./words.ts";

export interface Payee {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly PayeeRole[];
}

/** An entry of the knowledge base. */
export interface PayeeEntry extends Payee {
  /** Id of the creditor this entry belongs to: Chase Auto and Chase Card are Chase. */
  readonly creditor: string;
  /** What it lends or sells, where a rule needs it: auto, student, mortgage, payday, hoa. */
  readonly kind: string | null;
  readonly aliases: readonly string[];
  /** Names too common to match anywhere but as the whole payee of an ACH entry. */
  readonly achNames: readonly string[];
  readonly achCompanyIds: readonly string[];
  readonly since: string;
  readonly source: string;
}

const ACH_NAME_LENGTH = 16;
/** Words after a company's name that say nothing about which company it is. */
const SUFFIXES = new Set<string | undefined>(
  "INC LLC CORP CO COMPANY LTD LP NA FSB USA US THE PPD CCD WEB TEL COM".split(" "),
);

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function listOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function readEntries(): PayeeEntry[] {
  const byId = new Map<string, PayeeEntry>();
  for (const { roles, kind, since, source, rows } of PAYEE_GROUPS)
    for (const row of rows.split("\n").filter((line) => line.trim() !== "")) {
      const [names = "", known = ""] = row.split(": ");
      const [name = "", parent] = names.split("<");
      const [aliases, achNames, achCompanyIds] = known.split("|");
      const id = idOf(name);
      const earlier = byId.get(id);
      byId.set(id, {
        id,
        name: name.trim(),
        creditor: parent === undefined ? (earlier?.creditor ?? id) : idOf(parent),
        kind: kind ?? earlier?.kind ?? null,
        roles: [...new Set([...(earlier?.roles ?? []), ...roles])],
        aliases: [...(earlier?.aliases ?? []), ...listOf(aliases)],
        achNames: [...(earlier?.achNames ?? []), ...listOf(achNames)],
        achCompanyIds: [...(earlier?.achCompanyIds ?? []), ...listOf(achCompanyIds)],
        since,
        source,
      });
    }
  return [...byId.values()];
}

interface Alias {
  readonly words: readonly string[];
  readonly entry: PayeeEntry;
}

interface Tables {
  readonly entries: readonly PayeeEntry[];
  readonly payees: ReadonlyMap<string, Payee>;
  readonly byFirstWord: ReadonlyMap<string | undefined, readonly Alias[]>;
  readonly byAchName: ReadonlyMap<string, PayeeEntry>;
  readonly byCompanyId: ReadonlyMap<string, PayeeEntry>;
}

function buildTables(): Tables {
  const entries = readEntries();
  const byFirstWord = new Map<string | undefined, Alias[]>();
  const byAchName = new Map<string, PayeeEntry>();
  const byCompanyId = new Map<string, PayeeEntry>();
  const addAlias = (words: readonly string[], entry: PayeeEntry) => {
    const list = byFirstWord.get(words[0]);
    if (list === undefined) byFirstWord.set(words[0], [{ words, entry }]);
    else list.push({ words, entry });
  };
  for (const entry of entries) {
    for (const alias of entry.aliases) addAlias(splitWords(alias), entry);
    for (const name of entry.achNames) {
      const key = splitWords(name).join(" ");
      if (!byAchName.has(key)) byAchName.set(key, entry);
    }
    for (const id of entry.achCompanyIds) byCompanyId.set(id, entry);
  }
  // An ACH batch cuts the company's name to 16 characters, often within a word.
  for (const entry of entries)
    for (const alias of entry.aliases) {
      if (alias.length <= ACH_NAME_LENGTH) continue;
      const cut = splitWords(alias.slice(0, ACH_NAME_LENGTH));
      const [, second = ""] = cut;
      if (cut.length > 2 || second.length >= 3) addAlias(cut, entry);
    }
  for (const list of byFirstWord.values()) list.sort((a, b) => b.words.length - a.words.length);
  const payees = new Map(entries.map(({ id, name, roles }) => [id, { id, name, roles }]));
  return { entries, payees, byFirstWord, byAchName, byCompanyId };
}

let tables: Tables | undefined;

/** Built with the first line that is classified: a server that starts, and a page without a report, need none. */
function readTables(): Tables {
  return (tables ??= buildTables());
}

/** Every entry of the knowledge base. */
export function listPayees(): readonly PayeeEntry[] {
  return readTables().entries;
}

export interface PayeeMatch {
  readonly entry: PayeeEntry;
  readonly length: number;
}

function startsAt(words: readonly string[], at: number, alias: readonly string[]): boolean {
  for (let i = 1; i < alias.length; i++) if (words[at + i] !== alias[i]) return false;
  return true;
}

/** The longest alias that begins at this word. */
export function matchPayeeAt(words: readonly string[], at: number, end: number): PayeeMatch | null {
  const list = readTables().byFirstWord.get(words[at]);
  if (list === undefined) return null;
  for (const { words: alias, entry } of list)
    if (at + alias.length <= end && startsAt(words, at, alias)) return { entry, length: alias.length };
  return null;
}

export function payeeOfCompanyId(id: string): PayeeEntry | null {
  return readTables().byCompanyId.get(id) ?? null;
}

/** The payee whose whole name these words are, with or without INC, LLC and the like. */
export function payeeOfWholeName(words: readonly string[]): PayeeEntry | null {
  let end = words.length;
  while (SUFFIXES.has(words[end - 1])) end--;
  return readTables().byAchName.get(words.slice(0, end).join(" ")) ?? null;
}

function entryOf(words: readonly string[]): PayeeEntry | null {
  const whole = payeeOfWholeName(words);
  if (whole !== null) return whole;
  let best: PayeeMatch | null = null;
  for (const at of words.keys()) {
    const match = matchPayeeAt(words, at, words.length);
    if (match !== null && (best === null || match.length > best.length)) best = match;
  }
  return best?.entry ?? null;
}

/** Finds the payee a creditor's name or a bank's wording names; null when it is not in the knowledge base. */
export function findPayee(text: string): Payee | null {
  const entry = entryOf(splitWords(text));
  return entry === null ? null : payeeOf(entry);
}

/** The creditor that such a name belongs to: a bank's brokerage is the bank. */
export function findCreditor(text: string): string | undefined {
  return entryOf(splitWords(text))?.creditor;
}

export function payeeOf(entry: PayeeEntry): Payee {
  return readTables().payees.get(entry.id)!; // of each entry
}

/** Words of creditors' names that say what they do, not who they are. */
const GENERIC = new Set(
  `LOAN LOANS LN LNS PMT PYMT PAYMENT PAYMT PAYMENTS AUTOPAY AUTO CARD CARDS CREDIT CRD BANK FINANCE FINANCIAL FIN SERVICES
  SERVICE SERVICING SERV SVC SVCS MORTGAGE MTG ACH PAY BILL ONLINE WEB MOTOR MOTORS FCU CU UNION FEDERAL OF AND ACCEPTANCE
  CORPORATION GROUP HOME LENDING STUDENT STDNT`.split(/\s+/),
);

function distinctiveWords(words: readonly string[]): string[] {
  const distinct = words.filter((word) => !GENERIC.has(word) && !SUFFIXES.has(word) && !/^\d+$/.test(word));
  return distinct.length > 0 ? distinct : [...words];
}

/** Whether two names mean one creditor: "AES STDNT LOAN" and "American Education Services". */
export function sameCreditor(a: string, b: string): boolean {
  const [first, second] = [splitWords(a), splitWords(b)];
  const [one, other] = [entryOf(first), entryOf(second)];
  if (one !== null && other !== null) return one.creditor === other.creditor;
  if (one !== null || other !== null || first.length === 0) return false;
  const [left, right] = [distinctiveWords(first), distinctiveWords(second)];
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.every((word, i) => word === long[i]) && (short.length === long.length || short.join("").length >= 5);
}
