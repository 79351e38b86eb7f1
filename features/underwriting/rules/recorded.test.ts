// Answers to thousands of random reports, names and bank lines as they were recorded. Other tests say what is right;
// these notice any change, so that none of a rule goes unseen. After an intended change: read the difference that
// `RULES_RECORD=1 npm test -- rules/recorded` leaves in recorded/, and commit it with the change.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classify, findPayee, sameCreditor, type LineToClassify } from "./classifier/classify.ts";
import { listPayees } from "./classifier/payees.ts";
import { readLabeledLines } from "./classifier/test-lines.ts";
import { PHRASES } from "./classifier/vocabulary.ts";
import { addDays } from "./days.ts";
import { evaluate, type Question } from "./evaluate.ts";
import { GIVEN_NAME_GROUPS } from "./given-names.ts";
import { matchOwners } from "./owners.ts";
import {
  accountsOf,
  balancesFor,
  confirmationOf,
  evidenceOf,
  IS_RECORDING,
  lineOf,
  mapAccounts,
  someConfirmation,
  someEvidence,
  someQuestion,
} from "./test-generators.ts";

const SEED = 20_261_123;

interface Part {
  readonly name: string;
  /** What a person can read of the answers, and a digest of all of them. */
  readonly record: () => string;
}

/** Sentences may change without a change of a rule. */
const SENTENCES = new Set(["text", "title"]);

const hash = (value: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(value, (key, part: unknown) => (SENTENCES.has(key) ? undefined : part)))
    .digest("hex")
    .slice(0, 16);

const countsOf = (names: readonly string[]) =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, list]) => `${name} ${list.length}`)
    .sort()
    .join(", ");

/** Each part draws its own values, so that it can run alone. */
function partsOf<Value>(
  name: string,
  parts: number,
  valuesOf: (part: number) => readonly Value[],
  record: (values: readonly Value[]) => readonly string[],
): Part[] {
  return Array.from({ length: parts }, (_, part) => ({
    name: `${name} ${part + 1}`,
    record: () => record(valuesOf(part)).join("\n"),
  }));
}

const drawn =
  <Value>(arbitrary: fc.Arbitrary<Value>, size: number) =>
  (part: number) =>
    fc.sample(arbitrary, { numRuns: size, seed: SEED + part });

const slices =
  <Value>(values: readonly Value[], size: number) =>
  (part: number) =>
    values.slice(part * size, (part + 1) * size);

// ---- Whole reports ----------------------------------------------------------------------------------------------

const IS_IN = /PAYROLL|DES:PAY |SOC SEC|UBER|ZELLE FROM|INTEREST/;
const someStream = fc.record({
  words: fc.constantFrom(
    "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA CO ID:XXXXX41722 PPD",
    "GUSTO DES:PAY 411222 INDN:NORA QUIST CO ID:9138864001 PPD",
    "SSA TREAS 310 DES:XXSOC SEC INDN:NORA QUIST",
    "UBER DES:EDI PAYMNT INDN:NORA QUIST",
    "ZELLE FROM TENANT UNIT B RENT",
    "INTEREST PAID",
    "UPSTART LOAN PYMT",
    "CAPITAL ONE AUTO PYMT",
    "PENNYMAC LOAN SERV DES:MTG PYMT",
    "CHASE CREDIT CRD DES:AUTOPAY",
    "AFFIRM PAY IN 4",
    "MAPLE COURT APARTMENTS RENT",
    "CHECK 1042",
    "TX SDU CHILD SUPPORT",
    "IRS DES:USATAXPYMT",
    "VERIZON WIRELESS DES:PAYMENTS",
    "NSF FEE",
    "ZELLE TO MARK DOYLE",
  ),
  cents: fc.integer({ min: 2_000, max: 420_000 }),
  every: fc.constantFrom(7, 14, 15, 28, 30, 31, 61),
  jitter: fc.constantFrom(0, 0, 1, 3, 6),
  amountJitter: fc.constantFrom(0, 0, 1, 5, 20, 60),
  times: fc.integer({ min: 1, max: 14 }),
  ago: fc.integer({ min: 0, max: 80 }),
  isGapAt: fc.integer({ min: -6, max: 9 }),
  noise: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 14, maxLength: 14 }),
});
type Stream = typeof someStream extends fc.Arbitrary<infer Value> ? Value : never;

/** A long history with payments that come about regularly. */
function withStreams(question: Question, streams: readonly Stream[]): Question {
  const [item, ...items] = question.report.items;
  const account = item?.accounts.find(({ type }) => type === "depository");
  if (!item || !account) return question;
  const readAt = item.lastUpdatedAt.slice(0, 10);
  const added = streams.flatMap(({ words, cents, every, jitter, amountJitter, times, ago, isGapAt, noise }, number) =>
    Array.from({ length: times }, (_, time) => {
      const amount = cents + Math.floor((cents * amountJitter * ((noise[time] ?? 0) - 50)) / 5000);
      const base = { kind: "cash", words: 0, size: 0, ago: 0, isPending: false, hasCategory: false } as const;
      return {
        ...lineOf(base, `long-${number}-${time}`, readAt),
        description: words,
        amountCents: IS_IN.test(words) ? -amount : amount,
        checkNumber: words.startsWith("CHECK ") ? String(1042 + time) : null,
        date: addDays(readAt, -ago - time * every - ((noise[13 - time] ?? 0) % (jitter + 1))),
        isLeftOut: time === isGapAt,
      };
    }).flatMap(({ isLeftOut, ...line }) => (isLeftOut ? [] : [line])),
  );
  const transactions = [...account.transactions, ...added].sort((a, b) =>
    a.date < b.date ? 1 : a.date > b.date ? -1 : 0,
  );
  const longer = {
    ...account,
    transactions,
    daysAvailable: 400,
    historicalBalances: balancesFor(readAt, 400, account.currentCents ?? 0, transactions),
  };
  const accounts = item.accounts.map((one) => (one === account ? longer : one));
  return { ...question, report: { ...question.report, daysRequested: 365, items: [{ ...item, accounts }, ...items] } };
}

const IN_WORDS = [
  "ONLINE TRANSFER FROM SAVINGS XXXX4018",
  "TRANSFER FROM CHECKING XXXX4001",
  "DEPOSIT",
  "CASH DEPOSIT",
  "MOBILE CHECK DEPOSIT",
  "ZELLE FROM MARK DOYLE",
  "INCOMING WIRE",
  "WIRE IN FROM LAKESIDE TITLE LLC",
  "HOME DEPOT REFUND",
  "NSF FEE REVERSAL",
  "RETURNED ITEM CREDIT",
  "UPSTART NETWORK DES:LOAN PROCEEDS",
  "INTEREST PAID",
  "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA",
  "COINBASE DES:TRANSFER",
];
const OUT_WORDS = [
  "ONLINE TRANSFER TO SAVINGS XXXX4018",
  "TRANSFER TO CHECKING XXXX4001",
  "WIRE OUT",
  "WIRE TO LONE STAR MOTORS LLC",
  "HOME DEPOT #512 AUSTIN TX",
  "NSF FEE",
  "RETURNED DEPOSITED ITEM CHARGEBACK",
  "LAKESIDE TITLE CO EARNEST MONEY",
  "CHECK 1042",
  "ATM WITHDRAWAL AUSTIN TX",
  "COINBASE DES:PURCHASE",
  "UPSTART LOAN PYMT",
];
const DAYS_AGO = [-1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 29, 30, 31, 45, 58, 59, 60, 61, 62, 75, 89, 90, 91];
const DAYS_LATER = [0, 0, 1, -1, 2, 3, 5, 6, 9, 10, 11];
const BALANCES = [0, 450_000, 900_000, 1_400_000, 2_800_000, 3_500_000, 6_000_000];
const SOME_CENTS = [450_000, 450_001, 900_000, 100_000, 300_000, 299_999, 3_500, 1_000_000, 500_000, 475_000];

const someDenseLine = fc.record({
  account: fc.nat(1),
  isIn: fc.boolean(),
  words: fc.nat(59),
  cents: fc.constantFrom(...SOME_CENTS),
  ago: fc.constantFrom(...DAYS_AGO),
  daysLater: fc.constantFrom(...DAYS_LATER),
  form: fc.constantFrom("alone", "alone", "transfer", "return", "refund", "again"),
  isPending: fc.nat(9).map((one) => one === 0),
});
type DenseLine = typeof someDenseLine extends fc.Arbitrary<infer Value> ? Value : never;

/** A line by itself, or with the one that answers it. */
function denseLines(
  { account, isIn, words, cents, ago, daysLater, form, isPending }: DenseLine,
  id: string,
  readAt: string,
) {
  const line = (at: number, description: string, amountCents: number, days: number, leg: string) => ({
    at,
    line: {
      ...lineOf({ kind: "cash", words: 0, size: 0, ago: days, isPending, hasCategory: false }, `${id}-${leg}`, readAt),
      description,
      amountCents,
      checkNumber: description.startsWith("CHECK ") ? "1042" : null,
    },
  });
  const [inWords, outWords] = [IN_WORDS[words % IN_WORDS.length]!, OUT_WORDS[words % OUT_WORDS.length]!];
  const first = isIn ? line(account, inWords, -cents, ago, "1") : line(account, outWords, cents, ago, "1");
  switch (form) {
    case "transfer":
      return [
        line(account, OUT_WORDS[words % 3]!, cents, ago, "1"),
        line(1 - account, IN_WORDS[words % 5]!, -cents, ago - daysLater, "2"),
      ];
    case "return":
      return [
        line(account, inWords, -cents, ago, "1"),
        line(account, "RETURNED DEPOSITED ITEM CHARGEBACK", cents, ago - daysLater, "2"),
      ];
    case "refund":
      return [
        line(account, outWords, cents, ago, "1"),
        line(words % 2, ["HOME DEPOT REFUND", "NSF FEE REVERSAL", inWords][words % 3]!, -cents, ago - daysLater, "2"),
      ];
    case "again":
      return [first, { ...first, line: { ...first.line, id: `${id}-2`, date: addDays(first.line.date, daysLater) } }];
    default:
      return [first];
  }
}

/** Few amounts on few days, so that many lines are equal, answer each other or are just within a limit. */
const someDense = fc
  .record({
    base: someQuestion({ plain: 2, maxAccounts: 1, isPurchase: true, isComplete: true, isBare: true, lines: 1 }),
    lines: fc.array(someDenseLine, { minLength: 3, maxLength: 12 }),
    balances: fc.tuple(fc.constantFrom(...BALANCES), fc.constantFrom(...BALANCES)),
    emd: fc.constantFrom(0, 0, 450_000, 900_000, 500_000),
    monthlyIncome: fc.constantFrom(900_000, 899_999, 900_001, 600_000, 200_000),
    evidence: fc.array(someEvidence, { maxLength: 3 }),
    confirmations: fc.array(someConfirmation, { maxLength: 2 }),
  })
  .map(({ base, lines, balances, emd, monthlyIncome, evidence, confirmations }): Question => {
    const readAts = accountsOf(base).map(({ readAt }) => readAt);
    const added = lines.flatMap((seed, at) => denseLines(seed, `dense-${at}`, readAts[seed.account]!));
    const { report } = mapAccounts(base, (account) => {
      const at = ["account-0", "account-1"].indexOf(account.id);
      if (at < 0) return account;
      const transactions = [...added.filter((one) => one.at === at).map(({ line }) => line), ...account.transactions];
      const [cents, readAt] = [balances[at]!, readAts[at]!];
      const historicalBalances = balancesFor(readAt, 90, cents, transactions);
      return { ...account, currentCents: cents, availableCents: cents, historicalBalances, transactions };
    });
    const terms = { salesPrice: 40_000_000, appraisedValue: 40_000_000, loanAmount: 38_000_000, emd, monthlyIncome };
    return {
      ...base,
      report,
      loan: { ...base.loan, ...terms },
      evidence: evidence.map((seed, at) => evidenceOf(seed, report, `evidence-${at}`)),
      confirmations: confirmations.map((seed, at) => confirmationOf(seed, report, `confirmation-${at}`)),
    };
  });

/** The same loan at the edges of its answers: nothing left, a cent short, and an income at which a deposit is just large. */
function atEdges(question: Question): Question[] {
  const { loan } = question;
  const surplus = evaluate(question).funds.fannie.surplusCents;
  const largest = Math.min(
    0,
    ...question.report.items.flatMap(({ accounts }) =>
      accounts.flatMap(({ transactions }) => transactions.map(({ amountCents }) => amountCents)),
    ),
  );
  const withCosts = (cents: number): Question => ({
    ...question,
    loan: { ...loan, closingCosts: Math.max(0, (loan.closingCosts ?? 0) + cents) },
  });
  const withIncome = (monthlyIncome: number): Question => ({ ...question, loan: { ...loan, monthlyIncome } });
  return [
    question,
    ...(surplus === null ? [] : [withCosts(surplus), withCosts(surplus + 1)]),
    ...(largest === 0 ? [] : [withIncome(-2 * largest), withIncome(-2 * largest - 1)]),
  ];
}

const QUESTIONS = [
  { name: "any report", parts: 40, question: someQuestion() },
  { name: "complete", parts: 30, question: someQuestion({ plain: 1, isComplete: true }) },
  { name: "many lines", parts: 15, question: someQuestion({ plain: 2, isPurchase: true, lines: 25 }) },
  { name: "dense", parts: 120, question: someDense },
  {
    name: "long history",
    parts: 65,
    question: fc
      .tuple(someQuestion({ plain: 1, isComplete: true }), fc.array(someStream, { minLength: 1, maxLength: 6 }))
      .map(([question, streams]) => withStreams(question, streams)),
  },
];

function recordQuestion(question: Question): string {
  const answers = atEdges(question).map((one) => evaluate(one));
  const words = answers.map(({ verdicts }) =>
    Object.values(verdicts)
      .map((verdict) => verdict?.outcome ?? "-")
      .join(" "),
  );
  const unversioned = answers.map((one) => ({ ...one, ruleSetVersion: "" }));
  return `${hash(unversioned)} ${[...new Set(words)].join(" | ")}`;
}

// ---- Bank lines -------------------------------------------------------------------------------------------------

function lineFrom({ words, isIn, cents = 123_456 }: { words: string; isIn: boolean; cents?: number }): LineToClassify {
  return {
    description: words,
    merchantName: null,
    amountCents: isIn ? -cents : cents,
    categoryPrimary: null,
    categoryDetailed: null,
    checkNumber: null,
  };
}

const CATEGORIES = [
  [null, null],
  ["INCOME", "INCOME_WAGES"],
  ["INCOME", "INCOME_OTHER_INCOME"],
  ["TRANSFER_IN", "TRANSFER_IN_CASH_ADVANCES_AND_LOANS"],
  ["TRANSFER_IN", "TRANSFER_IN_ACCOUNT_TRANSFER"],
  ["TRANSFER_OUT", "TRANSFER_OUT_ACCOUNT_TRANSFER"],
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_PERSONAL_LOAN_PAYMENT"],
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT"],
  ["RENT_AND_UTILITIES", "RENT_AND_UTILITIES_RENT"],
  ["RENT_AND_UTILITIES", "RENT_AND_UTILITIES_TELEPHONE"],
  ["BANK_FEES", "BANK_FEES_OVERDRAFT_FEES"],
  ["BANK_PENALTIES", "BANK_PENALTIES_INSUFFICIENT_FUNDS"],
  ["GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_SUPERSTORES"],
] as const;

const labeled = [...readLabeledLines("lines.tsv"), ...readLabeledLines("own-lines.tsv")];
/** Each as it is, and in the other direction. */
const known = labeled.flatMap((line) => [line, { ...line, amountCents: -line.amountCents }]);
const pieces = {
  payee: listPayees().flatMap(({ aliases, achNames, achCompanyIds }) => [
    ...aliases,
    ...achNames,
    ...achCompanyIds.map((id) => `CO ID:${id}`),
  ]),
  phrase: Object.values(PHRASES).flatMap((text) => text.split(",").map((one) => one.trim())),
  person: ["NORA QUIST", "MARK DOYLE", "DOYLE, MARK", "MOM", "J SMITH", "MARIA DE LA CRUZ", "LONE STAR MOTORS LLC"],
  tail: ["", "PPD", "WEB ID: 2201", "AUSTIN TX", "#4417", "XXXX4411", "...8810", "REF 0142", "1042", "05/14", "*8810"],
};
const somePiece = (list: readonly string[]) => fc.constantFrom(...list);
const someWords = fc.oneof(
  fc
    .tuple(somePiece(pieces.payee), somePiece(pieces.phrase), somePiece(pieces.person), somePiece(pieces.tail))
    .map(([payee, phrase, person, tail]) => `${payee} DES:${phrase} INDN:${person} ${tail}`),
  fc.tuple(somePiece(pieces.payee), somePiece(pieces.phrase), somePiece(pieces.tail)).map((parts) => parts.join(" ")),
  fc.tuple(somePiece(pieces.phrase), somePiece(pieces.phrase), somePiece(pieces.tail)).map((parts) => parts.join(" ")),
  fc
    .tuple(somePiece(pieces.phrase), somePiece(["FROM", "TO", "FOR", "-"]), somePiece(pieces.person))
    .map((parts) => parts.join(" ")),
  fc
    .tuple(somePiece(pieces.phrase), somePiece(["FROM", "TO"]), somePiece(pieces.payee))
    .map((parts) => parts.join(" ")),
  somePiece(pieces.payee),
  somePiece(pieces.phrase),
  fc.constantFrom(...labeled.map(({ description }) => description)),
);
const someLine = fc
  .record({
    words: someWords,
    isIn: fc.boolean(),
    cents: fc.oneof(fc.integer({ min: 1, max: 5_000_000 }), fc.constantFrom(1, 3_500, 100_00, 500_00, 2_000_00)),
    category: fc.oneof(
      { weight: 3, arbitrary: fc.constant(CATEGORIES[0]) },
      { weight: 2, arbitrary: fc.constantFrom(...CATEGORIES) },
    ),
    merchantName: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: somePiece(pieces.payee) },
    ),
    checkNumber: fc.oneof(
      { weight: 9, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom("", "1042") },
    ),
  })
  .map(({ category: [categoryPrimary, categoryDetailed], merchantName, checkNumber, ...words }): LineToClassify => ({
    ...lineFrom(words),
    categoryPrimary,
    categoryDetailed,
    merchantName,
    checkNumber,
  }));
function recordLines(values: readonly LineToClassify[]): string[] {
  const found = values.map((line) => classify(line));
  return [`${hash(found)} ${countsOf(found.map((one) => one.class))}`];
}

// ---- Owners -----------------------------------------------------------------------------------------------------

const given = GIVEN_NAME_GROUPS.slice(0, 60).flatMap((group) => group.split(" ").slice(0, 4));
const family = [
  "QUIST",
  "DOYLE",
  "DE LA CRUZ",
  "O'NEIL",
  "SMITH",
  "SMITH-HALL",
  "NGUYEN",
  "GARCÍA LÓPEZ",
  "MÜLLER",
  "LI",
  "VAN DER BERG",
];
const someName = fc.record({
  first: somePiece(given),
  middle: fc.constantFrom("", "", "ANN", "J", "LEE"),
  last: somePiece(family),
  suffix: fc.constantFrom("", "", "", "JR", "SR", "III"),
});
const typo = (text: string, at: number) =>
  text.length < 4 ? text : text.slice(0, at % text.length) + text.slice((at % text.length) + 1);
const someOwner = fc
  .record({
    name: someName,
    other: someName,
    form: fc.nat(22),
    at: fc.nat(20),
    relatives: fc.record({ isSame: fc.nat(3), short: fc.nat(3) }),
    subtype: fc.constantFrom("checking", "savings", "ira", "ugma", "trust", "brokerage", null),
    title: fc.constantFrom("Everyday", "UTMA Savings", "Quist Family Trust", "Business Checking", "FBO MIA REED", ""),
    ownershipType: fc.constantFrom("individual", "joint", "trust", "association", null),
    hasContact: fc.constantFrom("", "", "email", "phone"),
  })
  .map((seed) => {
    const { name, other, form, at, relatives } = seed;
    const person = relatives.isSame === 0 ? other : name;
    const { first, middle, last, suffix } = person;
    const whole = [first, middle, last, suffix].filter(Boolean).join(" ");
    const plain = `${first} ${last}`;
    const forms = [
      whole,
      plain,
      `${last} ${first}`,
      `${last}, ${first} ${middle}`.trim(),
      `${first[0]} ${last}`,
      `${first[0]}${last}`,
      typo(plain, at),
      typo(whole, at + 3),
      `${plain} OR ${other.first} ${last}`,
      `${first} AND ${other.first} ${last}`,
      `${plain} & ${other.first} ${other.last}`,
      `${plain} POD ${other.first} ${other.last}`,
      `${plain} FBO ${other.first} ${other.last}`,
      `${plain} CUST ${other.first} ${last} UTMA`,
      `${plain} TTEE ${last} FAMILY TRUST`,
      `${plain} DBA ${last} DESIGN`,
      `${last} DESIGN LLC`,
      `MR ${plain} JR`,
      `${first}-${other.first} ${last}`,
      `${first} ${other.last} ${last}`,
      `${whole} ITF ${other.first}`,
      plain.toLowerCase(),
      "",
    ];
    const group = GIVEN_NAME_GROUPS.find((words) => words.split(" ").includes(name.first))!.split(" ");
    const contact = {
      emails: seed.hasContact === "email" ? ["Nora@Example.com"] : [],
      phones: seed.hasContact === "phone" ? ["(512) 555-0100"] : [],
    };
    const second = at % 3 === 0 ? [{ names: [`${other.first} ${other.last}`], emails: [], phones: [] }] : [];
    return {
      account: {
        name: seed.title,
        officialName: at % 5 === 0 ? seed.title : null,
        subtype: seed.subtype,
        ownershipType: seed.ownershipType,
        owners: [{ names: [forms[form]!], ...contact }, ...second],
      },
      people: [
        {
          firstName: relatives.short === 0 ? group[at % group.length]! : name.first,
          middleName: at % 4 === 0 ? "ANN" : null,
          lastName: name.last,
          suffix: name.suffix || null,
          email: "nora@example.com",
          phone: "512-555-0100",
          aliases: at % 7 === 0 ? [`${name.first} ${other.last}`] : [],
        },
        ...(at % 6 === 0 ? [{ firstName: other.first, lastName: other.last }] : []),
      ],
    };
  });

// ---- The records ------------------------------------------------------------------------------------------------

const records: Readonly<Record<string, readonly Part[]>> = {
  reports: QUESTIONS.flatMap(({ name, parts, question }) =>
    partsOf(name, parts, drawn(question, 4), (values) => values.map(recordQuestion)),
  ),
  lines: [
    ...partsOf("known lines", Math.ceil(known.length / 100), slices(known, 100), recordLines),
    ...partsOf("random lines", 80, drawn(someLine, 250), recordLines),
    ...partsOf("creditors", 8, drawn(fc.tuple(someWords, someWords), 250), (values) => [
      hash(values.map(([a, b]) => [findPayee(a)?.id ?? null, sameCreditor(a, b)])),
    ]),
  ],
  owners: partsOf("owners", 48, drawn(someOwner, 250), (values) => {
    const found = values.map(({ account, people }) => matchOwners(account, people));
    return [`${hash(found)} ${countsOf(found.map(({ match }) => match))}`];
  }),
};

describe.each(Object.keys(records))("recorded %s", (name) => {
  const file = new URL(`recorded/${name}.txt`, import.meta.url);
  const parts = records[name]!;
  if (IS_RECORDING) writeFileSync(file, parts.map((part) => `# ${part.name}\n${part.record()}\n`).join(""));
  const recorded = new Map(
    readFileSync(file, "utf8")
      .split(/^# /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf("\n");
        return [part.slice(0, end), part.slice(end + 1).trimEnd()];
      }),
  );

  test("every part has a record", () => {
    expect([...recorded.keys()]).toEqual(parts.map((part) => part.name));
  });
  test.for(parts.map((part) => [part.name, part] as const))("%s are answered as before", ([key, part]) => {
    expect(part.record()).toBe(recorded.get(key));
  });
});
