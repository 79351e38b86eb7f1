import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf, documentOfQuestion } from "../features/asset-reports/server/document/test-documents.ts";
import type { DocumentInput } from "../features/asset-reports/server/document/schema.ts";
import { writeDocument } from "../features/asset-reports/server/document/write-document.ts";
import { evaluate } from "../features/underwriting/rules/evaluate.ts";
import {
  balancesBefore,
  bank,
  BASE,
  cashIn,
  cashInOn,
  cashOut,
  cashOutOn,
  checking,
  confirmation,
  depository,
  evidence,
  gift,
  holding,
  investment,
  loanWith,
  monthly,
  NORA,
  READ_AT,
  refinanceWith,
  reportOf,
  savings,
  type Scenario,
  waiver,
} from "../features/underwriting/rules/test-report.ts";
import { readPlaidReport } from "../providers/plaid/report.ts";
import { readPdfText } from "./pdf-text.ts";
import { type Check, checksOf } from "./pdf-totals.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recompute-pdf-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(input: DocumentInput): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeDocument(input)) chunks.push(chunk);
  const file = join(folder, "report.pdf");
  await writeFile(file, Buffer.concat(chunks));
  return file;
}

async function textOf(input: DocumentInput): Promise<string> {
  return readPdfText(await fileOf(input));
}

const different = (checks: readonly Check[]) => checks.filter(({ isEqual }) => !isEqual);

function questionOf({ accounts = [], banks, report, previous, ...inputs }: Scenario) {
  return {
    report: reportOf(banks ?? [bank({ accounts })], report),
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

const scenario = (one: Scenario) => documentOfQuestion(questionOf(one));

const golden = () => {
  const file = new URL("../sandbox/plaid/bank-data/golden-asset-report.json", import.meta.url);
  return readPlaidReport(readFileSync(file));
};

/** A household with pay, rent, debts, returned items, a matched transfer, refunds and a pending deposit. */
function household() {
  const pay = cashInOn(
    ["2026-11-13", "2026-10-30", "2026-10-16", "2026-10-02", "2026-09-18"],
    "ACME DES:PAYROLL INDN:NORA QUIST",
    2_345_67,
  );
  const spending = [
    ...cashOutOn(monthly("2026-11-03", 4), "CAPITAL ONE AUTO PYMT", 185_40),
    ...cashOutOn(monthly("2026-11-01", 3), "AVALON PROPERTIES RENT", 1_480_00),
    ...cashOutOn(monthly("2026-11-05", 3), "TX SDU CHILD SUPPORT", 650_00),
    ...cashOutOn(monthly("2026-11-09", 3), "CHASE CREDIT CRD AUTOPAY", 310_00),
    ...cashOutOn(["2026-11-02", "2026-10-07"], "NSF FEE RETURNED ITEM", 35_00),
    cashOut("STATE FARM INSURANCE", 120_00, "2026-10-20"),
    cashOut("ROOMS TO GO", 800_00, "2026-10-01"),
    cashIn("ROOMS TO GO REFUND", 300_00, "2026-10-12"),
    cashIn("MOBILE DEPOSIT", 900_00, "2026-11-15", { pending: true }),
  ];
  const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 6_200_00, "2026-10-22");
  const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 6_200_00, "2026-10-23");
  return { checkingLines: [...pay, ...spending, out], savingsLines: [into] };
}

function purchase(): Scenario {
  const { checkingLines, savingsLines } = household();
  const cash = cashIn("COUNTER CASH DEPOSIT", 12_500_00, "2026-10-20");
  const earnest = cashOut("WIRE TO FIRST AMERICAN TITLE ESCROW", 3_950_00, "2026-10-21");
  return {
    loan: loanWith({
      emd: 4_000_00,
      credits: 15_000_00,
      lenderCredits: 500_00,
      reserveMonthsRequired: 2,
      disclosedLiabilities: [
        { creditor: "Capital One Auto", monthlyPayment: 185_40, type: "installment" },
        { creditor: "Chase", monthlyPayment: 35_00, type: "revolving" },
      ],
    }),
    accounts: [
      checking({ mask: "4471", cents: 21_345_67, lines: [...checkingLines, cash, earnest] }),
      savings({ mask: "8810", cents: 30_000_00, lines: savingsLines }),
      investment("brokerage", { mask: "2201", cents: 40_000_00, holdings: [holding(40_000_00)] }),
      investment("ira", { mask: "2202", cents: 25_000_00 }),
    ],
  };
}

function giftsUnderFha(): Scenario {
  const deposit = cashIn("ZELLE FROM INES QUIST", 9_000_00, "2026-10-28");
  return {
    loan: loanWith({
      program: "fha",
      loanAmount: 386_000_00,
      reserveMonthsRequired: undefined,
      underwriting: "manual",
    }),
    accounts: [
      checking({ mask: "4471", cents: 14_000_00, lines: [deposit] }),
      investment("401k", {
        mask: "7777",
        cents: 20_000_00,
        holdings: [holding(20_000_00, { vestedValueCents: 18_000_00 })],
      }),
    ],
    evidence: [
      gift("mother", 9_000_00, deposit),
      gift("uncle", 11_000_00, null, { donor: { name: "Otto Quist", sharesHome: true } }),
      gift("coworker", 4_000_00, null, { donor: { name: "Sam Field" } }),
    ],
  };
}

/** What is bought raises the balance, what is paid lowers it. */
function creditCard(): Scenario {
  const lines = [
    cashOut("H-E-B #455 GROCERIES", 210_40, "2026-10-14"),
    cashIn("PAYMENT THANK YOU", 150_00, "2026-10-28"),
    cashOut("ROOMS TO GO", 640_00, "2026-11-06"),
  ];
  const owed = 1_100_40;
  const asAsset = lines.map((line) => ({ ...line, amountCents: -line.amountCents }));
  const historicalBalances = balancesBefore(READ_AT, 90, owed, asAsset);
  const card = { type: "credit", mask: "7688", cents: owed, lines, historicalBalances, everyday: false };
  return {
    accounts: [checking({ mask: "4471", cents: 60_000_00 }), depository("credit card", card)],
  };
}

function short(): Scenario {
  const loan = cashIn("UPSTART NETWORK LOAN PROCEEDS", 9_000_00, "2026-10-25");
  return {
    loan: loanWith({
      program: "freddie",
      occupancy: "investment",
      underwriting: "manual",
      reserveMonthsRequired: undefined,
      isFirstTimeBuyer: undefined,
      financedProperties: [
        { unpaidPrincipal: 210_000_33, monthlyPayment: 1_400_00, isPrincipal: true },
        { unpaidPrincipal: 155_555_55, monthlyPayment: 1_111_11, isPrincipal: false },
      ],
    }),
    banks: [
      bank({ name: "Bank One", accounts: [checking({ mask: "4471", cents: -9_400_00, lines: [loan] })] }),
      bank({ name: "Bank Two", readAt: "2026-11-12", accounts: [savings({ mask: "8810", cents: 9_100_00 })] }),
    ],
  };
}

function explained(): DocumentInput {
  const car = cashIn("MOBILE CHECK DEPOSIT", 12_000_00, "2026-10-12");
  const cash = cashIn("COUNTER CASH DEPOSIT", 8_000_00, "2026-10-27");
  const account = checking({ mask: "4471", cents: 60_000_00, lines: [car, cash], owners: ["NORAH QUIST"] });
  const papers = [
    evidence("sale_of_personal_asset", car, 8_000_00, { id: "paper-1" }),
    evidence("emd_receipt", null, 1_500_00, { id: "paper-2" }),
    evidence("liquidation", null, 5_000_00, { id: "paper-3" }),
  ];
  const open = questionOf({
    loan: loanWith({ emd: 2_000_00 }),
    accounts: [account, investment("brokerage", { mask: "2201", cents: 6_000_00 })],
    evidence: papers,
    confirmations: [confirmation("borrower", { account, bankName: "NORAH QUIST", person: "Nora Quist" })],
  });
  const large = evaluate(open).findings.find(({ code }) => code === "LARGE_UNSOURCED");
  return documentOfQuestion({ ...open, waivers: large === undefined ? [] : [waiver(large)] });
}

const documents: [string, () => DocumentInput][] = [
  ["the provider's own sample", () => documentOf(golden())],
  ["a purchase with everything", () => scenario(purchase())],
  [
    "a cash-out refinance",
    () =>
      scenario({
        ...purchase(),
        loan: refinanceWith({
          transactionType: "cash_out",
          payoff: 200_000_00,
          loanAmount: 300_000_00,
          acquiredOn: "2020-01-15",
          ausReserves: 7_777_77,
          reserveMonthsRequired: undefined,
        }),
      }),
  ],
  ["FHA with gifts", () => scenario(giftsUnderFha())],
  ["money that is short", () => scenario(short())],
  ["VA", () => scenario({ ...purchase(), loan: loanWith({ program: "va", emd: 4_000_00, closingCosts: 9_000_00 }) })],
  ["USDA with a gift", () => scenario({ ...giftsUnderFha(), loan: loanWith({ program: "usda" }) })],
  [
    "a loan with missing terms",
    () =>
      scenario({ ...purchase(), loan: loanWith({ credits: undefined, monthlyIncome: undefined, pitia: undefined }) }),
  ],
  ["a loan without any terms", () => scenario({ ...purchase(), loan: {} })],
  ["evidence, confirmations and waivers", explained],
  [
    "unexplained money above all that counts",
    () => {
      const cash = cashIn("COUNTER CASH DEPOSIT", 48_000_00, "2026-10-20");
      const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 30_000_00, "2026-10-22");
      const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 30_000_00, "2026-10-23");
      const earnest = cashOut("WIRE TO FIRST AMERICAN TITLE ESCROW", 4_000_00, "2026-10-24");
      return scenario({
        loan: loanWith({ emd: 4_000_00 }),
        accounts: [
          checking({ mask: "4471", cents: 700_00, lines: [cash, out, earnest] }),
          savings({ mask: "8810", cents: 30_100_00, lines: [into] }),
          investment("ira", { mask: "2202", cents: 5_000_00 }),
        ],
      });
    },
  ],
  ["an account with a balance owed", () => scenario(creditCard())],
  ["a report without accounts", () => scenario({ banks: [] })],
];

test.each(documents)("every total of %s recomputes from the PDF's text", async (_name, input) => {
  const checks = checksOf(await textOf(input()));
  expect(different(checks)).toEqual([]);
  expect(checks.length).toBeGreaterThan(40);
});

const FIGURES: [string, (text: string) => string][] = [
  [
    "cash to close",
    (text) => text.replace(/(Cash to close +\$\d+,\d\d)\d/, (_all, start: string) => `${start}x`).replace("x", "3"),
  ],
  ["reserves", (text) => text.replace(/^(Reserves +)\$\d/m, "$1$9")],
  ["a counted account", (text) => text.replace(/^(A1 Checking \S+ +)\$\d/m, "$1$9")],
  ["a month's closing balance", (text) => text.replace(/^(2026-10 .* )\$(\d+),(\d{3}\.\d\d)$/m, "$1$9$2,$3")],
  ["a bank line", (text) => text.replace(/(STATE FARM INSURANCE .*)\u2212\$120\.00/, "$1\u2212$120.01")],
  ["monthly income", (text) => text.replace(/(Monthly qualifying income +Entered +)\$9,000\.00/, "$1$9,900.00")],
  ["a threshold", (text) => text.replace(/(Conventional: large above +)\$4,500\.00/, "$1$4,500.01")],
  ["a debt's payment", (text) => text.replace(/(Support +Monthly .*)\$650\.00( +)\$650\.00/, "$1$650.00$2$560.00")],
];

test.each(FIGURES)("a changed figure is found: %s", async (_name, change) => {
  const text = await textOf(scenario(purchase()));
  const changed = change(text);
  expect(changed).not.toBe(text);
  expect(different(checksOf(changed))).not.toEqual([]);
});

test("a total that is missing is found", async () => {
  const text = await textOf(scenario(purchase()));
  for (const label of ["Cash to close", "Reserves", "All counted money", "Undisclosed"])
    expect(different(checksOf(text.replace(new RegExp(`^${label} .*\n`, "m"), ""))), label).not.toEqual([]);
});

test("the command prints a table and fails on a document with an altered figure", async () => {
  const run = (file: string) =>
    promisify(execFile)(process.execPath, [new URL("recompute-pdf.ts", import.meta.url).pathname, file]);
  const file = await fileOf(scenario(purchase()));
  expect((await run(file)).stdout).toMatch(/^total +printed +recomputed +equal$[\s\S]*\b0 different$/m);

  const altered = scenario(purchase());
  const { funds } = altered.evaluation;
  const fannie = { ...funds.fannie, cashToCloseCents: (funds.fannie.cashToCloseCents ?? 0) + 1 };
  await writeFile(
    join(folder, "altered.pdf"),
    await readFile(
      await fileOf({
        ...altered,
        evaluation: { ...altered.evaluation, funds: { ...funds, fannie } },
      }),
    ),
  );
  await expect(run(join(folder, "altered.pdf"))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("NO") as string,
  });
});
