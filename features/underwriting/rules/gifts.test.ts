import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { EvidenceSource, Program } from "./evaluation.ts";
import { donorGroup, giftOutcome, isSameName, missingGiftParts, readGifts } from "./gifts.ts";
import { account, daysAgo, item, line, modelOf, report } from "./test-model.ts";
import { BASE, cashIn, checking, evaluated, findings, fundsOf, gift, loanWith, split } from "./test-report.ts";

const noLines: Parameters<typeof readGifts>[0] = {
  accounts: [],
  counting: new Map(),
  evidence: [],
  evidenceOf: new Map(),
  transferOf: new Map(),
  netOf: new Map(),
};
const toCome = (relationship: string, more: Partial<EvidenceSource> = {}, loan: Loan = BASE) =>
  readGifts({ ...noLines, evidence: [gift(relationship, 6_000_00, null, more)] }, loan)[0]!;

function outcomes(relationship: string, loan: Loan = BASE, more: Partial<EvidenceSource> = {}) {
  const one = toCome(relationship, more, loan);
  return (["fannie", "freddie", "fha"] as const).map((program: Program) => {
    const { outcome, reason } = giftOutcome(one, program, loan);
    return reason === null ? outcome : `${outcome} ${reason}`;
  });
}

describe("who may give", () => {
  test.each([
    "spouse",
    "child",
    "dependent",
    "mother",
    "Great-Grandmother",
    "brother-in-law",
    "stepsister",
    "adoptive parent",
    "guardian",
    "fiancé",
    "domestic partner",
  ])("%s: under every program", (relationship) => {
    expect(outcomes(relationship)).toEqual(["counts", "counts", "counts"]);
  });

  test("a partner's or former relative and a godparent: Freddie Mac looks, FHA takes them as close friends", () => {
    for (const relationship of ["godparent", "former spouse", "partner's mother", "fiancé's father"]) {
      expect(outcomes(relationship)).toEqual(["counts", "conditional interest", "conditional interest"]);
      expect(outcomes(relationship, BASE, withInterest(relationship))).toEqual([
        "counts",
        "counts review",
        "counts review",
      ]);
    }
  });

  test("an employer or labor union: FHA only", () => {
    for (const relationship of ["employer", "labor union"])
      expect(outcomes(relationship)).toEqual(["never donor", "never donor", "counts"]);
  });

  test("a close friend: FHA only, with a documented interest", () => {
    for (const relationship of ["close friend", "coworkers"]) {
      expect(outcomes(relationship)).toEqual(["never donor", "never donor", "conditional interest"]);
      expect(outcomes(relationship, BASE, withInterest(relationship))).toEqual([
        "never donor",
        "never donor",
        "counts review",
      ]);
    }
  });

  test("a charity or government: Fannie Mae for a principal home, Freddie Mac after a look, FHA", () => {
    for (const relationship of ["charity", "county", "church"]) {
      expect(outcomes(relationship)).toEqual(["counts", "counts review", "counts"]);
      expect(outcomes(relationship, loanWith({ occupancy: "second_home" }))).toEqual([
        "never donor",
        "counts review",
        "counts",
      ]);
    }
  });

  test("no one, for an investment property under Fannie Mae and Freddie Mac", () => {
    expect(outcomes("mother", loanWith({ occupancy: "investment" }))).toEqual([
      "never investment",
      "never investment",
      "counts",
    ]);
  });

  test("no interested party, except a relative who sells, which Fannie Mae looks at", () => {
    const party = (role: string) => loanWith({ interestedParties: [{ name: "Ines Quist", role }] });
    expect(outcomes("mother", party("builder"))).toEqual([
      "never interestedParty",
      "never interestedParty",
      "never interestedParty",
    ]);
    expect(outcomes("friend", party("seller"))[0]).toBe("never interestedParty");
    for (const relationship of ["mother", "fiancé"])
      expect(outcomes(relationship, party("Seller"))).toEqual([
        "counts review",
        "never interestedParty",
        "never interestedParty",
      ]);
    const other = loanWith({ interestedParties: [{ name: "Hale Builders", role: "seller" }] });
    expect(outcomes("mother", other)).toEqual(["counts", "counts", "counts"]);
    const both = loanWith({
      interestedParties: [
        { name: "Hale Builders", role: "seller" },
        { name: "Ines Quist", role: "agent" },
      ],
    });
    expect(outcomes("mother", both)[0]).toBe("never interestedParty");
    const seller = loanWith({
      interestedParties: [
        { name: "Ines Quist", role: "seller" },
        { name: "Hale Builders", role: "builder" },
      ],
    });
    expect(outcomes("mother", seller)[0]).toBe("counts review");
  });

  test("an incomplete gift is conditional, from any donor", () => {
    const incomplete = { noRepayment: false };
    expect(outcomes("mother", BASE, incomplete)).toEqual(Array(3).fill("conditional incomplete"));
    expect(outcomes("employer", BASE, incomplete)[2]).toBe("conditional incomplete");
    expect(outcomes("charity", BASE, incomplete)).toEqual(Array(3).fill("conditional incomplete"));
    expect(outcomes("friend", BASE, { ...incomplete, ...withInterest("friend") })[2]).toBe("conditional incomplete");
    expect(outcomes("landlord")).toEqual(Array(3).fill("conditional incomplete"));
    const seller = loanWith({ interestedParties: [{ name: "Ines Quist", role: "seller" }] });
    expect(outcomes("mother", seller, incomplete)[0]).toBe("conditional incomplete");
  });
});

function withInterest(relationship: string): Partial<EvidenceSource> {
  return { donor: { name: "Ines Quist", address: "A", phone: "5", relationship, isInterestDocumented: true } };
}

describe("relationships in the lender's words", () => {
  test.each([
    ["mother", "family"],
    ["MOTHER-IN-LAW", "family"],
    ["fiancé", "partner"],
    ["fiancée", "partner"],
    ["boyfriend", "partner"],
    ["fiancé’s mother", "familial"],
    ["partner's parents", "familial"],
    ["ex-husband", "familial"],
    ["godmother", "familial"],
    ["employer", "employer"],
    ["close friend", "friend"],
    ["friend of my mother", "friend"],
    ["foundation", "charity"],
    ["former employer", "unknown"],
    ["ex fiancé", "unknown"],
    ["mother's boyfriend", "unknown"],
    ["wife's landlord", "unknown"],
    ["real estate agent", "unknown"],
    ["law partner", "unknown"],
    ["someone", "unknown"],
    ["", "unknown"],
    [undefined, "unknown"],
  ])("%s: %s", (relationship, group) => {
    expect(donorGroup(relationship)).toBe(group);
  });
});

describe("one name and another", () => {
  test.each([
    ["Ines Quist", "INES QUIST", true],
    ["Quist, Ines", "Ines Quist", true],
    ["Ines M. Quist", "Ines Quist", true],
    ["Ines Maria Quist", "Ines Quist", true],
    ["Ines Quist", "Ines Maria Quist", true],
    ["Ines", "Ines", true],
    ["Ines", "Ines Quist", false],
    ["Ines Quist", "Quist", false],
    ["Ines Quist", "Ines Brandt", false],
    ["Ines M Quist", "Ines B Quist", true],
    ["Jo Quist", "Li Quist", false],
    ["I Q", "I Q", false],
    ["Inés Zúñiga", "INES ZUNIGA", true],
    ["Đặng Thị Ngọc", "DANG THI NGOC", true],
    ["Fiona O'Brien", "FIONA OBRIEN", true],
    ["", "Ines Quist", false],
    ["Ines Quist", "", false],
    ["", "", false],
  ])("%s and %s: %s", (a, b, same) => {
    expect(isSameName(a, b)).toBe(same);
  });
});

describe("what a gift letter lacks", () => {
  const letter = gift("mother", 6_000_00);
  const missing = (more: Partial<EvidenceSource>) => missingGiftParts({ ...letter, ...more });
  const donor = letter.donor!;

  test("nothing, when it is complete", () => {
    expect(missing({})).toEqual([]);
    expect(missing({ amountCents: 6_000_00 })).toEqual([]);
    expect(missing({ amountCents: 9_000_00 })).toEqual([]);
  });

  test.each<[string, Partial<EvidenceSource>]>([
    ["the donor's name", { donor: { ...donor, name: "" } }],
    ["the donor's address", { donor: { ...donor, address: "" } }],
    ["the donor's phone", { donor: { ...donor, phone: "" } }],
    ["the relationship", { donor: { ...donor, relationship: "someone" } }],
    ["an amount that covers the gift", { amountCents: 5_999_99 }],
    ["that no repayment is expected", { noRepayment: false }],
    ["the signed letter", { hasDocument: false }],
    ["proof of the donor's transfer or the closing agent's receipt", { transferEvidence: false }],
  ])("%s", (part, more) => {
    expect(missing(more)).toEqual([part]);
  });

  test("the amount", () => {
    const { amountCents: _amount, ...without } = letter;
    expect(missingGiftParts(without)).toEqual(["the amount"]);
  });

  test("a deposited gift shows its transfer itself", () => {
    expect(missing({ transactionId: "line", transferEvidence: false })).toEqual([]);
  });

  test("everything, without a letter", () => {
    const bare = { transactionId: null, sourcedCents: 6_000_00, hasDocument: false };
    expect(missingGiftParts(bare)).toHaveLength(8);
  });
});

describe("gifts of a file", () => {
  const deposits = [line(-5_000_00, daysAgo(9)), line(800_00, daysAgo(4))];
  const model = modelOf(report([item([account({ transactions: deposits })])]));
  const [deposit, payment] = model.accounts[0]!.lines;
  const read = (one: EvidenceSource, about = deposit) =>
    readGifts({ ...noLines, evidence: [one], evidenceOf: about ? new Map([[about, [one]]]) : new Map() }, BASE);

  test("a deposited gift counts up to the deposit", () => {
    const source = { transactionId: deposit!.id };
    expect(read(gift("mother", 6_000_00, null, source))[0]).toMatchObject({
      cents: 5_000_00,
      isToCome: false,
      line: deposit,
    });
    expect(read(gift("mother", 4_000_00, null, source))[0]).toMatchObject({ cents: 4_000_00 });
  });

  test("a gift without a line is to come, one for a line of another report is neither", () => {
    const later = toCome("mother");
    expect(later).toMatchObject({ cents: 6_000_00, isToCome: true, line: null, missing: [], sharesHome: false });
    expect(
      readGifts({ ...noLines, evidence: [gift("mother", 6_000_00, null, { transactionId: "gone" })] }, BASE),
    ).toEqual([]);
  });

  test("nothing is given with a payment or without cents", () => {
    expect(read(gift("mother", 500_00, null, { transactionId: payment!.id }), payment)).toEqual([]);
    expect(readGifts({ ...noLines, evidence: [gift("mother", 0)] }, BASE)).toEqual([]);
    expect(readGifts({ ...noLines, evidence: [gift("mother", 1)] }, BASE)).toHaveLength(1);
  });

  test("other evidence is no gift", () => {
    expect(readGifts({ ...noLines, evidence: [{ ...gift("mother", 6_000_00), kind: "other" }] }, BASE)).toEqual([]);
  });

  test("a gift to come that may be one already deposited does not count", () => {
    const held = gift("mother", 5_000_00, null, { transactionId: deposit!.id });
    const outcome = (later: EvidenceSource) => {
      const gifts = readGifts({ ...noLines, evidence: [later, held], evidenceOf: new Map([[deposit!, [held]]]) }, BASE);
      expect(gifts.find(({ line }) => line !== null)).toMatchObject({ depositedAs: null });
      return giftOutcome(
        gifts.find(({ isToCome }) => isToCome)!,
        "fha",
        BASE,
      );
    };
    expect(outcome(gift("mother", 5_000_00))).toEqual({ outcome: "never", reason: "deposited" });
    expect(outcome(gift("mother", 5_000_00, null, { donor: { name: "QUIST INES" } })).outcome).toBe("never");
    expect(outcome(gift("mother", 5_025_00)).outcome, "a wire arrives without its fee").toBe("never");
    expect(outcome(gift("mother", 5_100_01)).outcome).toBe("counts");
    expect(outcome(gift("mother", 4_999_99)).outcome).toBe("counts");
    expect(outcome(gift("mother", 5_000_00, null, { donor: { name: "Otto Quist" } })).outcome).toBe("counts");
  });

  test("a gift entered as deposited and as to come is counted once", () => {
    const wire = cashIn("WIRE FROM INES QUIST", 9_000_00, "2026-10-28");
    const e = evaluated({
      accounts: [checking({ cents: 60_000_00, lines: [wire] })],
      evidence: [gift("mother", 9_000_00, wire), gift("mother", 9_000_00)],
    });
    expect(fundsOf(e, ({ giftCents }) => giftCents)).toEqual(split(0, 0));
    expect(findings(e, "GIFT_MAY_BE_DEPOSITED")).toMatchObject([
      { severity: "review", text: expect.stringContaining("may be the gift deposited on Oct 28, 2026") as string },
    ]);
  });

  test("of a gift that was deposited in part, the whole amount does not count again", () => {
    const held = gift("mother", 5_000_00, null, { transactionId: deposit!.id, amountCents: 20_000_00 });
    const later = gift("mother", 20_000_00);
    const gifts = readGifts({ ...noLines, evidence: [held, later], evidenceOf: new Map([[deposit!, [held]]]) }, BASE);
    expect(giftOutcome(gifts[1]!, "fannie", BASE)).toEqual({ outcome: "never", reason: "deposited" });
  });

  test("the donor who shares the home is noted", () => {
    const donor = { name: "Ines Quist", relationship: "mother", sharesHome: true };
    expect(toCome("mother", { donor })).toMatchObject({ sharesHome: true, donorName: "Ines Quist", group: "family" });
    const { donor: _none, ...anonymous } = gift("mother", 6_000_00);
    expect(readGifts({ ...noLines, evidence: [anonymous] }, BASE)[0]).toMatchObject({
      donorName: "",
      group: "unknown",
    });
  });
});

describe("equal gifts that are still to come", () => {
  const repeats = (...evidence: EvidenceSource[]) =>
    readGifts({ ...noLines, evidence }, BASE).map(({ isRepeat }) => isRepeat);
  const whole = gift("mother", 9_000_00);
  const half = { ...whole, noRepayment: false };

  test("of one donor are one gift, the more complete letter", () => {
    expect(repeats(whole)).toEqual([false]);
    expect(repeats(whole, { ...whole })).toEqual([false, true]);
    expect(repeats(half, whole)).toEqual([true, false]);
    expect(repeats(whole, half)).toEqual([false, true]);
    expect(repeats(whole, { ...whole }, half)).toEqual([false, true, true]);
    expect(repeats(whole, { ...whole, sourcedCents: 9_000_01 })).toEqual([false, false]);
    expect(repeats(whole, gift("father", 9_000_00, null, { donor: { name: "Karl Quist" } }))).toEqual([false, false]);
    expect(giftOutcome(readGifts({ ...noLines, evidence: [whole, { ...whole }] }, BASE)[1]!, "fha", BASE)).toEqual({
      outcome: "never",
      reason: "repeated",
    });
  });

  test("one that is deposited is no repeat", () => {
    const model = modelOf(report([item([account({ transactions: [line(-9_000_00, daysAgo(9))] })])]));
    const [deposit] = model.accounts[0]!.lines;
    const held = { ...whole, transactionId: deposit!.id };
    const gifts = readGifts({ ...noLines, evidence: [whole, held], evidenceOf: new Map([[deposit!, [held]]]) }, BASE);
    expect(gifts.map(({ isRepeat }) => isRepeat)).toContain(false);
    expect(gifts.find(({ line }) => line !== null)!.isRepeat).toBe(false);
  });
});
