import fc from "fast-check";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { addDays } from "./days.ts";
import type { Question } from "./evaluate.ts";
import type { Evaluation } from "./evaluation.ts";
import type { ParsedReport, ReportItem } from "./parsed-report.ts";
import { accountsOf, addLines, line, someQuestion } from "./test-generators.ts";
import { compare } from "./text.ts";

// A file and its twin: the same money and the same terms, with other people, addresses and banks, and the data in another
// order. The answer must not change, or a reason of a closed list must say why.

// ---- People -----------------------------------------------------------------------------------------------------

interface Names {
  readonly given: readonly string[];
  readonly family: readonly string[];
}
const names = (given: string, family: string): Names => ({ given: given.split(", "), family: family.split(", ") });

export const NAMES = {
  english: names(
    "Emily, James, Harriet, Walter, Josephine, Desmond, Tiffany, Leroy",
    "Whitfield, Carter, Pemberton, Ashworth, Lockhart, Tillman, Braddock, Underhill",
  ),
  spanish: names(
    "María Fernanda, José, Guadalupe, Juan Carlos, Ximena, Joaquín, Rocío, Anselmo",
    "García López, Muñoz Ibáñez, Hernández Cruz, Castañeda, Peña Villalobos, Zúñiga, Ortega Ríos, Bautista Salinas",
  ),
  vietnamese: names(
    "Thanh, Linh, Phuong, Quang, Huong, Tuyet, Duc, Ngoc",
    "Nguyễn, Trần, Phạm, Đặng, Vũ, Huỳnh, Bùi, Đỗ",
  ),
  arabic: names(
    "Fatima, Abdullah, Khalid, Zaynab, Omar, Layla, Mustafa, Noura",
    "Al-Masri, El Sayed, Haddad, Bin Rashid, Al Zahrani, Khoury, Abu Bakr, Mansour",
  ),
  chinese: names(
    "Xiaoming, Jianguo, Li Na, Wei, Meiling, Zhiyuan, Yuxuan, Haoran",
    "Zhang, Wang, Xu, Ng, Ouyang, Huang, Zhao, Li",
  ),
  korean: names(
    "Ji-woo, Minjun, Seo-yeon, Hyun-woo, Eun Ji, Dong Hyun, Soo-jin, Tae",
    "Kim, Choi, Yoon, Hwang, Kwon, Seo, Bae, Noh",
  ),
  nigerian: names(
    "Chukwuemeka, Oluwaseun, Ngozi, Adaeze, Babatunde, Ifeoma, Olumide, Yewande",
    "Okonkwo, Adeyemi, Nwosu-Eze, Ogunleye, Balogun, Chukwu, Afolabi, Ezeudu",
  ),
  indian: names(
    "Priya, Venkateswaran, Lakshmi, Harpreet, Sanjay, Ananya, Gurmeet, Kavitha",
    "Subramanian, Rao, Chatterjee, Kaur, Ramachandran, Iyer, Bhattacharya, Gill",
  ),
  hyphenated: names(
    "Anne-Marie, Jean-Paul, Mary-Kate, Karl-Heinz, Rose-Lynn, Ann-Sofie, John-Michael, Billie-Jo",
    "Smythe-Jones, Baker-Ruiz, Hartley-Moss, Nowak-Berg, Ellison-Wade, Frost-Duval, Quinn-Torres, Abbott-Lane",
  ),
  diacritics: names(
    "Zoë, Renée, Łukasz, Søren, Jürgen, Élodie, Ágnes, Åsa",
    "Müller, Núñez, Šimić, Ødegård, Kovačević, Wójcik, Çelik, Björklund",
  ),
  particles: names(
    "Pieter, Carla, Fiona, Luca, Siobhan, Dietrich, Marguerite, Callum",
    "van der Berg, de la Cruz, von Hagen, Di Marco, dos Santos, O'Brien, McAllister, St. Clair",
  ),
  words: names(
    "Grant, Penny, Bill, Mercedes, Ally, Chase, Will, Faith",
    "Banks, Price, Cash, Ford, Church, Law, Wells, Marcus",
  ),
} as const satisfies Record<string, Names>;
export type Language = keyof typeof NAMES;
export const LANGUAGES = Object.keys(NAMES) as Language[];

/** The people of the generated files, by the words of their names. */
const PEOPLE = {
  given: ["NORA", "ADA", "BO", "MIA", "MARK", "INES", "LEE"],
  family: ["QUIST", "KING", "REED", "DOYLE", "PARK", "HALL"],
};
/** Every way in which the generated files name one of them. */
const MENTIONS =
  /\b(?:NORA OR ADA QUIST|NORA QUIST(?:-HALL)?|QUIST,? ?NORA|NORA HALL|N QUIST|NORRA QUISTT|ADA KING|BO REED|MIA REED|MARK DOYLE|DOYLE,? ?MARK|INES QUIST|LEE PARK|(?:QUIST|REED)(?= (?:DESIGN|FAMILY TRUST)))\b/gi;

/** By the word of the generated file, the word or words of the twin as the person writes them. */
type Cast = ReadonlyMap<string, string>;

function castOf({ given, family }: Names, random: Random): Cast {
  const [givens, families] = [shuffled(given, random), shuffled(family, random)];
  const cast = new Map([
    ...PEOPLE.given.map((word, at) => [word, givens[at]!] as const), // as many names as people
    ...PEOPLE.family.map((word, at) => [word, families[at]!] as const),
  ]);
  const misspelled = (name: string) => name.replace(/(?<=\p{L})\p{L}/u, "$&$&");
  return new Map([
    ...cast,
    ["N", plain(cast.get("NORA")!)[0]!],
    ["NORRA", misspelled(cast.get("NORA")!)],
    ["QUISTT", `${cast.get("QUIST")!}${cast.get("QUIST")!.at(-1)!}`],
  ]);
}

const LETTERS: Readonly<Record<string, string>> = { Đ: "D", đ: "d", Ł: "L", Ø: "O", ø: "o" };

function plain(name: string): string {
  return name
    .replace(/[ĐđŁØø]/g, (letter) => LETTERS[letter]!) // each of these is a key
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

/** How a bank writes a name: capitals, with accents and apostrophes or without. */
function atBank(name: string, hasAccents: boolean): string {
  return (hasAccents ? name : plain(name).replace(/['.]/g, "")).toUpperCase();
}

// ---- Twins ------------------------------------------------------------------------------------------------------

export const TWIN_PARTS = ["names", "addresses", "institution", "order"] as const;
export type TwinPart = (typeof TWIN_PARTS)[number];

export interface TwinSeed {
  readonly language: Language;
  readonly seed: number;
  readonly hasAccents: boolean;
}

type Random = () => number;

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomOf(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return () => uniformInt(generator, 0, 2 ** 30 - 1) / 2 ** 30;
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** The generated files' banks that the payee knowledge base does not know, under names that twins keep. */
const UNLISTED_BANKS = new Map([
  ["Bank One", "Elm Grove Bank"],
  ["Prairie State Bank", "Larkspur Bank"],
  ["Harbor FCU", "Saltmarsh FCU"],
]);
const KNOWN_BANKS = ["Ally Bank", "Marcus", "Discover Bank", "Capital One", "Chase", "Wells Fargo Bank"];
const OTHER_BANKS = [
  "Kestrel Savings Bank",
  "Cedar Valley Credit Union",
  "Tidewater National Bank N.A.",
  "Orchard Street Bank",
  "Union Coast FCU",
  "Banco del Sol",
  "First Lakes Bank",
];

function banksOf(random: Random): ReadonlyMap<string, string> {
  const known = shuffled(KNOWN_BANKS, random);
  const other = shuffled([...OTHER_BANKS, ...known.slice(1, 2)], random);
  return new Map([
    ["SoFi Bank", known[0]!],
    ["Bank One", other[0]!],
    ["Prairie State Bank", other[1]!],
    ["Harbor FCU", other[2]!],
  ]);
}

export interface Twin {
  readonly question: Question;
  /** Ids of the generated file by those of its twin. */
  readonly ids: ReadonlyMap<string, string>;
}

/** The twin of a question in these parts. Each part depends on the seed alone, and on no other part. */
export function twinOf(
  question: Question,
  { language, seed, hasAccents }: TwinSeed,
  parts: readonly TwinPart[] = TWIN_PARTS,
): Twin {
  const [ofNames, ofAddresses, ofBanks, ofOrder] = TWIN_PARTS.map((_part, at) => randomOf(seed + at)) as [
    Random,
    Random,
    Random,
    Random,
  ];
  const ids = new Map<string, string>();
  let twin = question;
  if (parts.includes("names")) twin = withNames(twin, castOf(NAMES[language], ofNames), hasAccents);
  if (parts.includes("addresses")) twin = withAddresses(twin, ofAddresses);
  if (parts.includes("institution")) twin = withBanks(twin, banksOf(ofBanks), ids);
  if (parts.includes("order")) twin = inOrder(twin, ofOrder);
  return { question: twin, ids };
}

/** Changes every text of a value, wherever it is. */
function mapTexts<T>(value: T, change: (text: string, key: string) => string, key = ""): T {
  if (typeof value === "string") return change(value, key) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change, key)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapTexts<unknown>(one, change, name)]),
  ) as T;
}

function withNames(question: Question, cast: Cast, hasAccents: boolean): Question {
  const rename = (text: string) =>
    text.replace(MENTIONS, (mention) =>
      mention.replace(/[A-Z]+/gi, (word) => {
        const name = cast.get(word.toUpperCase());
        if (name === undefined) return word;
        return word === word.toUpperCase() ? atBank(name, hasAccents) : name;
      }),
    );
  const borrowers = question.borrowers.map((one) => ({
    ...one,
    firstName: cast.get(one.firstName.toUpperCase())!,
    lastName: cast.get(one.lastName.toUpperCase())!,
  }));
  const mail = (text: string) => text.replaceAll("nora@example.com", "someone.else@example.org");
  return mapTexts({ ...question, borrowers }, (text) => mail(rename(text)));
}

const STREETS = [
  "88 Calle Ocho Apt 4",
  "1200 W Devon Ave",
  "7 Rue Dumaine",
  "31-19 Newtown Avenue",
  "PO Box 4417",
  "N6W23001 Bluemound Road",
];
const TOWNS = [
  "Miami, FL 33135",
  "Chicago, IL 60659",
  "New Orleans, LA 70116",
  "Astoria, NY 11102",
  "Chinle, AZ 86503",
];

function withAddresses(question: Question, random: Random): Question {
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)]!;
  const address = `${pick(STREETS)}, ${pick(TOWNS)}`;
  return mapTexts(question, (text, key) => (key === "address" || key === "addresses" ? address : text));
}

const ID_KEYS = new Set(["id", "transactionId", "accountId", "itemId", "leftOutAccounts", "persistentId"]);

function withBanks(question: Question, banks: ReadonlyMap<string, string>, ids: Map<string, string>): Question {
  const changed = mapTexts(question, (text, key) => {
    if (key === "institutionName") return banks.get(text) ?? text;
    if (key === "institutionId")
      return `ins_${[...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 999_983, 7)}`;
    if (key === "description") return text.replaceAll("SOFI BANK", banks.get("SoFi Bank")!.toUpperCase());
    if (!ID_KEYS.has(key)) return text;
    const id = `z${[...text].reverse().join("")}`;
    ids.set(id, text);
    return id;
  });
  // Evidence and confirmations have ids of our own, which no bank chooses.
  const { evidence, confirmations, waivers } = question;
  return {
    ...changed,
    evidence: changed.evidence.map((one, at) => ({ ...one, id: evidence[at]!.id })),
    confirmations: changed.confirmations.map((one, at) => ({ ...one, id: confirmations[at]!.id })),
    waivers,
  };
}

function inOrder(question: Question, random: Random): Question {
  const mixed = <T>(values: readonly T[]) => shuffled(values, random);
  const itemOf = (item: ReportItem): ReportItem => ({
    ...item,
    accounts: mixed(item.accounts).map((account) => ({
      ...account,
      owners: mixed(account.owners).map((one) => ({ ...one, names: mixed(one.names) })),
      holdings: mixed(account.holdings),
      transactions: mixed(account.transactions),
    })),
  });
  const reportOf = (report: ParsedReport): ParsedReport => ({
    ...report,
    items: mixed(report.items).map(itemOf),
    warnings: mixed(report.warnings),
  });
  return {
    ...question,
    report: reportOf(question.report),
    previous: question.previous ? reportOf(question.previous) : question.previous,
    evidence: mixed(question.evidence),
    confirmations: mixed(question.confirmations),
  };
}

// ---- Answers ----------------------------------------------------------------------------------------------------

/** What must be the same: outcomes, funds, and findings by code, severity, programs, amounts, accounts and lines. */
export function answerOf(evaluation: Evaluation, ids: ReadonlyMap<string, string> = new Map()): string[] {
  const { programs, verdicts, funds, findings, notEvaluated } = evaluation;
  const known = (value: unknown): unknown => {
    if (typeof value === "string") return ids.get(value) ?? value;
    if (Array.isArray(value)) return inSet(value.map(known));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, known(one)]));
  };
  return [
    ...programs.map((program) => {
      const { outcome, counts, waived, validThrough, missing } = verdicts[program]!;
      return `${program} ${outcome} ${JSON.stringify([counts, waived, validThrough, missing])}`;
    }),
    ...programs.map((program) => {
      const { usableByAccount, investments, ...sums } = funds[program]!;
      const counted = [...usableByAccount, ...investments].map(({ accountId, countedCents }) => [
        accountId,
        countedCents,
      ]);
      return `${program} funds ${JSON.stringify(known([sums, counted]))}`;
    }),
    ...findings
      .map(({ ruleId, code, severity, programs: under, inputs, accountIds, transactionIds }) => {
        const amounts = Object.entries(inputs).filter(([, value]) => typeof value === "number");
        return `${ruleId} ${code} ${severity} ${under.join()} ${JSON.stringify([amounts, known(accountIds), known(transactionIds)])}`;
      })
      .sort(compare),
    ...notEvaluated.map(
      ({ ruleId, programs: under, missing }) => `not evaluated ${ruleId} ${under.join()} ${missing.join()}`,
    ),
  ];
}

function inSet(values: readonly unknown[]): unknown[] {
  return [...values].sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
}

const isSameAnswer = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, at) => one === b[at]);

// ---- Reasons ----------------------------------------------------------------------------------------------------

type Evaluate = (question: Question) => Evaluation;

interface Reason {
  /** Why an answer may differ, as `npm run twins` prints it. */
  readonly text: string;
  /** The file without the cause. The reason holds only if this file and its twin have the same answer. */
  readonly without: (question: Question, seed: TwinSeed) => Question;
}

const replaced = (question: Question, pattern: RegExp, to: string) =>
  mapTexts(question, (text) => text.replace(pattern, to));

/** The first of those that say the same. */
function firstOfEach<T>(values: readonly T[], sameOf: (value: T) => string): T[] {
  return [...new Map([...values].reverse().map((one) => [sameOf(one), one])).values()].reverse();
}

/** The closed list of reasons for which a twin may have another answer. */
export const TWIN_REASONS = {
  misspelling: {
    text: "The bank misspells the borrower's name. How far a misspelling is from the name depends on the name's length. The account waits for a person's confirmation.",
    without: (question) => replaced(question, /NORRA QUISTT/g, "NORA QUIST"),
  },
  sharedFamilyName: {
    text: "The bank writes two people with one family name (NORA OR ADA QUIST). A family name can't always be said from a second given name. The account waits for a person's confirmation.",
    without: (question) => replaced(question, /NORA OR ADA QUIST/g, "NORA QUIST OR ADA QUIST"),
  },
  statedTwice: {
    text: "The lender's file states one thing twice and differently, such as two letters for one gift. The first counts.",
    without: (question) => ({
      ...question,
      evidence: firstOfEach(question.evidence, (one) =>
        one.kind === "gift" ? `${one.donor?.name} ${one.sourcedCents}` : JSON.stringify(one),
      ),
      confirmations: firstOfEach(question.confirmations, ({ kind, subject }) => JSON.stringify([kind, subject])),
    }),
  },
  namedLikeCompany: {
    text: "A person in a bank line is named like a bank or a company that the payee knowledge base knows, such as Chase Marcus or Faith Ford.",
    without: (question, { language }) =>
      language !== "words"
        ? question
        : mapTexts(question, (text, key) => (key === "description" ? text.replace(MENTIONS, "JOHN ROWE") : text)),
  },
  knownBank: {
    text: "The payee knowledge base knows one of the two banks and not the other, and a bank line names a bank.",
    without: (question) =>
      mapTexts(question, (text, key) => (key === "institutionName" ? (UNLISTED_BANKS.get(text) ?? text) : text)),
  },
  unlistedGivenName: {
    text: "A transfer to someone is read as a payment to a person when the given name is on the list of common given names. For other names the bank's words decide, and a large withdrawal may not be listed.",
    without: (question) => replaced(question, /TRANSFER TO ADA KING/g, "ZELLE TO ADA KING"),
  },
} as const satisfies Record<string, Reason>;
export type TwinReason = keyof typeof TWIN_REASONS;
export const TWIN_REASON_NAMES = Object.keys(TWIN_REASONS) as TwinReason[];

/** `same`: no difference; a reason of the list; otherwise the lines of the two answers that differ. */
export type Comparison = "same" | TwinReason | { readonly lost: readonly string[]; readonly added: readonly string[] };

/** Lines that are equal in everything but their ids are interchangeable. */
function contentOfLines(question: Question): ReadonlyMap<string, string> {
  return new Map(
    accountsOf(question).flatMap(({ account }) =>
      account.transactions.map(({ id, date, amountCents, description }) => [
        id,
        [account.id, date, amountCents, description].join("|"),
      ]),
    ),
  );
}

export function compareTwin(evaluate: Evaluate, question: Question, seed: TwinSeed): Comparison {
  const answers = (of: Question): [string[], string[]] => {
    const twin = twinOf(of, seed);
    const lines = contentOfLines(of);
    const contents = new Map([...lines, ...[...twin.ids].map(([id, own]) => [id, lines.get(own) ?? own] as const)]);
    return [answerOf(evaluate(of), lines), answerOf(evaluate(twin.question), contents)];
  };
  const [own, other] = answers(question);
  if (isSameAnswer(own, other)) return "same";
  const applying = TWIN_REASON_NAMES.filter(
    (name) => JSON.stringify(TWIN_REASONS[name].without(question, seed)) !== JSON.stringify(question),
  );
  const explains = (names: readonly TwinReason[]) =>
    isSameAnswer(...answers(names.reduce((of: Question, name) => TWIN_REASONS[name].without(of, seed), question)));
  const reason = applying.find((name) => explains([name])) ?? (explains(applying) ? applying[0] : undefined);
  if (reason !== undefined) return reason;
  return { lost: own.filter((one) => !other.includes(one)), added: other.filter((one) => !own.includes(one)) };
}

// ---- Files ------------------------------------------------------------------------------------------------------

/** Lines that name people where the words around them decide what the line is. */
const MENTIONING = [
  "ONLINE TRANSFER FROM NORA QUIST",
  "TRANSFER TO ADA KING",
  "WIRE IN FROM MARK DOYLE",
  "INCOMING WIRE INES QUIST",
  "ACH CREDIT LEE PARK",
  "ZELLE FROM NORA QUIST",
  "VENMO CASHOUT NORA QUIST",
  "DEPOSIT FROM MARK DOYLE",
  "CHECK FROM INES QUIST",
  "WIRE TO BO REED",
  "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA CO ID:XXXXX41722 PPD",
  "SSA TREAS 310 DES:XXSOC SEC INDN:NORA QUIST",
  "QUIST DESIGN LLC PAYOUT",
  "BILL PAY MARK DOYLE RENT",
] as const;

/** A file of a few accounts with people in its lines, and what its twin is drawn from. */
export const someTwin: fc.Arbitrary<{ question: Question; seed: TwinSeed }> = fc.record({
  question: fc
    .tuple(
      someQuestion({ maxAccounts: 3, maxItems: 2, lines: 6 }),
      fc.array(
        fc.record({
          words: fc.constantFrom(...MENTIONING),
          cents: fc.integer({ min: 10_000, max: 2_500_000 }),
          ago: fc.nat(65),
        }),
        { maxLength: 3 },
      ),
    )
    .map(([question, mentions]) => {
      const [first] = accountsOf(question);
      if (first === undefined || first.account.type !== "depository") return question;
      const lines = mentions.map(({ words, cents, ago }, at) => {
        const isOut = /\bTO\b|BILL PAY/.test(words);
        return line(`mention-${at}`, words, isOut ? cents : -cents, addDays(first.readAt, -ago));
      });
      return addLines(question, first.account.id, lines);
    }),
  seed: fc.record({
    language: fc.constantFrom(...LANGUAGES),
    seed: fc.nat(2 ** 30),
    hasAccents: fc.boolean(),
  }),
});
