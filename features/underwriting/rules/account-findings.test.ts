import { describe, expect, test } from "vitest";
import type { EvidenceSource } from "./evaluation.ts";
import {
  bank,
  cashIn,
  checking,
  codes,
  depository,
  evaluated,
  evidence,
  findings,
  holding,
  investment,
  loanWith,
  READ_AT,
  severities,
  type AccountDraft,
  type Scenario,
} from "./test-report.ts";

const COUNTED = () => checking({ id: "counted-0001", cents: 60_000_00 });
const about = (account: AccountDraft, more: Scenario = {}) => {
  const e = evaluated({ accounts: [COUNTED(), account], ...more });
  return e.findings.filter(
    ({ accountIds, ruleId }) => accountIds.includes(account.id) && /^(S2|R5|R6|R6b|R13)$/.test(ruleId),
  );
};
const only = (account: AccountDraft, more: Scenario = {}) => {
  const found = about(account, more);
  expect(found.map(({ code }) => code)).toHaveLength(1);
  return found[0]!;
};
const ways = ({ clearedBy }: ReturnType<typeof only>) =>
  clearedBy.map((way) => {
    if (way.by === "confirmation") return way.needsDocument ? `${way.kind} with a document` : way.kind;
    return way.by === "evidence" ? way.kinds.join(" or ") : way.by;
  });
const spec = { cents: 5_000_00, everyday: false } as const;

describe("accounts that do not count", () => {
  test.each<[string, AccountDraft, string, string, string, string[]]>([
    [
      "of an unknown type",
      checking({ ...spec, type: "vault", mask: "7001" }),
      "R6 SUBTYPE_UNKNOWN",
      "review",
      "Checking …7001 ($5,000.00) is an account of an unknown type",
      ["leaveOut", "newReport", "waiver"],
    ],
    [
      "in another currency",
      checking({ ...spec, currency: "CAD", mask: "7002" }),
      "R6 OTHER_CURRENCY",
      "review",
      "Checking …7002 is held in CAD.",
      ["liquidation", "leaveOut", "waiver"],
    ],
    [
      "in no known currency",
      checking({ ...spec, currency: null, mask: "7003" }),
      "R6 OTHER_CURRENCY",
      "review",
      "is held in an unknown currency.",
      ["liquidation", "leaveOut", "waiver"],
    ],
    [
      "held for another",
      checking({ ...spec, owners: ["NORA QUIST FBO MILO QUIST"] }),
      "R5 HELD_FOR_ANOTHER",
      "review",
      "is held for another person, so none of it counts.",
      ["borrower with a document", "statement", "leaveOut", "waiver"],
    ],
    [
      "of a trust",
      checking({ ...spec, owners: ["NORA QUIST TTEE QUIST FAMILY TRUST"] }),
      "R5 TRUST",
      "review",
      "is held by a trust.",
      ["trust with a document", "leaveOut", "waiver"],
    ],
    [
      "without an owner",
      checking({ ...spec, owners: [] }),
      "R5 OWNER_UNKNOWN",
      "review",
      "The bank does not report who owns Checking",
      ["statement", "leaveOut", "waiver"],
    ],
    [
      "of someone else",
      checking({ ...spec, owners: ["MARSHA VOLK"] }),
      "R5 NOT_THE_BORROWERS",
      "review",
      "is in the name of MARSHA VOLK, which matches no one on the loan.",
      ["borrower with a document", "statement", "leaveOut", "waiver"],
    ],
    [
      "of someone else's business",
      checking({ ...spec, owners: ["HALE DESIGN LLC"] }),
      "R13 NOT_THE_BORROWERS",
      "review",
      "which matches no one on the loan.",
      ["borrower with a document", "statement", "leaveOut", "waiver"],
    ],
    [
      "never",
      depository("ebt", spec),
      "R6 NOT_ELIGIBLE",
      "info",
      "is not an eligible type of account (ebt), so none of it counts.",
      [],
    ],
    [
      "until it can be withdrawn",
      depository("prepaid", spec),
      "R6 WITHDRAWAL_NOT_CONFIRMED",
      "review",
      "counts once a document shows that the money can be withdrawn",
      ["canBeWithdrawn with a document", "leaveOut", "waiver"],
    ],
    [
      "until a statement shows the cash value",
      investment("annuity", { cents: 5_000_00 }),
      "R6 CASH_VALUE_NEEDED",
      "review",
      "counts for its cash value, which a statement must show.",
      ["statement", "leaveOut", "waiver"],
    ],
  ])("%s", (_name, account, code, severity, text, clearedBy) => {
    const finding = only(account);
    expect(`${finding.ruleId} ${finding.code}`).toBe(code);
    expect(finding.severity).toBe(severity);
    expect(finding.text).toContain(text);
    expect(ways(finding)).toEqual(clearedBy);
  });

  test("debts and accounts that are left out need no finding", () => {
    expect(about(checking({ ...spec, type: "credit", subtype: "credit card" }))).toEqual([]);
    expect(about(checking({ ...spec, type: "loan", subtype: "mortgage" }))).toEqual([]);
    const account = checking({ ...spec, owners: ["MARSHA VOLK"] });
    expect(about(account, { loan: loanWith({ leftOutAccounts: [account.id] }) })).toEqual([]);
  });

  test("what an account holds is named, and nothing where the bank does not say", () => {
    expect(only(checking({ ...spec, type: "vault" })).inputs).toEqual({ currentCents: 5_000_00 });
    const unknown = only(checking({ ...spec, type: "vault", currentCents: null }));
    expect(unknown.inputs).toEqual({ currentCents: null });
    expect(unknown.text).toContain("($0.00)");
  });

  test("money of another currency is settled by proof of its exchange, for its own account", () => {
    const account = checking({ ...spec, currency: "CAD" });
    const shown = (kind: EvidenceSource["kind"], accountId: string) =>
      about(account, { evidence: [evidence(kind, null, 3_000_00, { accountId })] }).length;
    expect(shown("liquidation", account.id)).toBe(0);
    expect(shown("liquidation", "counted-0001")).toBe(1);
    expect(shown("statement", account.id)).toBe(1);
  });

  test.each([
    ["crypto exchange", true],
    ["non-custodial wallet", true],
    ["529", false],
  ])("%s: says what virtual currency counts for: %s", (subtype, says) => {
    const { text } = only(investment(subtype, { cents: 5_000_00 }));
    expect(text.includes("Virtual currency counts once it is exchanged into US dollars and deposited.")).toBe(says);
  });

  test("a custodian's account that is never eligible is named for both", () => {
    const found = about(depository("ugma", { ...spec, owners: ["NORA QUIST CUST MILO QUIST UGMA"] }));
    expect(found.map(({ code, severity }) => `${code} ${severity}`).sort()).toEqual([
      "HELD_FOR_ANOTHER review",
      "NOT_ELIGIBLE info",
    ]);
    const trust = about(depository("529", { ...spec, owners: ["NORA QUIST TTEE QUIST FAMILY TRUST"] }));
    expect(trust.map(({ code }) => code).sort()).toEqual(["NOT_ELIGIBLE", "TRUST"]);
  });

  test("the finding is about the first name at the bank, and names all", () => {
    const { subject, text } = only(checking({ ...spec, owners: ["MARSHA VOLK", "PETER VOLK"] }));
    expect(text).toContain("is in the name of MARSHA VOLK, PETER VOLK,");
    expect(subject).toBe("MARSHA VOLK");
    expect(only(checking({ ...spec, owners: ["HALE DESIGN LLC"] })).subject).toMatch(/^HALE DESIGN/);
    expect(only(checking({ ...spec, owners: ["NORA QUIST FBO MILO QUIST"] })).subject).toMatch(/QUIST/);
    expect(only(checking({ ...spec, owners: ["X1234"] })).subject).toBe("another person");
  });
});

describe("accounts that count while a condition is open", () => {
  test("a name that is like the borrower's", () => {
    const finding = only(checking({ ...spec, mask: "7004", owners: ["N QUIST"] }));
    expect(finding).toMatchObject({
      ruleId: "R5",
      code: "NAME_DIFFERS",
      subject: "N QUIST",
      inputs: { amountCents: 5_000_00, match: "initials", bankName: "N QUIST" },
    });
    expect(finding.inputs.borrower).toMatch(/quist/i);
    expect(finding.text).toMatch(
      /^Checking …7004 \(\$5,000\.00\) is in the name of N QUIST, and the borrower on the loan is .*quist\. Confirm that both/i,
    );
    expect(only(checking({ ...spec, owners: ["NORA QUIST ITF LEO QUIST"] })).text).toMatch(
      /open whether .*quist owns/i,
    );
    expect(ways(finding)).toEqual(["borrower", "statement", "leaveOut", "waiver"]);
  });

  test("business money", () => {
    const business = (more: Partial<Parameters<typeof checking>[0]>) =>
      about(checking({ ...spec, ...more })).find(({ ruleId }) => ruleId === "R13")!;
    const finding = business({ owners: ["QUIST DESIGN LLC", "NORA QUIST"] });
    expect(finding).toMatchObject({
      ruleId: "R13",
      code: "BUSINESS_ASSET_ANALYSIS",
      subject: expect.stringMatching(/QUIST DESIGN/),
    });
    expect(ways(finding)).toEqual(["businessAnalysis with a document", "leaveOut", "waiver"]);
    expect(business({ subtype: "business", mask: "7005" }).subject).toBe("Checking …7005");
  });

  test("an account that may be another one seen again", () => {
    const one = (id: string, amount: number, name: string) =>
      checking({ id, cents: amount, mask: "4471", everyday: false, name });
    const banks = [one("first", 3_000_00, "Main"), one("second", 2_000_00, "Spare")].map((account) =>
      bank({ institutionId: "ins_1", accounts: [account] }),
    );
    const e = evaluated({ banks });
    const [finding] = findings(e, "MAYBE_SAME_ACCOUNT");
    expect(finding).toMatchObject({ ruleId: "S2", accountIds: ["second"], inputs: { amountCents: 2_000_00 } });
    expect(finding!.text).toContain("Spare …4471 ($2,000.00) may be the same account as Main …4471 at Bank One");
    expect(ways(finding!)).toEqual(["differentAccounts", "sameAccount", "leaveOut", "waiver"]);
    expect(codes(e)).not.toContain("SEEN_TWICE");
  });

  test("an account that was shared through two sign-ins is counted once", () => {
    const account = () => checking({ id: "first", cents: 3_000_00, mask: "4471", persistentId: "persistent" });
    const banks = [
      bank({ accounts: [account()] }),
      bank({ accounts: [{ id: "second", at: (day) => ({ ...account().at(day), id: "second" }) }] }),
    ];
    const [finding] = findings(evaluated({ banks }), "SEEN_TWICE");
    expect(finding).toMatchObject({ ruleId: "S2", severity: "info", programs: ["fannie", "freddie", "fha"] });
    expect(finding!.text).toContain("was shared through two sign-ins. It is counted once, as Checking …4471.");
    expect(ways(finding!)).toEqual(["differentAccounts"]);
  });

  test("an unknown type of bank account", () => {
    const finding = only(depository("sweep", spec));
    expect(finding).toMatchObject({ ruleId: "R6", code: "SUBTYPE_UNKNOWN" });
    expect(finding.text).toContain("is an account of an unknown type (sweep). Confirm with a document");
    expect(only(depository("sweep", { ...spec, subtype: null })).text).toContain("(none reported)");
    expect(ways(finding)).toEqual(["canBeWithdrawn with a document", "leaveOut", "waiver"]);
  });

  test("a plan without known terms", () => {
    const plan = investment("401k", { cents: 9_000_00, holdings: [holding(9_000_00, { vestedValueCents: 4_000_00 })] });
    const finding = only(plan);
    expect(finding).toMatchObject({ ruleId: "R6b", code: "REQUEST_PLAN_TERMS", inputs: { amountCents: 4_000_00 } });
    expect(finding.text).toContain("counts for its vested $4,000.00 once");
    expect(ways(finding)).toEqual(["planTerms with a document", "plan_terms", "leaveOut", "waiver"]);
  });
});

describe("accounts of which less than the balance counts", () => {
  test.each<[number | null, number | null, number | undefined]>([
    [1_000_00, 1_000_00, undefined],
    [1_000_00, 999_00, undefined],
    [1_000_00, 998_99, 1_01],
    [1_000_00, 1_200_00, undefined],
    [1_000_00, null, undefined],
    [null, 1_000_00, undefined],
    [null, null, undefined],
  ])("of %s cents, %s are available: %s are held", (currentCents, availableCents, held) => {
    const account = checking({ cents: 0, everyday: false, currentCents, availableCents });
    const [finding] = about(account).filter(({ code }) => code === "HELD_FUNDS");
    expect(finding === undefined).toBe(held === undefined);
    if (!finding) return;
    expect(finding).toMatchObject({ severity: "info", inputs: { currentCents, availableCents } });
    expect(finding.text).toContain("$1.01 of Checking");
    expect(ways(finding)).toEqual(["newReport"]);
  });

  test("a certificate of deposit may cost a penalty, whatever is available", () => {
    const finding = only(depository("cd", { ...spec, availableCents: 0 }));
    expect(finding).toMatchObject({ code: "CD_PENALTY", severity: "info", inputs: { currentCents: 5_000_00 } });
  });

  test("each pending deposit that does not count is named", () => {
    const pending = [1_000_00, 2_000_00].map((cents) => cashIn("DEPOSIT", cents, READ_AT, { pending: true }));
    const refund = cashIn("IRS TREAS 310 TAX REF", 3_000_00, READ_AT, { pending: true });
    const e = evaluated({ accounts: [checking({ ...spec, lines: [...pending, refund] })] });
    expect(
      findings(e, "PENDING_NOT_COUNTED")
        .map(({ inputs }) => inputs.amountCents)
        .sort(),
    ).toEqual([1_000_00, 2_000_00]);
  });

  test("a balance and holdings that differ", () => {
    const account = (value: number) =>
      investment("brokerage", { cents: 10_000_00, mask: "7006", holdings: [holding(value)] });
    expect(about(account(9_900_00))).toEqual([]);
    const finding = only(account(9_000_00));
    expect(finding).toMatchObject({
      code: "VALUES_DIFFER",
      severity: "review",
      inputs: { currentCents: 10_000_00, holdingsCents: 9_000_00 },
    });
    expect(finding.text).toContain(
      "Brokerage …7006 reports $10,000.00, and its holdings add up to $9,000.00. The lower, $9,000.00, counts.",
    );
    expect(ways(finding)).toEqual(["newReport", "waiver"]);
  });

  test("a plan that reports nothing vested", () => {
    const finding = only(investment("401k", { cents: 9_000_00 }));
    expect(finding).toMatchObject({
      code: "REQUEST_PLAN_TERMS",
      severity: "review",
      inputs: { currentCents: 9_000_00 },
    });
    expect(finding.text).toContain("does not report what is vested, so none of it counts.");
    expect(ways(finding)).toEqual(["statement", "newReport", "waiver"]);
  });
});

describe("a pending deposit", () => {
  const severity = (cents: number, terms: Parameters<typeof loanWith>[0]) => {
    const pending = cashIn("DEPOSIT", cents, READ_AT, { pending: true });
    const e = evaluated({ accounts: [checking({ cents: 50_000_00, lines: [pending] })], loan: loanWith(terms) });
    return severities(e, "PENDING_NOT_COUNTED").fannie;
  };

  test.each<[string, Parameters<typeof loanWith>[0], number]>([
    ["FHA's threshold is the lower", {}, 4_000_00],
    ["the income's threshold is the lower", { monthlyIncome: 6_000_00 }, 3_000_00],
    ["no income is entered", { monthlyIncome: undefined }, 4_000_00],
    ["no value is entered", { appraisedValue: undefined }, 4_500_00],
  ])("is reviewed above the lower threshold: %s", (_name, terms, threshold) => {
    expect([severity(threshold, terms), severity(threshold + 1, terms)]).toEqual(["info", "review"]);
  });

  test("is reviewed where no threshold is known", () => {
    expect(severity(1, { monthlyIncome: undefined, appraisedValue: undefined })).toBe("review");
  });
});

describe("other owners under FHA", () => {
  const joint = checking({ ...spec, id: "joint-0002", owners: ["NORA QUIST", "MARSHA VOLK", "PETER VOLK"] });
  const letter = (more: Partial<EvidenceSource>, kind: EvidenceSource["kind"] = "access_letter") =>
    evidence(kind, null, 0, more);
  const asked = (given: EvidenceSource[]) =>
    about(joint, { evidence: given })
      .filter(({ code }) => code === "ACCESS_LETTER")
      .map(({ subject }) => subject);

  test("each needs a letter of access", () => {
    const e = evaluated({ accounts: [joint] });
    expect(severities(e, "ACCESS_LETTER")).toEqual({ fha: "blocker blocker" });
    expect(findings(e, "ACCESS_LETTER")[0]!.text).toContain("also owns Checking …0002 and is not on the loan.");
    expect(ways(findings(e, "ACCESS_LETTER")[0]!)).toEqual(["access_letter", "leaveOut", "waiver"]);
    expect(asked([])).toEqual(["MARSHA VOLK", "PETER VOLK"]);
  });

  test("a letter is for its account and its person, or for all", () => {
    expect(asked([letter({})])).toEqual([]);
    expect(asked([letter({ accountId: joint.id })])).toEqual([]);
    expect(asked([letter({ accountId: "counted-0001" })])).toEqual(["MARSHA VOLK", "PETER VOLK"]);
    expect(asked([letter({ person: "Marsha  Volk" })])).toEqual(["PETER VOLK"]);
    expect(asked([letter({ accountId: "counted-0001", person: "Marsha Volk" })])).toEqual([
      "MARSHA VOLK",
      "PETER VOLK",
    ]);
    expect(asked([letter({ accountId: joint.id }, "statement")])).toEqual(["MARSHA VOLK", "PETER VOLK"]);
  });

  test("a joint account that names one owner needs the other one's name and letter", () => {
    const account = checking({ ...spec, ownershipType: "joint", mask: "7007" });
    const e = evaluated({ accounts: [account] });
    expect(severities(e, "JOINT_HOLDER_NOT_NAMED")).toEqual({ fha: "blocker" });
    const [finding] = findings(e, "JOINT_HOLDER_NOT_NAMED");
    expect(finding!.text).toContain("The bank reports Checking …7007 as a joint account but names one owner only.");
    expect(ways(finding!)).toEqual(["access_letter or statement", "leaveOut", "waiver"]);
    const open = (...given: EvidenceSource[]) =>
      findings(evaluated({ accounts: [COUNTED(), account], evidence: given }), "JOINT_HOLDER_NOT_NAMED").length;
    expect(open(letter({}))).toBe(0);
    expect(open(letter({ accountId: account.id }))).toBe(0);
    expect(open(letter({ accountId: "counted-0001" }))).toBe(1);
    expect(open(letter({ accountId: account.id }, "statement"))).toBe(0);
    expect(open(letter({ accountId: "counted-0001" }, "statement"))).toBe(1);
    expect(open(letter({ accountId: account.id }, "letter"))).toBe(1);
  });
});
