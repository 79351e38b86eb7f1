import { expect, test } from "vitest";
import { cashIn, cashOut, checking, evaluated, evidence, findings } from "./test-report.ts";

const READ_BEFORE = "2026-11-15";
const OLDEST_DAY = "2026-09-17"; // 60 days before the bank was read
const cash = (cents: number, day = READ_BEFORE) => cashIn("COUNTER CASH DEPOSIT", cents, day);

/** A balance of $31,000.00 that was $19,000.00 until the day before: $11,800.00 above its average of $19,200.00. */
function rise(
  deposits: readonly ReturnType<typeof cashIn>[],
  sourced: readonly number[],
  others: Parameters<typeof checking>[0][] = [],
) {
  const account = checking({ id: "risen", cents: 31_000_00, everyday: false, lines: deposits });
  const e = evaluated({
    accounts: [account, ...others.map(checking)],
    evidence: sourced.map((cents, at) => evidence("other", deposits[at]!, cents)),
  });
  return findings(e, "ABOVE_AVERAGE")
    .filter(({ accountIds }) => accountIds.includes("risen"))
    .map(({ severity, inputs }) => [severity, inputs["riseCents"]]);
}

test("documented deposits explain a rise of the balance from the cent on that they cover it", () => {
  expect(rise([cash(12_000_00)], [])).toEqual([["review", 11_800_00]]);
  expect(rise([cash(12_000_00)], [11_799_99])).toEqual([["review", 11_800_00]]);
  expect(rise([cash(12_000_00)], [11_800_00])).toEqual([["info", 11_800_00]]);
});

test("documented deposits of an account are added up", () => {
  expect(rise([cash(6_000_00), cash(6_000_00)], [6_000_00, 5_800_00])).toEqual([["info", 11_800_00]]);
  expect(rise([cash(6_000_00), cash(6_000_00)], [6_000_00, 5_799_99])).toEqual([["review", 11_800_00]]);
});

test("a deposit explains no more than itself", () => {
  const deposit = cash(6_000_00);
  const twice = [deposit, cash(6_000_00)];
  expect(rise(twice, [12_000_00])).toEqual([["review", 11_800_00]]);
});

test("identified deposits explain a rise", () => {
  const own = cashIn("ONLINE TRANSFER FROM SAV ...8810", 12_000_00, READ_BEFORE);
  const from = {
    id: "from",
    mask: "8810",
    cents: 90_000_00,
    lines: [cashOut("ONLINE TRANSFER TO CHK", 12_000_00, READ_BEFORE)],
  };
  expect(rise([own], [], [from])).toEqual([["info", 11_800_00]]);
});

test("deposits of another account explain nothing", () => {
  const other = cash(20_000_00, "2026-11-14");
  const account = checking({ id: "risen", cents: 31_000_00, everyday: false, lines: [cash(12_000_00)] });
  const e = evaluated({
    accounts: [account, checking({ id: "other", cents: 90_000_00, lines: [other] })],
    evidence: [evidence("other", other, 20_000_00)],
  });
  expect(findings(e, "ABOVE_AVERAGE")).toMatchObject([{ severity: "review", accountIds: ["risen"] }]);
});

test("deposits of the last 60 days explain a rise, older ones do not", () => {
  const explained = (day: string) => {
    const old = cash(3_000_00, day);
    return rise([cash(12_000_00), old], [9_000_00, 3_000_00])[0]![0];
  };
  expect(explained(OLDEST_DAY)).toBe("info");
  expect(explained("2026-09-16")).toBe("review");
});
