import { describe, expect, test } from "vitest";
import { classify, findPayee, type Classification, type LineToClassify } from "./classifier/classify.ts";
import { readLabeledLines } from "./classifier/test-lines.ts";

const line = (description: string, amountCents: number, more: Partial<LineToClassify> = {}): LineToClassify => ({
  description,
  merchantName: null,
  amountCents,
  categoryPrimary: null,
  categoryDetailed: null,
  checkNumber: null,
  ...more,
});
const into = (description: string, more: Partial<LineToClassify> = {}) => classify(line(description, -123_400, more));
const outOf = (description: string, more: Partial<LineToClassify> = {}) => classify(line(description, 123_400, more));

// Floors of precision and recall let single lines change; these lines are known, so none may.
test.each(["./lines.tsv", "./own-lines.tsv"])("each line of %s is read as labeled", (file) => {
  const wrong = readLabeledLines(file)
    .map((one) => `${one.label} ${one.amountCents < 0 ? "in" : "out"} ${one.description}: ${classify(one).class}`)
    .filter((text) => !text.endsWith(`: ${text.split(" ")[0]}`));
  expect(wrong).toEqual([]);
});

describe("lines of one text are distinguished", () => {
  test("by the direction of the money", () => {
    expect(outOf("RENT PAYMENT UNIT 4").class).toBe("rent");
    expect(into("RENT PAYMENT UNIT 4").class).toBe("rental_income");
    expect(outOf("RENT PAYMENT UNIT 4").class).toBe("rent");
  });

  test("one cent in is money in, and nothing is not", () => {
    expect(classify(line("RENT PAYMENT UNIT 5", -1)).class).toBe("rental_income");
    expect(classify(line("RENT PAYMENT UNIT 5", 1)).class).toBe("rent");
    expect(classify(line("RENT PAYMENT UNIT 5", 0)).class).toBe("rent");
    expect(classify(line("RENT PAYMENT UNIT 5", -1)).class).toBe("rental_income");
    expect(classify(line("RENT PAYMENT UNIT 5", 0)).class).toBe("rent");
    expect(classify(line("RENT PAYMENT UNIT 6", 0)).class).toBe("rent");
    expect(classify(line("RENT PAYMENT UNIT 6", -1)).class).toBe("rental_income");
  });

  test("by category, merchant and check number", () => {
    const text = "0003 8812";
    const loan = { categoryPrimary: "LOAN_PAYMENTS", categoryDetailed: "LOAN_PAYMENTS_CAR_PAYMENT" };
    expect(outOf(text).class).toBe("other");
    expect(outOf(text, loan).class).toBe("loan_payment");
    expect(outOf(text).class).toBe("other");
    expect(outOf(text, { checkNumber: "1042" }).class).toBe("check");
    expect(outOf(text, { checkNumber: "" }).class).toBe("other");
    expect(outOf(text, { merchantName: "Navient" }).payee?.id).toBe(findPayee("Navient")!.id);
    expect(outOf(text).payee).toBeNull();
    expect(into(text, { categoryPrimary: "INCOME", categoryDetailed: "INCOME_INTEREST_EARNED" }).class).toBe(
      "interest",
    );
    expect(into(text).class).toBe("other");
    expect(outOf(text, { categoryPrimary: "RENT_AND_UTILITIES" }).class).not.toBe("other");
    expect(outOf(text).class).toBe("other");
  });

  test("up to the length that is read", () => {
    const long = "ZELLE FROM INES QUIST ".padEnd(300, "-");
    expect(into(`${long}A`)).toEqual(into(`${long}B`));
    expect(into(long).person).toBe("INES QUIST");
    expect(into(`${"-".repeat(299)}A RENT`)).toEqual(into(`${"-".repeat(299)}A`));
  });
});

describe("what a line says besides its class", () => {
  const about = (found: Classification) => [found.class, found.mask, found.bank, found.hasTransferWords];

  test("a purchase that shows a masked number is no leg of a transfer", () => {
    expect(about(outOf("H-E-B #455 CARD ...5521"))).toEqual(["purchase", null, null, false]);
    expect(about(outOf("CITY OF AUSTIN UTILITIES TRANSFER ...5521"))[3]).toBe(false);
    expect(about(outOf("CHECK 1042 ...5521"))).toEqual(["check", null, null, false]);
  });

  test("a transfer names its account and the other bank", () => {
    expect(about(into("ONLINE TRANSFER FROM SAV ...5521"))).toEqual(["own_transfer", "5521", null, true]);
    expect(into("TRANSFER FROM SCHWAB BROKERAGE").bank).toBe(findPayee("Schwab")!.id);
    expect(into("MISC CREDIT 0002")).toMatchObject({ hasTransferWords: false, bank: null, payee: null });
  });

  test("a person, of one word too, but no company", () => {
    expect(into("ZELLE FROM INES").person).toBe("INES");
    expect(into("ZELLE FROM INES QUIST").person).toBe("INES QUIST");
    expect(into("ZELLE FROM HALE BUILDERS LLC").person).toBeNull();
    expect(into("WIRE FROM INES QUIST").person).toBe("INES QUIST");
    expect(into("MISC CREDIT 0002").person).toBeNull();
    expect(into("LARKMEAD FOODS DES:PAYROLL INDN:QUIST NORA").person).toBeNull();
  });
});
