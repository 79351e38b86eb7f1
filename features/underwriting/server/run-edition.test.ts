import { expect, test } from "vitest";
import { EDITIONS, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { evaluate } from "#features/underwriting/rules/evaluate.ts";
import { bank, BASE, cashIn, checking, NORA, reportOf } from "#features/underwriting/rules/test-report.ts";
import { evaluateUnder } from "./run-edition.ts";

const QUESTION = {
  report: reportOf([
    bank({ accounts: [checking({ cents: 90_000_00, lines: [cashIn("CASH DEPOSIT", 9_000_00, "2026-10-12")] })] }),
  ]),
  loan: BASE,
  borrowers: [NORA],
  evidence: [],
  confirmations: [],
  waivers: [],
  policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
};

test("every sealed edition answers with its own version of the rules", async () => {
  for (const { hash, ruleSetVersion } of EDITIONS) {
    const { ruleSetVersion: answered, findings } = await evaluateUnder(hash, QUESTION);
    expect(answered).toBe(ruleSetVersion);
    expect(findings.map(({ code }) => code)).toContain("LARGE_UNSOURCED");
  }
});

test("the newest edition is what the source answers", async () => {
  expect(await evaluateUnder(NEWEST_EDITION.hash, QUESTION)).toEqual(evaluate(QUESTION));
});

test("an unknown edition is refused", async () => {
  await expect(evaluateUnder("f".repeat(64), QUESTION)).rejects.toThrow("No edition has the hash");
  await expect(evaluateUnder("../package", QUESTION)).rejects.toThrow("No edition has the hash");
});
