import { describe, expect, test } from "vitest";
import { addDays, dayNumber } from "./days.ts";
import type { Confirmation, EvidenceSource } from "./evaluation.ts";
import type { Model } from "./model.ts";
import type { ReportItem } from "./parsed-report.ts";
import { isAccepted, lineKeyOf, prepare, type ModelInputs } from "./prepare.ts";
import {
  bank,
  cashIn,
  cashOut,
  checking,
  confirmation,
  evidence,
  NORA,
  person,
  READ_AT,
  reportOf,
  type AccountSpec,
} from "./test-report.ts";

const INPUTS: ModelInputs = { borrowers: [NORA], evidence: [], confirmations: [], leftOutAccounts: [] };
const prepared = (items: readonly ReportItem[], inputs: Partial<ModelInputs> = {}): Model =>
  prepare(reportOf(items), null, { ...INPUTS, ...inputs });
const ofAccount = (spec: Partial<AccountSpec>, inputs: Partial<ModelInputs> = {}) =>
  prepared([bank({ accounts: [checking({ cents: 9_000_00, everyday: false, ...spec })] })], inputs);
const daysAgo = (days: number) => addDays(READ_AT, -days);

test("a report is prepared once for the same inputs, and again for others", () => {
  const [report, previous] = [reportOf([]), reportOf([])];
  const first = prepare(report, null, INPUTS);
  expect(prepare(report, null, { ...INPUTS })).toBe(first);
  expect(prepare(report, previous, INPUTS)).not.toBe(first);
  expect(prepare(report, previous, INPUTS)).toBe(prepare(report, previous, INPUTS));
  expect(prepare(report, previous, { ...INPUTS, leftOutAccounts: ["one"] }).previous).toBe(previous);
});

test("other inputs find the same accounts and lines", () => {
  const report = reportOf([bank({ accounts: [checking({ cents: 1_00 })] })]);
  const linesWith = (inputs: ModelInputs) => prepare(report, null, inputs).accounts.map(({ lines }) => lines.length);
  expect(linesWith({ ...INPUTS, leftOutAccounts: ["one"] })).toEqual(linesWith(INPUTS));
  expect(linesWith(INPUTS)).toEqual([report.items[0]!.accounts[0]!.transactions.length]);
});

describe("lines", () => {
  test("are in order of day, deposits first, then words, and equal ones are numbered", () => {
    const [early, late] = [daysAgo(9), daysAgo(8)];
    const { accounts } = ofAccount({
      lines: [
        cashOut("Birch", 5_00, late),
        cashOut("Alder", 5_00, late),
        cashOut("Alder", 5_00, late),
        cashIn("Cedar", 7_00, late),
        cashOut("Cedar", 1_00, early),
      ],
    });
    expect(accounts[0]!.lines.map(({ key }) => key)).toEqual([
      `${early}|100|CEDAR`,
      `${late}|-700|CEDAR`,
      `${late}|500|ALDER`,
      `${late}|500|ALDER|2`,
      `${late}|500|BIRCH`,
    ]);
  });

  test("that the provider sent twice count once", () => {
    const one = cashIn("Cedar", 7_00, daysAgo(5));
    const { accounts, duplicates } = ofAccount({ lines: [one, { ...one }] });
    expect([accounts[0]!.lines.length, duplicates.map(({ id }) => id)]).toEqual([1, [one.id]]);
  });

  test("without a date are of the day of reading if money came in", () => {
    const lines = [-1, 0, 1].map((cents) => cashOut("Cedar", cents, "unknown", { id: String(cents) }));
    const days = new Map(ofAccount({ lines }).accounts[0]!.lines.map(({ id, day }) => [id, day]));
    expect(days.get("-1")).toBe(dayNumber(READ_AT));
    expect(days.get("0")).toBeNaN();
    expect(days.get("1")).toBeNaN();
  });
});

describe("a pending line", () => {
  const pending = (words: string, cents: number, ago: number) => cashOut(words, cents, daysAgo(ago), { pending: true });
  const left = (lines: AccountSpec["lines"] & {}) =>
    ofAccount({ lines }).accounts[0]!.lines.map(({ source }) => source);

  test.each([
    [-2, 2],
    [-1, 1],
    [0, 1],
    [7, 1],
    [8, 2],
  ])("whose copy posts %i days later leaves %i lines", (later, count) => {
    const [one, posted] = [pending("WALMART 0931", 50_00, 20), cashOut("WALMART 0931", 50_00, daysAgo(20 - later))];
    expect(left([one, posted])).toHaveLength(count);
    expect(left([one, posted])).toContain(posted);
  });

  test("stays without a posted line of its sum and party", () => {
    const one = pending("WALMART 0931", 50_00, 5);
    expect(left([one])).toEqual([one]);
    expect(left([one, cashOut("WALMART 0931", 50_01, daysAgo(4))])).toContain(one);
    expect(left([one, cashOut("TARGET 0931", 50_00, daysAgo(4))])).toContain(one);
    expect(left([one, cashOut("Walmart Supercenter", 50_00, daysAgo(4))])).not.toContain(one);
    const unknown = pending("ALDER CRAFTS", 50_00, 5);
    expect(left([unknown, cashOut("WALMART 0931", 50_00, daysAgo(4))])).toContain(unknown);
    expect(left([unknown, cashOut("BIRCH CRAFTS", 50_00, daysAgo(4))])).toContain(unknown);
    expect(left([unknown, cashOut("ALDER CRAFTS", 50_00, daysAgo(4))])).not.toContain(unknown);
  });

  test("is one posted line, and two are two", () => {
    const two = [pending("WALMART 0931", 50_00, 5), pending("WALMART 0931", 50_00, 5)];
    const posted = [4, 4].map((ago) => cashOut("WALMART 0931", 50_00, daysAgo(ago)));
    const others = [cashOut("TARGET", 50_00, daysAgo(4)), cashOut("TARGET", 50_00, daysAgo(4))];
    expect(left([...two, posted[0]!, ...others]).filter((line) => line.pending)).toHaveLength(1);
    expect(left([...two, ...posted, ...others])).toEqual(expect.arrayContaining([...posted, ...others]));
    expect(left([...two, ...posted, ...others])).toHaveLength(4);
  });

  test("does not number the posted line", () => {
    const day = daysAgo(5);
    const { accounts } = ofAccount({
      lines: [cashOut("Cedar", 7_00, day, { pending: true }), cashOut("Cedar", 7_00, day)],
    });
    expect(accounts[0]!.lines.map(({ key, isPending }) => [key, isPending])).toEqual([[`${day}|700|CEDAR`, false]]);
  });
});

describe("pending money in that its line identifies", () => {
  const PAYROLL = "LARKMEAD FOODS DES:PAYROLL";
  const isIdentified = (words: string, cents: number, paid: readonly number[]) => {
    const lines = [
      ...paid.map((pay, at) => cashIn(PAYROLL, pay, daysAgo(14 * (at + 1)))),
      cashIn(words, cents, daysAgo(1), { pending: true }),
    ];
    return ofAccount({ lines }).identifiedPending.size === 1;
  };

  test("is a benefit or a tax refund", () => {
    expect(isIdentified("SSA TREAS 310 XXSOC SEC", 9_000_00, [])).toBe(true);
    expect(isIdentified("IRS TREAS 310 TAX REF", 9_000_00, [])).toBe(true);
    expect(isIdentified("COUNTER CASH DEPOSIT", 1_00, [1_000_00, 1_000_00])).toBe(false);
  });

  test("is pay of at most 1.5 times what its payer paid twice before", () => {
    expect(isIdentified(PAYROLL, 1_000_00, [1_000_00])).toBe(false);
    expect(isIdentified(PAYROLL, 1_500_00, [1_000_00, 1_000_00])).toBe(true);
    expect(isIdentified(PAYROLL, 1_500_01, [1_000_00, 1_000_00])).toBe(false);
    expect(isIdentified("HAWTHORN BOOKS DES:PAYROLL", 1_000_00, [1_000_00, 1_000_00])).toBe(false);
  });

  test("counts days of pay, and all that the payer still posts", () => {
    const pay = (cents: number, ago: number, pending = false, words = PAYROLL) =>
      cashIn(words, cents, daysAgo(ago), { pending });
    const number = (...lines: ReturnType<typeof pay>[]) => ofAccount({ lines }).identifiedPending.size;
    expect(number(pay(1_000_00, 15), pay(1_000_00, 15), pay(1_000_00, 1, true))).toBe(0);
    expect(number(pay(500_00, 29), pay(500_00, 29), pay(1_000_00, 15), pay(1_500_00, 1, true))).toBe(1);
    const paid = [pay(1_000_00, 29), pay(1_000_00, 15)];
    expect(number(...paid, pay(750_00, 1, true), pay(750_00, 1, true))).toBe(2);
    expect(number(...paid, pay(750_00, 1, true), pay(750_01, 1, true))).toBe(0);
    const vendor = [29, 15].map((ago) => pay(1_000_00, ago, false, "LARKMEAD FOODS DES:VENDOR"));
    expect(number(...vendor, pay(1_000_00, 1, true))).toBe(0);
    expect(number(pay(9_000_00, 1, true, "NORA QUIST DES:TAX REF"))).toBe(0);
  });
});

describe("accounts", () => {
  test("that look alike at one bank are numbered by content, in any order", () => {
    const alike = [
      checking({ id: "small", mask: null, cents: 100_00 }),
      checking({ id: "large", mask: null, cents: 200_00 }),
      checking({ id: "larger", mask: null, cents: 300_00 }),
    ];
    for (const accounts of [alike, [...alike].reverse()])
      expect(prepared([bank({ accounts })]).accounts.map(({ id, key }) => [id, key])).toEqual([
        ["small", "ONE||DEPOSITORY|CHECKING"],
        ["large", "ONE||DEPOSITORY|CHECKING|2"],
        ["larger", "ONE||DEPOSITORY|CHECKING|3"],
      ]);
  });

  test("that a second sign-in shows are known by both ids", () => {
    const seen = (id: string, readAt: string) =>
      bank({ readAt, accounts: [checking({ id, mask: "4471", persistentId: "same", cents: 100_00 })] });
    const items = [seen("old", daysAgo(1)), seen("new", READ_AT)];
    const { accounts, isLeftOut } = prepared(items, { leftOutAccounts: ["old"] });
    expect(accounts.map(({ id, key, copyIds }) => [id, key, copyIds])).toEqual([
      ["new", "ONE|4471|DEPOSITORY|CHECKING", ["old"]],
    ]);
    expect(isLeftOut(accounts[0]!)).toBe(true);
  });

  test("are named with the end of their number where the bank reports it", () => {
    const nameWith = (mask: string | null) => ofAccount({ mask }).accounts[0]!.name;
    expect([nameWith("4471"), nameWith(null)]).toEqual(["Checking …4471", "Checking"]);
  });

  test("that the lender leaves out match no transfer", () => {
    const day = daysAgo(9);
    const accounts = [
      checking({ id: "out", mask: "4471", cents: 1_00, lines: [cashOut("ONLINE TRANSFER TO ...8810", 6_200_00, day)] }),
      checking({ id: "in", mask: "8810", cents: 1_00, lines: [cashIn("ONLINE TRANSFER FROM ...4471", 6_200_00, day)] }),
    ];
    expect(prepared([bank({ accounts })]).transferOf.size).toBe(2);
    expect(prepared([bank({ accounts })], { leftOutAccounts: ["out"] }).transferOf.size).toBe(0);
  });

  test("that may be the same keep their own ids", () => {
    const seen = (id: string, cents: number) =>
      bank({ accounts: [checking({ id, mask: "4471", cents, everyday: false })] });
    const { accounts, seenTwice } = prepared([seen("one", 100_00), seen("two", 200_00)]);
    expect(seenTwice.map(({ isSure }) => isSure)).toEqual([false]);
    expect(accounts.map(({ copyIds }) => copyIds)).toEqual([[], []]);
  });
});

describe("a confirmation", () => {
  const deposit = cashIn("COUNTER DEPOSIT", 7_000_00, daysAgo(5));
  const other = cashIn("COUNTER DEPOSIT", 8_000_00, daysAgo(5));
  const about = (subject: Confirmation["subject"]) => [confirmation("ownTransfer", {}, { subject })];

  test("is about a line by its id, while the amount is the same", () => {
    const isConfirmed = (subject: Confirmation["subject"]) => {
      const model = ofAccount({ lines: [deposit, other] }, { confirmations: about(subject) });
      const line = model.accounts[0]!.lines.find(({ id }) => id === deposit.id)!;
      return model.confirmed("ownTransfer", { line }) !== undefined && !model.confirmed("notALoan", { line });
    };
    const key = lineKeyOf(ofAccount({ lines: [deposit], id: "x", mask: "4471" }).accounts[0]!.lines[0]!);
    expect(isConfirmed({ transactionId: deposit.id })).toBe(true);
    expect(isConfirmed({ transactionId: other.id })).toBe(false);
    expect(isConfirmed({})).toBe(false);
    expect(isConfirmed({ transactionId: deposit.id, lineKey: key })).toBe(true);
    expect(isConfirmed({ transactionId: deposit.id, lineKey: key.replace("|-700000|", "|-699999|") })).toBe(false);
  });

  test("is about a line by its key in another report", () => {
    const lines = { mask: "4471", lines: [deposit, other] };
    const [first, second] = ofAccount(lines).accounts[0]!.lines;
    const model = ofAccount(lines, { confirmations: about({ transactionId: "gone", lineKey: lineKeyOf(first!) }) });
    const confirmed = model.accounts[0]!.lines.map((line) => model.confirmed("ownTransfer", { line }) !== undefined);
    expect(confirmed).toEqual([true, false]);
    expect(second).toBeDefined();
  });

  test("about the copy of a line through another sign-in is about the line that counts", () => {
    const seen = (name: string, readAt: string) => {
      const lines = [deposit, other].map((line) => ({ ...line, id: `${name} ${line.amountCents}` }));
      return bank({
        readAt,
        accounts: [checking({ id: name, mask: "4471", persistentId: "same", cents: 9_000_00, lines, everyday: false })],
      });
    };
    const items = [seen("old", daysAgo(1)), seen("new", READ_AT)];
    const { accounts, confirmed, evidenceOf } = prepared(items, {
      confirmations: about({ transactionId: "old -700000" }),
      evidence: [evidence("other", null, 1, { transactionId: "old -700000" })],
    });
    expect([...evidenceOf.keys()].map(({ id }) => id)).toEqual(["new -700000"]);
    const ids = accounts[0]!.lines.filter((line) => confirmed("ownTransfer", { line })).map(({ id }) => id);
    expect(ids).toEqual(["new -700000"]);
    expect(confirmed("ownTransfer", { account: accounts[0]! })).toBeUndefined();
    expect(confirmed("ownTransfer", { payee: "COUNTER" })).toBeUndefined();
  });

  test("is about an account by id or key, and about a payee in any case", () => {
    const isConfirmed = (subject: Confirmation["subject"]) => {
      const { accounts, confirmed } = ofAccount({ id: "mine", mask: "4471" }, { confirmations: about(subject) });
      return [
        confirmed("ownTransfer", { account: accounts[0]! }) !== undefined,
        confirmed("ownTransfer", { payee: "Kay Motors" }) !== undefined,
      ];
    };
    expect(isConfirmed({ accountId: "mine" })).toEqual([true, false]);
    expect(isConfirmed({ accountId: "another" })).toEqual([false, false]);
    expect(isConfirmed({ accountKey: "ONE|4471|DEPOSITORY|CHECKING" })).toEqual([true, false]);
    expect(isConfirmed({ accountKey: "ONE|4472|DEPOSITORY|CHECKING" })).toEqual([false, false]);
    expect(isConfirmed({ payee: "KAY  MOTORS" })).toEqual([false, true]);
    expect(isConfirmed({ payee: "KAY" })).toEqual([false, false]);
    expect(isConfirmed({ transactionId: "gone" })).toEqual([false, false]);
  });
});

describe("a name at the bank that a reviewer confirmed", () => {
  const BO = person("Bo", "Reed", { middleName: "Quentin", suffix: "Jr" });
  const ownerWith = (who: string | undefined, more: Partial<Confirmation> = { hasDocument: true }) => {
    const confirmations = [confirmation("borrower", { bankName: "STAGE NAME", ...(who && { person: who }) }, more)];
    const model = ofAccount({ owners: ["STAGE NAME"] }, { borrowers: [NORA, BO], confirmations });
    return model.accounts[0]!.ownership.persons[0]!.borrower;
  };

  test.each(["Bo Reed", "BO  REED", "Bo Quentin Reed", "Bo Reed Jr", "Bo Quentin Reed Jr"])("is that of %s", (who) => {
    expect(ownerWith(who)).toBe("Bo Quentin Reed Jr");
  });

  test("is the first borrower's where no person is named, and that of no other person", () => {
    expect(ownerWith(undefined)).toBe("Nora Quist");
    expect(ownerWith("Nora Quist")).toBe("Nora Quist");
    expect(ownerWith("Bo Quist")).toBeNull();
  });

  test("that does not match at all needs a document", () => {
    expect(ownerWith("Bo Reed", { hasDocument: false })).toBeNull();
  });
});

describe("evidence", () => {
  const deposit = cashIn("COUNTER DEPOSIT", 7_000_00, daysAgo(5));

  test("is about a line by its id, or by its key in another report", () => {
    const lines = { mask: "4471", lines: [deposit] };
    const lineKey = lineKeyOf(ofAccount(lines).accounts[0]!.lines[0]!);
    const isFound = (more: Partial<EvidenceSource>) =>
      ofAccount(lines, { evidence: [evidence("other", deposit, 1, more)] }).evidenceOf.size === 1;
    expect(isFound({ transactionId: deposit.id })).toBe(true);
    expect(isFound({ transactionId: "gone", lineKey })).toBe(true);
    expect(isFound({ transactionId: null, lineKey })).toBe(true);
    expect(isFound({ transactionId: "gone", lineKey: `${lineKey}|2` })).toBe(false);
    expect(isFound({ transactionId: "gone" })).toBe(false);
    expect(isFound({ hasDocument: false })).toBe(false);
  });

  test("counts with a document, or with a reason of ten letters", () => {
    const counts = (hasDocument: boolean, reason: string | null) =>
      isAccepted(evidence("other", deposit, 1, { hasDocument, reason }));
    expect(counts(true, null)).toBe(true);
    expect(counts(false, null)).toBe(false);
    expect(counts(false, "123456789")).toBe(false);
    expect(counts(false, " 123456789 ")).toBe(false);
    expect(counts(false, "1234567890")).toBe(true);
  });
});
