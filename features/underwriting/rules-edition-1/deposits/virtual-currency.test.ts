// Cases worked by hand: coins that became dollars. R16.
import { describe, expect, test } from "vitest";
import { deposit, judgedOf, payment } from "../test-case.ts";

describe("B3-4.1-04: virtual currency that became dollars", () => {
  test.each([
    [120_000, "info"],
    [500_001, "review"],
  ])("%i cents from an exchange are %s", (cents, severity) => {
    const one = judgedOf(deposit(cents, 10, { description: "COINBASE INC. DES:1" }));
    expect(one.findings.find(({ ruleId }) => ruleId === "R16")?.severity).toBe(severity);
  });

  test("money sent there is nothing to document", () => {
    expect(judgedOf(payment(120_000, 10, { description: "COINBASE INC." })).figures.virtualCurrency).toEqual([]);
  });
});
