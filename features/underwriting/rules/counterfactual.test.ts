// What would change a finding: each change is tried on the rules here again, and so is one cent, day or item less.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Counterfactual, counterfactualsOf } from "./counterfactual.ts";
import { WAYS } from "./counterfactual-candidates.ts";
import type { Change } from "./counterfactual-change.ts";
import { counterfactualText, NO_CHANGE_TEXTS } from "./counterfactual-texts.ts";
import { evaluate, type Question } from "./evaluate.ts";
import { addDays } from "./days.ts";
import type { Donor, Finding, Overlay } from "./evaluation.ts";
import { FINDING_CODES } from "./overlay.ts";
import { checkCounterfactuals } from "./test-counterfactuals.ts";
import { check, RUNS, someQuestion } from "./test-generators.ts";
import { someOverlay, underOverlay } from "./test-overlays.ts";
import {
  balancesBefore,
  bank,
  BASE,
  cashIn,
  cashInOn,
  cashOut,
  cashOutOn,
  checking,
  evidence,
  gift,
  investment,
  loanWith,
  monthly,
  NORA,
  READ_AT,
  reportOf,
  savings,
  type Scenario,
} from "./test-report.ts";

function asked({ accounts, banks, report, previous, ...inputs }: Scenario): Question {
  return {
    report: reportOf(banks ?? [bank({ accounts: accounts ?? [] })], report),
    previous: previous ?? null,
    loan: BASE,
    borrowers: [NORA],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    ...inputs,
  };
}

/** The first finding of a code, with what would change it, alone or with others. */
function changesOf(scenario: Scenario, code: string) {
  const question = asked(scenario);
  const evaluation = evaluate(question);
  const finding = evaluation.findings.find((one) => one.code === code)!;
  const { reason, ...found } = counterfactualsOf(question, evaluation, finding);
  const changes = [...found.changes, ...found.broader];
  return { changes: changes.map(({ change }) => change), texts: texts(changes, finding, question), reason };
}

const texts = (changes: readonly Counterfactual[], finding: Finding, question: Question) =>
  changes.map((one) => counterfactualText(one, finding, question));

const daysAgo = (days: number) => addDays(READ_AT, -days);

// ---- Every code -------------------------------------------------------------------------------------------------

/** As the rules' sources write them. */
function codesInSources(): string[] {
  const folder = new URL("./", import.meta.url);
  // What binds a break-even is no finding.
  const files = readdirSync(folder).filter(
    (name) => name.endsWith(".ts") && !/^test-|\.test\.ts$|^break-even/.test(name),
  );
  const text = files.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  const found = text.matchAll(/(?:\bcode: |\b(?:never|conditional)\(\s*)"([A-Z][A-Z0-9_]+)"/g);
  return [...new Set([...found].map(([, code]) => code!))].sort(); // the pattern has a group
}

test("the list of codes has every code of the rules, and a way to change each or a reason why there is none", () => {
  expect([...FINDING_CODES].sort()).toEqual(codesInSources());
  expect(Object.keys(WAYS).sort()).toEqual([...FINDING_CODES].sort());
});

// ---- Generated reports ------------------------------------------------------------------------------------------

// `npm run exact` tries 1,500 files.
test.each([false, true])(
  "a change clears exactly its finding, one less does not, and a broader one names all that differs (overlay: %s)",
  (isOverlaid) => {
    let [changes, broader] = [0, 0];
    check(
      fc.property(someQuestion(), someOverlay, (question, overlay) => {
        const found = checkCounterfactuals(isOverlaid ? underOverlay(question, overlay) : question);
        expect(found.problems).toEqual([]);
        changes += found.changes;
        broader += found.broader;
      }),
      Math.ceil(RUNS / 25),
    );
    expect(changes).toBeGreaterThan(100);
    expect(broader).toBeGreaterThan(100);
  },
);

test("a change leaves its question as it is, is plain data, and has a sentence", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const before = JSON.stringify(question);
      const evaluation = evaluate(question);
      for (const finding of evaluation.findings.slice(0, 6)) {
        const { reason, ...found } = counterfactualsOf(question, evaluation, finding);
        const changes = [...found.changes, ...found.broader];
        expect(JSON.parse(JSON.stringify(changes.map(({ change }) => change)))).toEqual(
          changes.map(({ change }) => change),
        );
        for (const text of texts(changes, finding, question)) expect(text).toMatch(/^Not a finding [a-z][^]*[^.]\.$/);
        if (reason !== null) expect(NO_CHANGE_TEXTS[reason]).toMatch(/\.$/);
      }
      expect(JSON.stringify(question)).toBe(before);
    }),
    Math.ceil(RUNS / 20),
  );
});

// ---- By example -------------------------------------------------------------------------------------------------

describe("deposits", () => {
  const deposit = cashIn("BRANCH DEPOSIT", 12_500_00, daysAgo(20));
  const scenario = { accounts: [checking({ cents: 60_000_00, lines: [deposit] })] };

  test("a large deposit needs all but the threshold explained, to the cent", () => {
    const { changes, texts: of } = changesOf(scenario, "LARGE_UNSOURCED");
    expect(changes).toContainEqual({
      kind: "explain",
      evidence: "other",
      parts: [{ transactionId: deposit.id, cents: 8_000_00 }],
    });
    expect(of).toContain(
      "Not a finding with the source of $8,000.00 of the deposit of $12,500.00 on Oct 27, 2026 documented.",
    );
    expect(of).toContain("Not a finding at $4,500.00 or less.");
  });

  test("under FHA, all of it", () => {
    expect(changesOf(scenario, "DOCUMENT_SOURCE").texts).toContain(
      "Not a finding with the source of the deposit of $12,500.00 on Oct 27, 2026 documented.",
    );
  });

  test("small deposits need so much explained that the rest is at most the threshold", () => {
    const small = [1, 2, 3].map((at) => cashIn("BRANCH DEPOSIT", 2_000_00 + at, daysAgo(at * 3)));
    const { changes } = changesOf({ accounts: [checking({ cents: 60_000_00, lines: small })] }, "MANY_UNEXPLAINED");
    expect(changes).toEqual([
      { kind: "explain", evidence: "other", parts: [{ transactionId: small[2]!.id, cents: 1_500_06 }] },
    ]);
  });
});

test("many deposits are counted, not named one by one", () => {
  const small = Array.from({ length: 12 }, (_, at) => cashIn("BRANCH DEPOSIT", 900_00 + at, daysAgo(at * 2)));
  const { texts: of } = changesOf({ accounts: [checking({ cents: 60_000_00, lines: small })] }, "MANY_UNEXPLAINED");
  expect(of).toEqual(["Not a finding with the sources of $6,300.66 of 8 deposits documented."]);
});

describe("returned items", () => {
  const fees = [10, 40, 90].map((ago) => cashOut("NSF FEE", 35_00, daysAgo(ago)));
  const { texts: of } = changesOf({ accounts: [checking({ cents: 60_000_00, lines: fees })] }, "RETURNED_ITEMS");

  test("clear with a letter, with fewer of them, or once the oldest is a year old", () => {
    expect(of).toEqual([
      "Not a finding with a letter that explains the payment of $35.00 on Nov 6, 2026.",
      "Not a finding with 2 or fewer in 12 months.",
      "Not a finding with data read on Aug 19, 2027 or later.",
    ]);
  });
});

describe("under a lender's overlay", () => {
  const overlay: Overlay = {
    ...{ id: "5f7c6f0a-64f5-4a3c-9a55-3b0c1f0d2e11", name: "Lakeside overlay", version: 3, programName: null },
    settings: {
      limits: { incomePercent: 40, nsfReview: 2, nsfBlocker: 4 },
      ...{ atLeast: [], atMost: [], documents: [], programsOff: [] },
    },
  };
  const policy = { nsfReview: 3, nsfBlocker: 5, overlay };

  test("its limits decide what clears a deposit and returned items", () => {
    const deposit = cashIn("BRANCH DEPOSIT", 12_500_00, daysAgo(20));
    const fees = [10, 40].map((ago) => cashOut("NSF FEE", 35_00, daysAgo(ago)));
    const scenario = { accounts: [checking({ cents: 60_000_00, lines: [deposit, ...fees] })], policy };
    const { texts: large } = changesOf(scenario, "LARGE_UNSOURCED");
    expect(large[0]).toContain("$8,900.00 of the deposit of $12,500.00");
    expect(large).toContain("Not a finding at $3,600.00 or less.");
    expect(changesOf(scenario, "RETURNED_ITEMS").texts).toContain("Not a finding with 1 or fewer in 12 months.");
  });
});

describe("age of documents", () => {
  const accounts = [checking({ cents: 60_000_00 })];

  test("data that expires before the note date names the day of the note and the day of new data", () => {
    const { texts: of } = changesOf({ accounts, loan: loanWith({ noteDate: "2027-04-01" }) }, "EXPIRED_AT_NOTE");
    expect(of).toContain("Not a finding with a note date of Mar 16, 2027 or earlier.");
    expect(of).toContain("Not a finding with data read on Dec 2, 2026 or later, but not after the note date.");
  });
});

describe("history", () => {
  test("names the days that a statement must show", () => {
    const { texts: of } = changesOf({ accounts: [checking({ cents: 60_000_00, days: 41 })] }, "INSUFFICIENT_HISTORY");
    expect(of[0]).toMatch(/^Not a finding with statements of .+ for Sep 17, 2026 to Oct 6, 2026\.$/);
  });
});

describe("owners", () => {
  test("FHA's joint holder needs an access letter, or is added to the loan", () => {
    const joint = checking({ cents: 60_000_00, owners: ["NORA QUIST", "BO REED"] });
    const { texts: of } = changesOf({ accounts: [joint] }, "ACCESS_LETTER");
    expect(of[0]).toMatch(/^Not a finding with a letter that the borrower has full access to /);
    expect(of).toContain("Not a finding with BO REED on the loan.");
  });
});

describe("gifts", () => {
  test("an incomplete letter names what it lacks", () => {
    const { texts: of } = changesOf(
      {
        accounts: [checking({ cents: 60_000_00 })],
        evidence: [gift("mother", 5_000_00, null, { noRepayment: false, transferEvidence: false })],
      },
      "GIFT_INCOMPLETE",
    );
    expect(of[0]).toBe(
      "Not a finding once the papers show that no repayment is expected and proof of the donor's transfer or the closing agent's receipt.",
    );
  });

  test("of two gifts with the same finding each, what removes one names the finding that goes with it", () => {
    const unnamed = { donor: { name: "", isInterestDocumented: true } as Donor };
    const question = asked({
      accounts: [checking({ cents: 60_000_00 })],
      evidence: [gift("close friend", 5_000_00, null, unnamed), gift("mother", 10_000_00, null, unnamed)],
    });
    const evaluation = evaluate(question);
    const [refused, ...rest] = evaluation.findings.filter(({ subject }) => subject === "an unnamed donor");
    expect([refused!.code, ...rest.map(({ code }) => code)]).toEqual([
      "DONOR_NOT_ACCEPTED",
      "GIFT_INCOMPLETE",
      "GIFT_INCOMPLETE",
    ]);
    const { changes, broader } = counterfactualsOf(question, evaluation, refused!);
    expect(changes.filter(({ change }) => isTakenBack(change))).toEqual([]);
    const takenBack = broader.filter(({ change }) => isTakenBack(change));
    expect(takenBack.map(({ effects }) => effects.gone.map(({ text }) => text))).toEqual([
      ["The gift of $5,000.00 from an unnamed donor is not complete. Still needed: the donor's name."],
    ]);
  });
});

const isTakenBack = (change: Change) => change.kind === "replaceEvidence" && change.by === null;

describe("money to close", () => {
  test("a sale of investments names the cents to prove", () => {
    const { texts: of } = changesOf(
      { accounts: [checking({ cents: 20_000_00 }), investment("brokerage", { cents: 9_000_00 })] },
      "LIQUIDATION_NEEDED",
    );
    expect(of[0]).toBe("Not a finding with proof that $8,000.00 was liquidated.");
  });

  test("a receipt for the earnest money names the cents that are missing", () => {
    const { texts: of } = changesOf(
      {
        accounts: [checking({ cents: 60_000_00 })],
        loan: loanWith({ emd: 5_000_00 }),
        evidence: [evidence("emd_receipt", null, 2_000_00, { clearedOn: "2026-10-01" })],
      },
      "EMD_NOT_FOUND",
    );
    expect(of[0]).toBe("Not a finding with a receipt for $3,000.00 that cleared on Nov 15, 2026 or earlier.");
  });
});

describe("findings that generated reports rarely have", () => {
  const everyday = checking({ cents: 60_000_00 });
  const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 8_000_00, daysAgo(32));
  const warned = (code: string) => ({ warnings: [{ code, itemId: null, message: null }] });
  const pays = (dates: readonly string[]) =>
    cashInOn(dates, "LARKMEAD FOODS INC DES:PAYROLL INDN:NORA QUIST PPD", 3_000_00);
  const twice = (...lines: ReturnType<typeof cashOut>[]) => [
    bank({ accounts: [checking({ cents: 18_000_00, mask: "4471", everyday: false, lines })] }),
    bank({
      accounts: [
        checking({
          cents: 12_000_00,
          mask: "4471",
          everyday: false,
          lines: lines.map((one) => ({ ...one, id: `${one.id}-2` })),
        }),
      ],
    }),
  ];

  test.each<[what: string, code: string, scenario: Scenario, kinds: readonly Change["kind"][]]>([
    [
      "a brokerage account that may secure a loan",
      "MARGIN_UNKNOWN",
      { accounts: [everyday, investment("brokerage", { cents: 9_000_00 })], report: warned("MARGIN_NOT_REPORTED") },
      ["evidence"],
    ],
    [
      "an investment account without holdings",
      "HOLDINGS_UNAVAILABLE",
      { accounts: [everyday, investment("brokerage", { cents: 9_000_00 })], report: warned("INVESTMENTS_UNAVAILABLE") },
      ["leaveOut"],
    ],
    [
      "an account from uploaded files",
      "FROM_FILES",
      { accounts: [everyday], report: { source: "files" } },
      ["evidence"],
    ],
    [
      "lines that do not add up to the balance",
      "DATA_FAULT",
      {
        accounts: [
          everyday,
          checking({
            cents: 900_00,
            everyday: false,
            lines: [cashOut("CHECK 0310", 100_00, daysAgo(30))],
            historicalBalances: balancesBefore(READ_AT, 90, 900_00, []),
          }),
        ],
      },
      ["leaveOut"],
    ],
    [
      "an account that was shared twice",
      "SEEN_TWICE",
      { banks: twice(...monthly("2026-11-03", 3).map((date, at) => cashOut(`CORNER STORE ${at}`, 20_00 + at, date))) },
      [],
    ],
    ["two accounts that may be one", "MAYBE_SAME_ACCOUNT", { banks: twice() }, ["confirmation"]],
    [
      "data that is too old for FHA",
      "FHA_DATA_OLD",
      {
        banks: [
          bank({ readAt: daysAgo(42), accounts: [everyday] }),
          bank({ name: "Bank Two", accounts: [checking({ cents: 9_00 })] }),
        ],
      },
      ["newReport"],
    ],
    [
      "a report of too few days",
      "ASK_MORE_DAYS",
      { accounts: [everyday], report: { daysRequested: 30 } },
      ["daysRequested"],
    ],
    [
      "a recently opened account",
      "RECENTLY_OPENED",
      {
        accounts: [
          everyday,
          savings({
            cents: 2_000_00,
            days: 41,
            everyday: false,
            lines: [cashIn("COUNTER CASH DEPOSIT", 2_000_00, daysAgo(41))],
          }),
        ],
      },
      ["explain"],
    ],
    [
      "three cash deposits within days",
      "CASH_PATTERN",
      {
        accounts: [
          checking({
            cents: 60_000_00,
            lines: cashInOn([daysAgo(3), daysAgo(6), daysAgo(9)], "BRANCH CASH DEPOSIT", 4_000_00),
          }),
        ],
      },
      ["explain"],
    ],
    [
      "too little of the borrower's own money",
      "OWN_FUNDS_SHORT",
      {
        accounts: [checking({ cents: 2_000_00 })],
        loan: loanWith({ occupancy: "second_home" }),
        evidence: [gift("mother", 60_000_00)],
      },
      ["funds", "loanTerm"],
    ],
    [
      "a gift that may be the same as another",
      "GIFT_MAY_BE_REPEATED",
      { accounts: [everyday], evidence: [gift("mother", 5_000_00), gift("mother", 5_000_00)] },
      ["replaceEvidence"],
    ],
    [
      "a receipt that may not have cleared",
      "EMD_RECEIPT_NOT_CLEARED",
      {
        accounts: [checking({ cents: 20_000_00 })],
        loan: loanWith({ emd: 8_000_00 }),
        evidence: [evidence("emd_receipt", null, 8_000_00, { clearedOn: READ_AT })],
      },
      ["all"],
    ],
    [
      "earnest money that a gift paid",
      "EMD_PAID_BY_GIFT",
      {
        accounts: [everyday],
        loan: loanWith({ emd: 8_000_00 }),
        evidence: [evidence("emd_receipt", null, 8_000_00), gift("father", 8_000_00)],
      },
      ["loanTerm"],
    ],
    [
      "earnest money that another person paid",
      "EMD_FROM_OTHER",
      {
        accounts: [everyday, checking({ cents: 40_000_00, owners: ["KARL QUIST"], lines: [wire] })],
        loan: loanWith({ emd: 8_000_00 }),
      },
      ["evidence"],
    ],
    [
      "a gap in the pay",
      "INCOME_GAP",
      { accounts: [checking({ cents: 60_000_00, lines: pays([7, 21, 35, 77, 91].map(daysAgo)) })] },
      ["explain"],
    ],
    [
      "pay that stopped",
      "INCOME_STOPPED",
      { accounts: [checking({ cents: 60_000_00, lines: pays([35, 49, 63, 77].map(daysAgo)) })] },
      ["explain"],
    ],
    [
      "payments that may be rent",
      "POSSIBLE_RENT",
      {
        accounts: [
          checking({
            cents: 60_000_00,
            days: 400,
            lines: cashOutOn(monthly("2026-11-03", 12), "ZELLE TO MARK DOYLE", 1_400_00),
          }),
        ],
      },
      ["confirmation"],
    ],
    [
      "a levy",
      "LEVY",
      { accounts: [checking({ cents: 60_000_00, lines: [cashOut("LEVY", 900_00, daysAgo(26))] })] },
      ["explain"],
    ],
    [
      "a debt that is paid at another amount",
      "DEBT_AMOUNT_DIFFERS",
      {
        accounts: [
          checking({ cents: 60_000_00, lines: cashOutOn(monthly("2026-11-03", 3), "TOYOTA MOTOR CREDIT", 500_00) }),
        ],
        loan: loanWith({
          disclosedLiabilities: [{ creditor: "Toyota Motor Credit", monthlyPayment: 388_00, type: "installment" }],
        }),
      },
      ["loanTerm", "confirmation"],
    ],
    [
      "business money",
      "BUSINESS_ASSET_ANALYSIS",
      { accounts: [everyday, checking({ cents: 5_000_00, owners: ["NORA QUIST", "QUIST DESIGN LLC"] })] },
      ["confirmation"],
    ],
    [
      "a retirement plan whose terms are not known",
      "REQUEST_PLAN_TERMS",
      { accounts: [everyday, investment("401k", { cents: 9_000_00 })] },
      ["all"],
    ],
  ])("%s has a change that clears it", (_what, code, scenario, kinds) => {
    const { changes } = changesOf(scenario, code);
    expect(changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...kinds]));
  });
});

describe("what only new data, a decision or nothing changes", () => {
  const accounts = [checking({ cents: 60_000_00 })];

  test.each([
    ["a bank that is missing", "BANK_MISSING", "newData"],
    ["a dispute of the consumer", "CONSUMER_DISPUTE", "newData"],
  ] as const)("only new data changes %s", (_what, code, reason) => {
    const warnings = [{ code, itemId: null, message: null }];
    expect(changesOf({ accounts, report: { warnings } }, code)).toMatchObject({ changes: [], reason });
  });

  test("an identity alert clears once the identity is confirmed for the connection", () => {
    const banks = [bank({ accounts })];
    const warnings = [{ code: "USER_FRAUD_ALERT", itemId: banks[0]!.id, message: null }];
    expect(changesOf({ banks, report: { warnings } }, "IDENTITY_ALERT").texts).toEqual([
      "Not a finding once someone confirms that the borrower was contacted and their identity is verified, with a document.",
    ]);
  });

  test("without the earlier report, a fall of the money since then is not tried", () => {
    const before = checking({ id: "account-0001", cents: 60_000_00 });
    const now = checking({ id: "account-0001", cents: 20_000_00 });
    const question = asked({
      accounts: [now],
      previous: reportOf([bank({ accounts: [before], readAt: daysAgo(20) })]),
    });
    const evaluation = evaluate(question);
    const finding = evaluation.findings.find(({ code }) => code === "FUNDS_FELL")!;
    expect(texts(counterfactualsOf(question, evaluation, finding).changes, finding, question)).toEqual([
      "Not a finding with $8,000.00 more documented in Checking …0001.",
    ]);
    expect(counterfactualsOf({ ...question, previous: null }, evaluation, finding)).toEqual({
      changes: [],
      broader: [],
      reason: "newData",
    });
  });

  test("a finding of earlier rules that today's rules do not give says so", () => {
    const question = asked({ accounts: [checking({ cents: 60_000_00, days: 41 })] });
    const evaluation = evaluate(question);
    const finding = evaluation.findings.find(({ code }) => code === "INSUFFICIENT_HISTORY")!;
    const later = asked({ accounts });
    expect(counterfactualsOf(later, evaluation, finding)).toEqual({
      changes: [],
      broader: [],
      reason: "rules",
    });
  });
});
