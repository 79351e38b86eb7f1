import { describe, expect, test } from "vitest";
import type { Classification } from "./classifier/classify.ts";
import { findPayee } from "./classifier/classify.ts";
import type { Account, Line } from "./model.ts";
import type { ReportAccount } from "./parsed-report.ts";
import { account, daysAgo, item, line, modelOf, report } from "./test-model.ts";
import { matchNets, matchTransfers } from "./transfers.ts";

// ---- Lines of a few accounts ------------------------------------------------------------------------------------

interface Leg extends Partial<Omit<Classification, "payee">> {
  readonly cents: number;
  /** Days before the day of reading. */
  readonly ago: number;
  readonly words?: string;
  readonly isPending?: boolean;
  /** Name of a payee in the knowledge base. */
  readonly payee?: string;
}

const NEUTRAL: Classification = {
  class: "other",
  subclass: null,
  payee: null,
  party: "",
  person: null,
  masks: [],
  banks: [],
  hasTransferWords: false,
  isWire: false,
  isForeign: false,
  confidence: "high",
  why: "",
};

interface Bank {
  readonly legs?: Readonly<Record<string, Leg>>;
  readonly bank?: string;
  readonly more?: Partial<ReportAccount>;
  readonly isCounted?: boolean;
  /** Name at the bank, and the borrower behind it. */
  readonly owner?: readonly [bankName: string, borrower: string | null];
}

/** Accounts by mask; each leg by its id. */
function accountsOf(banks: Readonly<Record<string, Bank>>): { accounts: readonly Account[]; counted: Set<Account> } {
  const legs = new Map(Object.values(banks).flatMap(({ legs: own = {} }) => Object.entries(own)));
  const { accounts } = modelOf(
    report(
      Object.entries(banks).map(([mask, { legs: own = {}, bank = `Bank ${mask}`, more = {} }]) =>
        item(
          [
            account({
              id: mask,
              mask,
              days: 1,
              transactions: Object.entries(own).map(([id, { cents, ago, words = "", isPending = false }]) =>
                line(cents, daysAgo(ago), { id, description: words, pending: isPending }),
              ),
              ...more,
            }),
          ],
          { id: mask, institutionName: bank },
        ),
      ),
    ),
  );
  for (const one of accounts) {
    const [bankName, borrower] = banks[one.id]!.owner ?? ["NORA QUIST", "Nora Quist"];
    Object.assign(one, { ownership: { persons: [{ bankName, borrower }] } });
    for (const own of one.lines) {
      const { cents: _cents, ago: _ago, words: _words, isPending: _isPending, payee, ...more } = legs.get(own.id)!;
      const classification = { ...NEUTRAL, ...more, ...(payee !== undefined && { payee: findPayee(payee)! }) };
      Object.assign(own, { classification, class: classification.class });
    }
  }
  return { accounts, counted: new Set(accounts.filter(({ id }) => banks[id]!.isCounted !== false)) };
}

const transfers = (banks: Readonly<Record<string, Bank>>, netted: readonly string[] = []) => {
  const { accounts, counted } = accountsOf(banks);
  const nets = accounts.flatMap(({ lines }) => lines).filter(({ id }) => netted.includes(id));
  return matchTransfers(accounts, counted, new Map(nets.map((one) => [one, one])));
};

/** Matched pairs: `out > in`. */
const matched = (banks: Readonly<Record<string, Bank>>, netted: readonly string[] = []) =>
  [...transfers(banks, netted).transferOf]
    .filter(([one]) => one.cents > 0)
    .map(([debit, deposit]) => `${debit.id} > ${deposit.id}`)
    .sort();
const possible = (banks: Readonly<Record<string, Bank>>) =>
  [...transfers(banks).possible].map(([deposit, debit]) => `${debit.id} > ${deposit.id}`).sort();

const PLAIN = { class: "other", hasTransferWords: false } as const;
const TRANSFER = { class: "own_transfer", hasTransferWords: true } as const;
const out = (more: Partial<Leg> = {}): Leg => ({ cents: 5_000_00, ago: 20, ...TRANSFER, ...more });
const into = (more: Partial<Leg> = {}): Leg => ({ cents: -5_000_00, ago: 20, ...TRANSFER, ...more });
/** One debit and one deposit on two accounts. */
const two = (debit: Partial<Leg> = {}, deposit: Partial<Leg> = {}, first: Bank = {}, second: Bank = {}) => ({
  1111: { legs: { out: out(debit) }, ...first },
  2222: { legs: { in: into(deposit) }, ...second },
});
const isMatched = (...legs: Parameters<typeof two>) => matched(two(...legs)).length === 1;

// ---- Own transfers ----------------------------------------------------------------------------------------------

describe("an own transfer", () => {
  test("is an equal debit and deposit of two counted accounts, known both ways", () => {
    const { transferOf } = transfers(two());
    expect([...transferOf].map(([one, other]) => [one.id, other.id])).toEqual([
      ["out", "in"],
      ["in", "out"],
    ]);
    expect(isMatched({}, { cents: -5_000_01 })).toBe(false);
    expect(isMatched({}, {}, { isCounted: false })).toBe(false);
    expect(isMatched({}, {}, {}, { isCounted: false })).toBe(false);
    expect(matched({ 1111: { legs: { out: out(), in: into() } } })).toEqual([]);
    expect(isMatched({ cents: 1 }, { cents: -1 })).toBe(true);
  });

  test("takes from a day before to five days after the debit", () => {
    const apart = (days: number) => isMatched({ ago: 20 }, { ago: 20 - days });
    expect([-2, -1, 0, 1, 5, 6].map(apart)).toEqual([false, true, true, true, true, false]);
  });

  test("is posted, not part of a net, and into a bank account", () => {
    expect(isMatched({ isPending: true })).toBe(false);
    expect(isMatched({}, { isPending: true })).toBe(false);
    expect(matched(two(), ["in"])).toEqual([]);
    expect(matched(two(), ["out"])).toEqual([]);
    const stocks = { more: { type: "investment", subtype: "brokerage" } };
    expect(isMatched({}, {}, {}, stocks)).toBe(false);
    expect(isMatched({}, {}, stocks)).toBe(true);
  });

  test("has words of a transfer on one leg at least", () => {
    expect(isMatched({}, PLAIN)).toBe(true);
    expect(isMatched(PLAIN, {})).toBe(true);
    expect(isMatched(PLAIN, PLAIN)).toBe(false);
  });

  test.each([
    "payroll",
    "cash_deposit",
    "check_deposit",
    "gig_income",
    "loan_proceeds",
    "person_payment",
    "benefit",
  ] as const)("has no leg of class %s", (kind) => {
    expect(isMatched({}, { ...PLAIN, class: kind })).toBe(false);
  });

  test.each(["loan_payment", "purchase", "check", "person_payment"] as const)("has no debit of class %s", (kind) => {
    expect(isMatched({ ...PLAIN, class: kind }, {})).toBe(false);
  });

  test("names no payee with another role than a bank, brokerage or payment app, and no person", () => {
    for (const payee of ["Chase", "Zelle", "Fidelity"]) {
      expect(isMatched({ payee })).toBe(true);
      expect(isMatched({}, { payee })).toBe(true);
    }
    for (const payee of ["Upstart", "Stewart Title"]) {
      expect(isMatched({ payee })).toBe(false);
      expect(isMatched({}, { payee })).toBe(false);
    }
    expect(isMatched({ person: "INES QUIST" })).toBe(false);
    expect(isMatched({}, { person: "INES QUIST" })).toBe(false);
    // A line that is not a transfer by its words names no one at all.
    for (const more of [{ payee: "Chase" }, { person: "INES QUIST" }]) {
      expect(isMatched({ ...PLAIN, ...more }, {})).toBe(false);
      expect(isMatched({}, { ...PLAIN, ...more })).toBe(false);
    }
  });

  test("may go out by wire to a bank", () => {
    expect(isMatched({ ...PLAIN, isWire: true, payee: "Chase" })).toBe(true);
    expect(isMatched({ ...PLAIN, isWire: true, payee: "Upstart" })).toBe(false);
    expect(isMatched({ ...PLAIN, isWire: true, person: "INES QUIST" })).toBe(false);
    expect(isMatched({ ...PLAIN, class: "purchase", isWire: true, payee: "Chase" })).toBe(false);
    expect(isMatched({}, { ...PLAIN, isWire: true, payee: "Chase" })).toBe(false);
  });
});

describe("a leg that names an account or bank", () => {
  test("names the other leg's, or its own", () => {
    for (const [mask, is] of [
      ["2222", true],
      ["1111", true],
      ["9999", false],
    ] as const) {
      expect(isMatched({ masks: [mask] })).toBe(is);
      expect(isMatched({}, { masks: [mask] })).toBe(is);
    }
    const chase = { bank: "Chase" };
    for (const [bank, is] of [
      ["chase", true],
      ["wells-fargo", false],
    ] as const) {
      expect(isMatched({ banks: [bank] }, {}, {}, chase)).toBe(is);
      expect(isMatched({ banks: [bank] }, {}, chase)).toBe(is);
      expect(isMatched({}, { banks: [bank] }, {}, chase)).toBe(is);
      expect(isMatched({}, { banks: [bank] }, chase)).toBe(is);
    }
  });

  test("names no third one beside them", () => {
    for (const [masks, is] of [
      [["1111", "2222"], true],
      [["2222", "1111"], true],
      [["9999", "1111"], false],
      [["1111", "9999"], false],
      [["2222", "9999"], false],
    ] as const) {
      expect(isMatched({ masks })).toBe(is);
      expect(isMatched({}, { masks })).toBe(is);
    }
    const [chase, wells] = [{ bank: "Chase" }, { bank: "Wells Fargo" }];
    for (const [banks, is] of [
      [["chase", "wells-fargo"], true],
      [["chase", "ally"], false],
      [["ally", "wells-fargo"], false],
    ] as const) {
      expect(isMatched({ banks }, {}, chase, wells)).toBe(is);
      expect(isMatched({}, { banks }, chase, wells)).toBe(is);
    }
  });

  test("a payment to the owner does not excuse a third account on the other leg", () => {
    const paid = { ...PLAIN, class: "person_payment", person: "NORA QUIST" } as const;
    expect(isMatched(paid, {})).toBe(true);
    expect(isMatched(paid, { masks: ["1111"] })).toBe(true);
    expect(isMatched(paid, { masks: ["9999"] })).toBe(false);
    expect(isMatched({ masks: ["9999"] }, paid)).toBe(false);
  });
});

describe("a leg that may name another person", () => {
  const unsure = (party: string, more: Partial<Leg> = {}): Partial<Leg> => ({ confidence: "low", party, ...more });

  test("is no transfer, on either side", () => {
    expect(isMatched(unsure("OLE BRANDT"), PLAIN)).toBe(false);
    expect(isMatched(PLAIN, unsure("OLE BRANDT"))).toBe(false);
    expect(isMatched({ ...PLAIN, party: "OLE BRANDT" }, {})).toBe(false);
    expect(isMatched({}, { ...PLAIN, party: "OLE BRANDT" })).toBe(false);
    expect(isMatched(unsure("OLE BRANDT"), unsure("OLE BRANDT"))).toBe(false);
  });

  test("unless its own words or the other's say that it is a transfer", () => {
    expect(isMatched({ party: "OLE BRANDT" }, PLAIN)).toBe(true);
    expect(isMatched(unsure("OLE BRANDT"), {})).toBe(true);
    expect(isMatched({}, unsure("OLE BRANDT"))).toBe(true);
    expect(isMatched(unsure("OLE BRANDT"), { ...PLAIN, confidence: "high" })).toBe(false);
    expect(isMatched({ ...PLAIN, confidence: "low", party: "OLE BRANDT" }, {})).toBe(false);
  });

  test("unless a payee or mask shows where it goes", () => {
    expect(isMatched(unsure("OLE BRANDT", { payee: "Chase" }), PLAIN)).toBe(true);
    expect(isMatched(unsure("OLE BRANDT", { masks: ["2222"] }), PLAIN)).toBe(true);
    expect(isMatched(unsure("OLE BRANDT"), { ...PLAIN, masks: ["1111"] })).toBe(true);
    expect(isMatched(unsure("OLE BRANDT"), { ...PLAIN, masks: ["2222"] })).toBe(false);
    const nameless = { more: { mask: null } };
    expect(isMatched(unsure("OLE BRANDT"), PLAIN, nameless)).toBe(false);
  });

  test.each<[string, Bank, Bank, Partial<Leg>]>([
    ["NORA QUIST", {}, {}, {}],
    ["QUIST NORA J", {}, {}, {}],
    ["OLE BRANDT", { owner: ["OLE BRANDT", null] }, {}, {}],
    ["OLE BRANDT", {}, { owner: ["OLE BRANDT", null] }, {}],
    ["OLE BRANDT", { owner: ["O B", "Ole Brandt"] }, {}, {}],
    ["OLE BRANDT", {}, { owner: ["O B", "Ole Brandt"] }, {}],
    ["NGOC OBRIEN", { owner: ["N O", "Ngọc O'Brien"] }, {}, {}],
    ["OLE BRANDT", { bank: "Ole-Brandt Bank" }, {}, {}],
    ["OLE BRANDT", {}, { bank: "Ole-Brandt Bank" }, {}],
    ["RAINY DAY", { more: { name: "Rainy day" } }, {}, {}],
    ["RAINY DAY", {}, { more: { name: "Rainy  Day!" } }, {}],
    ["RAINY DAY", {}, { more: { officialName: "Rainy Day Savings" } }, {}],
    ["CHASE", { bank: "Chase" }, {}, { banks: ["chase"] }],
  ])("unless every word of %s is known of the accounts (%#)", (party, first, second, more) => {
    expect(isMatched(unsure(party, more), PLAIN, first, second)).toBe(true);
    expect(isMatched(unsure(`${party} OTTO`, more), PLAIN, first, second)).toBe(false);
  });

  test("is known by a bank that a leg names", () => {
    const chase = { bank: "JPMorgan Chase" };
    expect(isMatched(unsure("CHASE"), { ...PLAIN, banks: ["chase"] }, chase)).toBe(true);
    expect(isMatched(unsure("WELLS"), { ...PLAIN, banks: ["chase"] }, chase)).toBe(false);
  });

  test("is not recognized by single letters", () => {
    expect(isMatched(unsure("X Y Z"), PLAIN)).toBe(true);
    expect(isMatched(unsure("XY"), PLAIN)).toBe(false);
    expect(isMatched(unsure(""), PLAIN)).toBe(true);
  });
});

describe("of several that fit", () => {
  test("the nearest in time are one transfer", () => {
    expect(
      matched({
        1111: { legs: { far: out({ ago: 22 }), near: out({ ago: 21 }) } },
        2222: { legs: { in: into({ ago: 20 }) } },
      }),
    ).toEqual(["near > in"]);
    expect(
      matched({
        1111: { legs: { before: out({ ago: 22 }), after: out({ ago: 19 }) } },
        2222: { legs: { in: into({ ago: 20 }) } },
      }),
    ).toEqual(["after > in"]);
    expect(
      matched({
        1111: { legs: { out: out({ ago: 22 }) } },
        2222: { legs: { far: into({ ago: 18 }), near: into({ ago: 21 }) } },
      }),
    ).toEqual(["out > near"]);
    expect(
      matched({
        1111: { legs: { out: out({ ago: 20 }) } },
        2222: { legs: { far: into({ ago: 21 }), near: into({ ago: 20 }) } },
      }),
    ).toEqual(["out > near"]);
  });

  test("then those whose words name a transfer", () => {
    const plain = { class: "own_transfer", hasTransferWords: false } as const;
    for (const [first, second] of [
      ["a", "b"],
      ["b", "a"],
    ] as const) {
      expect(
        matched({
          1111: { legs: { [first]: out({ words: first }), [second]: out({ words: second, ...plain }) } },
          2222: { legs: { in: into() } },
        }),
      ).toEqual([`${first} > in`]);
      expect(
        matched({
          1111: { legs: { out: out() } },
          2222: { legs: { [first]: into({ words: first }), [second]: into({ words: second, ...plain }) } },
        }),
      ).toEqual([`out > ${first}`]);
    }
    // Words do not outweigh a day.
    expect(
      matched({
        1111: { legs: { near: out(plain), far: out({ ago: 21 }) } },
        2222: { legs: { in: into() } },
      }),
    ).toEqual(["near > in"]);
  });

  test("then by content: account, then words", () => {
    expect(
      matched({
        1111: { legs: { first: out() } },
        2222: { legs: { second: out() } },
        3333: { legs: { in: into() } },
      }),
    ).toEqual(["first > in"]);
    expect(
      matched({
        1111: { legs: { b: out({ words: "B" }), a: out({ words: "A" }) } },
        2222: { legs: { in: into() } },
      }),
    ).toEqual(["a > in"]);
    expect(
      matched({
        1111: { legs: { out: out() } },
        2222: { legs: { b: into({ words: "B" }), a: into({ words: "A" }) } },
      }),
    ).toEqual(["out > a"]);
    expect(
      matched({
        1111: { legs: { "out b": out({ words: "B" }), "out a": out({ words: "A" }) } },
        2222: { legs: { "in b": into({ words: "B" }), "in a": into({ words: "A" }) } },
      }),
    ).toEqual(["out a > in a", "out b > in b"]);
  });

  test("each leg is in one transfer", () => {
    expect(
      matched({
        1111: { legs: { out: out() } },
        2222: { legs: { in: into() } },
        3333: { legs: { "in too": into() } },
      }),
    ).toEqual(["out > in"]);
  });

  test("the nearest 40 are tried, which keeps hostile data fast", () => {
    const many = (number: number, leg: (at: number) => Leg, name: string) =>
      Object.fromEntries(
        Array.from({ length: number }, (_, at) => [`${name}${String(at).padStart(2, "0")}`, leg(at)] as const),
      );
    const words = (at: number) => String(at).padStart(2, "0");
    const pairs = matched({
      1111: { legs: many(41, (at) => out({ words: words(at) }), "out ") },
      2222: { legs: many(41, (at) => into({ words: words(at) }), "in ") },
    });
    expect(pairs).toHaveLength(40);
    expect(
      matched({
        1111: { legs: { ...many(45, (at) => out({ ago: 25, words: words(at) }), "far "), near: out({ words: "Z" }) } },
        2222: { legs: { in: into() } },
      }),
    ).toEqual(["near > in"]);
    expect(
      matched({
        1111: { legs: { ...many(45, (at) => out({ ago: 19, words: words(at) }), "far "), near: out({ words: "Z" }) } },
        2222: { legs: { in: into() } },
      }),
    ).toEqual(["near > in"]);
  });
});

describe("a check or cash that another account may have paid in", () => {
  const leg = (kind: Classification["class"], more: Partial<Leg> = {}): Leg => ({
    cents: 9_000_00,
    ago: 20,
    ...PLAIN,
    ...more,
    class: kind,
  });
  const paper = (debit: Classification["class"], deposit: Classification["class"], more: Partial<Leg> = {}) =>
    possible({
      1111: { legs: { out: leg(debit) } },
      2222: { legs: { in: leg(deposit, { cents: -9_000_00, ...more }) } },
    });

  test("is a possible transfer: a check for a check, cash for cash", () => {
    expect(paper("check", "check_deposit")).toEqual(["out > in"]);
    expect(paper("cash_withdrawal", "cash_deposit")).toEqual(["out > in"]);
    expect(paper("check", "cash_deposit")).toEqual([]);
    expect(paper("cash_withdrawal", "check_deposit")).toEqual([]);
    expect(paper("purchase", "check_deposit")).toEqual([]);
    expect(paper("check", "payroll")).toEqual([]);
    expect(paper("other", "cash_deposit")).toEqual([]);
    expect(paper("cash_withdrawal", "other")).toEqual([]);
    expect(paper("check", "check_deposit", { ago: 15 })).toEqual(["out > in"]);
    expect(paper("check", "check_deposit", { ago: 14 })).toEqual([]);
  });

  test("is found beside a transfer of the same amount", () => {
    const { transferOf, possible: open } = transfers({
      1111: { legs: { check: leg("check"), out: out({ cents: 9_000_00 }) } },
      2222: { legs: { deposit: leg("check_deposit", { cents: -9_000_00 }), in: into({ cents: -9_000_00 }) } },
    });
    expect([transferOf.size, open.size]).toEqual([2, 1]);
  });

  test("of several, each is in one pair", () => {
    expect(
      possible({
        1111: { legs: { a: leg("check", { words: "A" }), b: leg("check", { words: "B" }) } },
        2222: { legs: { in: leg("check_deposit", { cents: -9_000_00 }) } },
      }),
    ).toEqual(["a > in"]);
  });
});

// ---- Nets -------------------------------------------------------------------------------------------------------

const nets = (banks: Readonly<Record<string, Bank>>) => {
  const { accounts, counted } = accountsOf(banks);
  const { full, partial } = matchNets(accounts, counted);
  const show = ([one, other]: readonly [Line, Line]) => `${one.id} > ${other.id}`;
  return { full: [...full].map(show).sort(), partial: [...partial].map(([one, cents]) => [one.id, cents]) };
};

describe("a deposit that was returned", () => {
  const back = (more: Partial<Leg> = {}): Leg => ({ cents: 700_00, ago: 10, class: "refund_reversal", ...more });
  const cash = (more: Partial<Leg> = {}): Leg => ({ cents: -700_00, ago: 12, class: "cash_deposit", ...more });
  const returned = (legs: Readonly<Record<string, Leg>>, more: Bank = {}) => nets({ 1111: { legs, ...more } }).full;

  test("is netted with a later equal reversal of that account, both ways", () => {
    expect(returned({ in: cash(), back: back() })).toEqual(["back > in", "in > back"]);
    expect(returned({ in: cash(), back: back({ cents: 700_01 }) })).toEqual([]);
    expect(returned({ in: cash(), back: back({ class: "purchase" }) })).toEqual([]);
    expect(returned({ in: cash(), back: back({ isPending: true }) })).toEqual([]);
    expect(returned({ in: cash({ isPending: true }), back: back() })).toEqual([]);
    expect(returned({ in: cash({ ago: 9 }), back: back() })).toEqual([]);
    expect(returned({ in: cash(), back: back() }, { more: { type: "investment", subtype: "ira" } })).toEqual([]);
    expect(nets({ 1111: { legs: { in: cash() } }, 2222: { legs: { back: back() } } }).full).toEqual([]);
    expect(returned({ in: cash(), back: back() }, { isCounted: false })).toHaveLength(2);
  });

  test("was returned within ten days", () => {
    expect(returned({ in: cash({ ago: 10 }), back: back() })).toHaveLength(2);
    expect(returned({ in: cash({ ago: 20 }), back: back() })).toHaveLength(2);
    expect(returned({ in: cash({ ago: 21 }), back: back() })).toEqual([]);
  });

  test("is the newest of several, each once", () => {
    expect(returned({ old: cash({ ago: 15 }), new: cash(), back: back() })).toEqual(["back > new", "new > back"]);
    expect(returned({ old: cash({ ago: 15 }), new: cash(), back: back(), again: back({ ago: 9 }) })).toEqual([
      "again > old",
      "back > new",
      "new > back",
      "old > again",
    ]);
    expect(returned({ in: cash(), back: back(), again: back({ ago: 9 }) })).toEqual(["back > in", "in > back"]);
  });
});

describe("a refund", () => {
  const refund = (more: Partial<Leg> = {}): Leg => ({
    cents: -300_00,
    ago: 10,
    class: "refund_reversal",
    party: "ELITE MOTORS",
    ...more,
  });
  const paid = (more: Partial<Leg> = {}): Leg => ({
    cents: 300_00,
    ago: 30,
    class: "purchase",
    party: "ELITE MOTORS",
    ...more,
  });
  const refunded = (legs: Readonly<Record<string, Leg>>) => nets({ 1111: { legs } });

  test("pays back an earlier payment to the same payee, known both ways when it is equal", () => {
    expect(refunded({ paid: paid(), back: refund() })).toEqual({ full: ["back > paid", "paid > back"], partial: [] });
    expect(refunded({ paid: paid({ cents: 300_01 }), back: refund() })).toEqual({ full: ["back > paid"], partial: [] });
    expect(refunded({ paid: paid({ cents: 299_99 }), back: refund() })).toEqual({
      full: [],
      partial: [["back", 299_99]],
    });
    expect(refunded({ paid: paid({ party: "OTHER" }), back: refund() })).toEqual({ full: [], partial: [] });
    expect(refunded({ paid: paid({ party: "" }), back: refund({ party: "" }) })).toEqual({ full: [], partial: [] });
    const chase = { party: "", payee: "Chase" };
    expect(refunded({ paid: paid(chase), back: refund(chase) }).full).toHaveLength(2);
    expect(refunded({ paid: paid({ payee: "Chase" }), back: refund(chase) }).full).toHaveLength(2);
    expect(refunded({ paid: paid({ party: "" }), back: refund(chase) }).full).toEqual([]);
  });

  test("of 120 days at most", () => {
    const ago = (days: number) => refunded({ paid: paid({ ago: 10 + days }), back: refund() }).full.length;
    expect([-1, 0, 120, 121].map(ago)).toEqual([0, 2, 2, 0]);
    expect(
      refunded({ old: paid({ ago: 131 }), back: refund(), "old too": paid({ ago: 140, cents: 400_00 }) }).full,
    ).toEqual([]);
  });

  test("is posted into a bank account, of a posted payment that is no transfer and none between people", () => {
    const none = { full: [], partial: [] };
    expect(refunded({ paid: paid(), back: refund({ isPending: true }) })).toEqual(none);
    expect(refunded({ paid: paid({ isPending: true }), back: refund() })).toEqual(none);
    expect(refunded({ paid: paid({ class: "person_payment" }), back: refund() })).toEqual(none);
    expect(refunded({ paid: paid({ class: "own_transfer" }), back: refund() })).toEqual(none);
    expect(refunded({ paid: paid(), back: refund({ class: "other" }) })).toEqual(none);
    const ira = { more: { type: "investment", subtype: "ira" } };
    expect(nets({ 1111: { legs: { paid: paid(), back: refund() }, ...ira } })).toEqual(none);
    expect(nets({ 1111: { legs: { paid: paid() }, ...ira }, 2222: { legs: { back: refund() } } })).toEqual(none);
  });

  test("between accounts that count, or on one account", () => {
    const across = (first: boolean, second: boolean) =>
      nets({
        1111: { legs: { paid: paid() }, isCounted: first },
        2222: { legs: { back: refund() }, isCounted: second },
      }).full.length;
    expect([across(true, true), across(true, false), across(false, true), across(false, false)]).toEqual([2, 0, 0, 0]);
    expect(nets({ 1111: { legs: { paid: paid(), back: refund() }, isCounted: false } }).full).toHaveLength(2);
    expect(
      nets({ 1111: { legs: { paid: paid() } }, 2222: { legs: { old: paid({ ago: 131 }), back: refund() } } }).full,
    ).toEqual(["back > paid", "paid > back"]);
  });

  test("may be an equal wire that came back", () => {
    const wire = { isWire: true, party: "" };
    expect(refunded({ paid: paid(wire), back: refund(wire) }).full).toHaveLength(2);
    expect(refunded({ paid: paid({ ...wire, cents: 300_01 }), back: refund(wire) }).full).toEqual([]);
    expect(refunded({ paid: paid({ party: "" }), back: refund(wire) }).full).toEqual([]);
    expect(refunded({ paid: paid(wire), back: refund({ party: "" }) }).full).toEqual([]);
    expect(refunded({ paid: paid({ ...wire, ago: 131 }), back: refund(wire) }).full).toEqual([]);
  });

  test("is of the smallest payment that covers it, else of the largest; of equals the newest", () => {
    const from = (legs: Readonly<Record<string, Leg>>) => {
      const { full, partial } = refunded({ ...legs, back: refund() });
      return full.find((one) => one.startsWith("back"))?.slice(7) ?? partial[0]?.[1];
    };
    expect(from({ a: paid({ cents: 900_00 }), b: paid({ cents: 400_00 }), c: paid({ cents: 100_00 }) })).toBe("b");
    expect(from({ b: paid({ cents: 400_00 }), a: paid({ cents: 900_00, ago: 11 }) })).toBe("b");
    expect(from({ a: paid({ cents: 100_00 }), b: paid({ cents: 200_00 }), c: paid({ cents: 150_00 }) })).toBe(200_00);
    expect(from({ old: paid({ ago: 40 }), new: paid({ ago: 20 }), mid: paid({ ago: 30 }) })).toBe("new");
    expect(from({ b: paid({ words: "B" }), a: paid({ words: "A" }), c: paid({ words: "C" }) })).toBe("a");
  });

  test("of part of several equal payments is of the newest, so the older can still be paid back", () => {
    const legs = {
      old: paid({ ago: 125, cents: 200_00 }),
      new: paid({ ago: 20, cents: 200_00 }),
      back: refund({ ago: 10 }),
      "back too": refund({ ago: 5, cents: -200_00 }),
    };
    expect(refunded(legs)).toEqual({ full: ["back too > old", "old > back too"], partial: [["back", 200_00]] });
    const same = { a: paid({ words: "A", cents: 200_00 }), b: paid({ words: "B", cents: 200_00 }), back: refund() };
    expect(refunded(same).partial).toEqual([["back", 200_00]]);
  });

  test("uses each payment once, by day, then the largest refund, then content", () => {
    expect(refunded({ paid: paid(), late: refund({ ago: 5 }), early: refund() }).full).toEqual([
      "early > paid",
      "paid > early",
    ]);
    expect(refunded({ paid: paid(), small: refund({ cents: -200_00 }), large: refund() }).full).toEqual([
      "large > paid",
      "paid > large",
    ]);
    expect(refunded({ paid: paid(), b: refund({ words: "B" }), a: refund({ words: "A" }) }).full).toEqual([
      "a > paid",
      "paid > a",
    ]);
    expect(
      nets({ 1111: { legs: { paid: paid() } }, 2222: { legs: { b: refund() } }, 3333: { legs: { c: refund() } } }).full,
    ).toEqual(["b > paid", "paid > b"]);
    expect(refunded({ one: paid(), two: paid({ ago: 29 }), a: refund(), b: refund({ ago: 9 }) }).full).toEqual([
      "a > two",
      "b > one",
      "one > b",
      "two > a",
    ]);
  });

  test("of a returned deposit is none", () => {
    const legs = {
      in: { cents: -300_00, ago: 12, class: "cash_deposit" } as const,
      returned: { cents: 300_00, ago: 11, class: "refund_reversal", party: "ELITE MOTORS" } as const,
      back: refund(),
    };
    expect(refunded(legs).full).toEqual(["in > returned", "returned > in"]);
  });

  test("looks at the newest 400 payments, which keeps hostile data fast", () => {
    const small = (number: number) =>
      Object.fromEntries(
        Array.from({ length: number }, (_, at) => [`small ${at}`, paid({ cents: 1_00 + at })] as const),
      );
    const from = (number: number) => refunded({ ...small(number), first: paid({ ago: 40 }), back: refund() });
    expect(from(399).full).toEqual(["back > first", "first > back"]);
    expect(from(400)).toEqual({ full: [], partial: [["back", 1_00 + 399]] });
  });
});

describe("payments to oneself", () => {
  const NORA: Bank["owner"] = ["NORA QUIST", "Nora Quist"];
  const THEO: Bank["owner"] = ["THEO QUIST", "Theo Quist"];
  const leg = (cents: number, person: string | null, more: Partial<Leg> = {}): Leg => ({
    cents,
    ago: 9,
    class: "person_payment",
    person,
    payee: "Zelle",
    ...more,
  });
  const pairs = (out: Leg, into: Leg, owner = NORA) =>
    matched({ "1111": { legs: { out }, owner: NORA }, "2222": { legs: { into }, owner } }).length;

  test("match when each leg names the owner of the other account", () => {
    expect(pairs(leg(900, "NORA QUIST"), leg(-900, "NORA QUIST"))).toBe(1);
    expect(pairs(leg(900, "THEO QUIST"), leg(-900, "NORA QUIST"), THEO)).toBe(1);
    expect(pairs(leg(900, "NORA QUIST"), leg(-900, "NORA QUIST"), THEO)).toBe(0);
    expect(pairs(leg(900, "THEO QUIST"), leg(-900, "THEO QUIST"), THEO)).toBe(0);
    expect(pairs(leg(900, "NORA QUIST"), leg(-900, "NORA QUIST"), ["NORA QUIST", null])).toBe(0);
    expect(pairs(leg(900, null), leg(-900, null))).toBe(0);
  });

  test("match an own transfer on the other side, and nothing else", () => {
    const own = { class: "own_transfer" as const, person: null };
    expect(pairs(leg(900, "NORA QUIST"), leg(-900, null, own))).toBe(1);
    expect(pairs(leg(900, null, own), leg(-900, "NORA QUIST"))).toBe(1);
    expect(pairs(leg(900, "KARL QUIST"), leg(-900, null, own))).toBe(0);
    const neutral = { class: "other" as const, person: null };
    const { payee: _, ...bare } = leg(900, null, neutral);
    expect(pairs(bare, leg(-900, "NORA QUIST"))).toBe(0);
    const { payee: __, ...bareIn } = leg(-900, null, neutral);
    expect(pairs(leg(900, "NORA QUIST"), bareIn)).toBe(0);
    expect(pairs(leg(900, "NORA QUIST", { class: "loan_payment" }), leg(-900, null, own))).toBe(0);
  });
});
