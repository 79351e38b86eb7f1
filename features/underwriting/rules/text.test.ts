import { expect, test } from "vitest";
import { bankName, compare, normalName } from "./text.ts";

test("a bank's name is without the words that sign-ins add", () => {
  for (const name of ["Chase", "CHASE BANK", "Chase Bank, N.A.", "Chase N A", "Chase Online", "The Chase Bank FSB"])
    expect(bankName(name)).toBe("CHASE");
  expect(bankName("Harbor Federal Credit Union")).toBe("HARBOR FEDERAL CREDIT UNION");
});

test("a name of nothing else stays", () => {
  expect(bankName("The Bank")).toBe("THE BANK");
  expect(bankName("Online Banking")).toBe("ONLINE BANKING");
  expect(bankName("(A Bank)")).toBe("A BANK");
});

test("texts are compared by code unit", () => {
  expect([compare("a", "b"), compare("b", "a"), compare("a", "a"), compare("Z", "a")]).toEqual([-1, 1, 0, -1]);
});

test("names are compared in one case, without extra spaces", () => {
  expect(normalName("  Ines   Quist ")).toBe("INES QUIST");
});
