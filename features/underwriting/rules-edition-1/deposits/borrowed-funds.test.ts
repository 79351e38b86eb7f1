// Cases worked by hand: money that was lent. R8.
import { describe, expect, test } from "vitest";
import { account, deposit, judged, judgedOf, PURCHASE } from "../test-case.ts";

describe("B3-4.2-02: indications of borrowed funds", () => {
  test.each([
    ["UPSTART NETWORK LOAN PROCD", null, true],
    ["SOMEBODY", "LOAN_DISBURSEMENTS_PERSONAL", true],
    ["SOFI BANK", null, true],
    ["BRANCH DEPOSIT", null, false],
  ])("%s (%s) is borrowed: %s", (description, category, isLent) => {
    expect(judgedOf(deposit(300_000, 10, { description, category })).figures.borrowedFunds).toHaveLength(
      isLent ? 1 : 0,
    );
  });

  test("of the last 60 days it is taken off once, and not again as a large deposit", () => {
    const one = judgedOf(deposit(600_000, 10, { description: "UPSTART LOAN PROCD" }));
    expect(one.figures.funds.fannie.reductionCents).toBe(600_000);
    expect(one.figures.funds.fha.reductionCents).toBe(600_000);
  });

  test("older it is looked into, and takes nothing", () => {
    const one = judgedOf(deposit(600_000, 61, { description: "UPSTART LOAN PROCD" }));
    expect(one.figures.funds.fannie.reductionCents).toBe(0);
    expect(one.findings.find(({ ruleId }) => ruleId === "R8")).toMatchObject({ severity: "review" });
  });

  test("shown to be secured it counts; a refinance is looked at alike", () => {
    const lent = deposit(400_000, 10, { description: "UPSTART LOAN PROCD" });
    const secured = judged([account({ transactions: [lent] })], {
      evidence: [{ transactionId: lent.id, sourcedCents: 400_000, kind: "secured_loan" }],
      loan: { ...PURCHASE, transactionType: "rate_term", payoff: 30_000_000 },
    });
    expect([secured.figures.borrowedFunds.length, secured.figures.funds.fannie.reductionCents]).toEqual([1, 0]);
  });
});
