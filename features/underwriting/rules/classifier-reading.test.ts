import { describe, expect, test } from "vitest";
import { findCreditor, findPayee, sameCreditor } from "./classifier/classify.ts";
import { matchPayeeAt, payeeOfCompanyId, payeeOfWholeName, listPayees } from "./classifier/payees.ts";
import { Reading } from "./classifier/reading.ts";
import { splitWords } from "./classifier/words.ts";

const read = (description: string, merchantName: string | null = null) =>
  new Reading(description, merchantName, { primary: "", detailed: "" });
const payees = (description: string, merchantName: string | null = null) => {
  const { entry, second } = read(description, merchantName);
  return [entry?.id ?? null, second?.id ?? null];
};
const id = (name: string) => findPayee(name)!.id;

describe("the other side of a payment app", () => {
  test.each([
    ["ZELLE FROM INES QUIST", "zelle", "INES QUIST"],
    ["ZELLE TO INES QUIST", "zelle", "INES QUIST"],
    ["INES QUIST ZELLE", "zelle", ""],
    ["FROM INES QUIST ZELLE", "zelle", "INES QUIST"],
    ["ZELLE PAYMENT INES QUIST", "zelle", "INES QUIST"],
    ["ZELLE INSTANT PMT INES QUIST", "zelle", "INES QUIST"],
    ["ZELLE INES QUIST ON 11/16", "zelle", "INES QUIST"],
    ["ZELLE FROM INES QUIST CONF 9911", "zelle", "INES QUIST"],
    ["ZELLE FROM INES QUIST 99AB11", "zelle", "INES QUIST"],
    ["ZELLE FROM A B C D E F G H", "zelle", "A B C D E F"],
    ["ZELLE FROM A B C D E", "zelle", "A B C D E"],
    ["ZELLE A B C D E F G H", "zelle", "A B C D E F"],
    ["ZELLE REFUND", "zelle", ""],
    ["ZELLE PAYMENT REVERSED", "zelle", ""],
    ["ZELLE", "zelle", ""],
    ["VENMO INES QUIST", "venmo", "INES QUIST"],
    ["CASH APP INES QUIST", "cash_app", "INES QUIST"],
    ["CASH APP CASHOUT", "cash_app", ""],
    ["APPLE CASH SENT INES QUIST", "apple_cash", "INES QUIST"],
    ["WESTERN UNION 9911", "remittance", ""],
    ["POPMONEY FROM INES QUIST", "other", "INES QUIST"],
    ["P2P FROM INES QUIST", "other", "INES QUIST"],
    ["ZELLE DES:PAYMENT FROM INES QUIST", "zelle", "INES QUIST"],
    ["FROM ZELLE INES QUIST", "zelle", "INES QUIST"],
    ["PAYMENT FROM INES QUIST VIA ZELLE", "zelle", "INES QUIST"],
    ["PAYPAL FROM INES QUIST", "paypal", ""],
    ["INES QUIST", null, ""],
    ["CASH DEPOSIT", null, ""],
    ["ACME DES:P2P", null, ""],
  ])("%s: %s, %s", (description, service, name) => {
    const { peer, peerName } = read(description);
    expect([peer, peerName.join(" ")]).toEqual([service, name]);
  });

  test("an ACH entry ends the name at its field", () => {
    expect(read("ZELLE FROM INES QUIST DES:PAY LEE").peerName).toEqual(["INES", "QUIST"]);
    expect(read("VENMO DES:PAYMENT INDN:NORA QUIST").peerName).toEqual([]);
  });

  test("is a person or an account of the app, and no shop or lender behind it", () => {
    expect(read("ZELLE FROM INES QUIST").isPeer()).toBe(true);
    expect(read("ZELLE FROM INES").isPeer()).toBe(true);
    expect(read("QUICKPAY FROM INES DES:PAYMENT CO ID:3387702000").isPeer()).toBe(true);
    expect(read("QZX VENMO").isPeer()).toBe(true);
    expect(read("CHASE VENMO").isPeer()).toBe(false);
    expect(read("VENMO CASHOUT").isPeer()).toBe(true);
    expect(read("ZELLE CHASE").isPeer()).toBe(true);
    expect(read("PAYPAL").isPeer()).toBe(true);
    expect(read("PAYPAL H-E-B").isPeer()).toBe(false);
    expect(read("PAYPAL NETFLIX").isPeer()).toBe(false);
    expect(read("H-E-B").isPeer()).toBe(false);
    expect(read("CHASE").isPeer()).toBe(false);
  });

  test("a known payee with an app's name in it is that payee", () => {
    expect(read("PAYPAL CREDIT PYMT").peer).toBeNull();
    expect(payees("PAYPAL CREDIT PYMT")[0]).toBe("paypal-credit");
  });

  test("the words of a person's name are no payee and no phrase", () => {
    const line = read("ZELLE FROM CHASE LOAN");
    expect(line.has("loan")).toBe(false);
    expect(line.entry?.id ?? null).not.toBe(id("Chase"));
  });
});

describe("the payee of a line", () => {
  test("is the longest name, wherever it begins", () => {
    expect(payees("CHASE AUTO 8812")[0]).toBe("chase-auto");
    expect(payees("PMT CHASE AUTO")[0]).toBe("chase-auto");
    expect(payees("8812 H-E-B #455")[0]).toBe(id("H-E-B"));
  });

  test("is not a word within another company's name", () => {
    expect(payees("LITTLE ACORNS PRESCHOOL")).toEqual([null, null]);
    expect(payees("MAPLE CHASE")[0]).toBeNull();
    expect(payees("A CHASE")[0]).toBe(id("Chase"));
    expect(payees("Q CHASE")[0]).toBe(id("Chase"));
    expect(payees("MY CHASE")[0]).toBeNull();
    expect(payees("8812 CHASE")[0]).toBe(id("Chase"));
    expect(payees("DEPOSIT MADE IN A BRANCH CHASE")[0]).toBe(id("Chase"));
    expect(payees("9 CHASE")[0]).toBe(id("Chase"));
    expect(payees("TO CHASE")[0]).toBe(id("Chase"));
    expect(payees("TRANSFER CHASE")[0]).toBe(id("Chase"));
    expect(payees("ONLINE BANKING TRANSFER CHASE")[0]).toBe(id("Chase"));
    expect(payees("VISA CHASE")[0]).toBe(id("Chase"));
    expect(payees("MAPLE AVE CHASE AUTO")[0]).toBe("chase-auto");
    expect(payees("MAPLE DES:CHASE")[0]).toBe(id("Chase"));
  });

  test("the second one is the bank behind a transfer or the app before a shop", () => {
    expect(payees("CHASE ALLY BANK")).toEqual([id("Chase"), id("Ally Bank")]);
    expect(payees("CHASE ALLY BANK CAPITAL ONE")).toEqual([id("Chase"), id("Ally Bank")]);
    expect(payees("CHASE CHASE")).toEqual([id("Chase"), null]);
    expect(payees("PAYPAL H-E-B")).toEqual([id("H-E-B"), "paypal"]);
    expect(payees("H-E-B PAYPAL")).toEqual([id("H-E-B"), "paypal"]);
    expect(payees("PAYPAL PAYPAL")).toEqual(["paypal", null]);
  });

  test("a shop's name on a loan says where it was used", () => {
    expect(payees("H-E-B AFFIRM")).toEqual([id("Affirm"), null]);
    expect(payees("AFFIRM H-E-B")).toEqual([id("Affirm"), id("H-E-B")]);
    expect(payees("H-E-B CHASE")[0]).toBe(id("Chase"));
    expect(payees("H-E-B NETFLIX")).toEqual([id("H-E-B"), id("Netflix")]);
  });

  test("is named by the purpose only if nothing else names one", () => {
    expect(payees("QZX DES:CHASE")[0]).toBe(id("Chase"));
    expect(payees("H-E-B DES:CHASE")).toEqual([id("H-E-B"), null]);
    expect(payees("WIRE IN ORG:CHICAGO TITLE")[0]).toBe(id("Chicago Title"));
    expect(payees("CHASE WIRE ORG:CHICAGO TITLE")).toEqual([id("Chase"), id("Chicago Title")]);
    expect(payees("QZX DES:PAY OBI:CHASE")[0]).toBe(id("Chase"));
  });

  test("is the merchant that the provider names, if the words name none", () => {
    expect(payees("8812 QZX", "H-E-B")).toEqual([id("H-E-B"), null]);
    expect(payees("CHASE 8812", "H-E-B")).toEqual([id("Chase"), null]);
    expect(payees("8812 QZX", "H-E-B of Nowhere")).toEqual([null, null]);
    expect(payees("8812 QZX", "")).toEqual([null, null]);
    expect(payees("ZELLE FROM INES QUIST", "H-E-B")[0]).not.toBe(id("H-E-B"));
    expect(payees("FROM MOM", "Chase")).toEqual([null, null]);
  });

  test("is known by the company's id, which comes before a bank that carries the entry", () => {
    const treasury = "internal-revenue-service";
    expect(payees("QZX DES:PAYMENT CO ID:3387702000")[0]).toBe(treasury);
    expect(payees("CHASE DES:PAYMENT CO ID:3387702000")[0]).toBe(treasury);
    expect(payees("H-E-B DES:PAYMENT CO ID:3387702000")[0]).toBe(id("H-E-B"));
    expect(payees("CHASE DES:PAYMENT CO ID:0000000000")[0]).toBe(id("Chase"));
  });

  test("is the whole name of an ACH entry, though its words are too common elsewhere", () => {
    const common = listPayees().find(({ achNames }) =>
      achNames.some((name) => splitWords(name).length === 1 && findPayee(`${name} ZZ QZX`) === null),
    )!;
    const name = common.achNames.find((one) => findPayee(`${one} ZZ QZX`) === null)!;
    expect(payees(`${name} DES:PAYMENT`)[0]).toBe(common.id);
    expect(payees(`${name} INC DES:PAYMENT`)[0]).toBe(common.id);
    expect(payees(`${name} QZX DES:PAYMENT`)[0]).not.toBe(common.id);
    expect(payees(name)[0]).not.toBe(common.id);
    expect(read(`${name} DES:PAYMENT`).partyText()).toBe(splitWords(name).join(" "));
    expect(read(`${name} DES:PAYMENT`).unknownWords).toBe(0);
    expect(read(`DES:PAYMENT CO:${name}`).unknownWords).toBe(0);
  });
});

test("the purpose of an ACH entry is in its description, not in a wire's party or bank", () => {
  expect(read("QZX DES:LOAN").says("loan")).toBe(true);
  for (const label of ["ORG", "VIA"]) {
    const line = read(`QZX DES:PAY ${label}:LOAN`);
    expect([line.has("loan"), line.says("loan")]).toEqual([true, false]);
  }
});

describe("the other party in words", () => {
  test("of a wire or transfer", () => {
    expect(read("WIRE FROM INES QUIST").partyWords()).toEqual(["INES", "QUIST"]);
    expect(read("WIRE B/O INES QUIST").partyWords()).toEqual(["INES", "QUIST"]);
    expect(read("WIRE O INES QUIST").partyWords()).toEqual([]);
    expect(read("INES QUIST").partyWords()).toEqual([]);
    expect(read("FROM INES QUIST").partyWords()).toEqual(["INES", "QUIST"]);
    expect(read("TO INES QUIST REF 9911").partyWords()).toEqual(["INES", "QUIST"]);
    expect(read("TO INES QUIST 9911 LEE").partyWords()).toEqual(["INES", "QUIST"]);
    expect(read("TO A B C D E F G H").partyWords()).toEqual(["A", "B", "C", "D", "E", "F"]);
    expect(read("TO A B C D E").partyWords()).toEqual(["A", "B", "C", "D", "E"]);
  });

  test("of the party's own field", () => {
    expect(read("WIRE IN ORG:INES QUIST OBI:GIFT").partyWords()).toEqual(["INES", "QUIST"]);
    expect(read("WIRE IN ORG:INES QUIST").partyWords()).toEqual(["INES", "QUIST"]);
    expect(read("WIRE IN ORG:INES 9911 LEE").partyWords()).toEqual(["INES"]);
    expect(read("WIRE IN ORG:A B C D E F G H").partyWords()).toEqual(["A", "B", "C", "D", "E", "F"]);
    expect(read("ORG:9911").partyWords()).toEqual([]);
  });

  test("for grouping: without numbers and without the purpose", () => {
    expect(read("LARKMEAD FOODS DES:PAYROLL ID:9911").partyText()).toBe("LARKMEAD FOODS");
    expect(read("QZX 9911 LOAN PAYMENT").partyText()).toBe("QZX");
    expect(read("QZX LOAN PAYMENT 9911 SHOPPE").partyText()).toBe("QZX SHOPPE");
    expect(read("H-E-B 455 GROCERIES").partyText()).toBe("H E B GROCERIES");
    expect(read("AFFIRM PAYMENT").partyText()).toBe("AFFIRM");
    expect(read("ZELLE FROM INES").partyText()).toBe("INES");
    expect(read("ZELLE FROM INES QUIST RENT").partyText()).toBe("INES QUIST");
    expect(read("9911").partyText()).toBe("");
    expect(read("DP3 DES:PAYROLL").partyText()).toBe("");
    expect(read("5TH QZX DES:PAY 9911").partyText()).toBe("QZX");
  });
});

describe("a person", () => {
  test.each([
    ["WIRE FROM INES QUIST", true],
    ["TRANSFER TO INES QUIST", true],
    ["PAID BY INES QUIST", true],
    ["WIRE B/O INES QUIST", true],
    ["WIRE O INES QUIST", false],
    ["WIRE ORG:INES QUIST", true],
    ["ORG:INES QUIST", true],
    ["ORG:QZX VENTURES", false],
    ["FROM MOM", true],
    ["FROM ROOMMATE", true],
    ["FROM MOM DES:PAYPAL", true],
    ["FROM MR COOPER", false],
    ["ZELLE FROM INES QUIST", true],
    ["INES QUIST", false],
    ["FROM INES BUILDERS LLC", false],
    ["FROM CHASE", false],
    ["TO CHASE FROM INES QUIST", true],
    ["FROM QZX VOLKOV", false],
  ])("%s: %s", (description, isPersonNamed) => {
    expect(read(description).isPersonNamed).toBe(isPersonNamed);
  });
});

describe("the accounts named on a transfer", () => {
  test.each([
    ["TRANSFER TO SAV ...8810", "8810"],
    ["TRANSFER TO SAV 8810", "8810"],
    ["TRANSFER TO SAVINGS 8810", "8810"],
    ["TRANSFER TO CHK 8810", "8810"],
    ["TRANSFER ACCT 8810", "8810"],
    ["TRANSFER ACCT ENDING IN 8810", "8810"],
    ["TRANSFER ENDING 8810", "8810"],
    ["PAYMENT TO CHASE CARD ENDING IN 4410", "4410"],
    ["TRANSFER LINE 8810", "8810"],
    ["TRANSFER IN 8810", ""],
    ["8810 TRANSFER", ""],
    ["TRANSFER 8810 SAV", ""],
    ["TRANSFER SAV 88101", ""],
    ["TRANSFER SAV 881", ""],
    ["TRANSFER SAV 88AB", ""],
    ["TRANSFER SAV *881", ""],
    ["TRANSFER SAV *1234567890", "7890"],
    ["TRANSFER SAV *12345", "2345"],
    ["TRANSFER SAV ...8810 CHK 4471", "8810 4471"],
    ["TRANSFER CHK 4471 SAV 8810", "4471 8810"],
    ["TRANSFER CHK 4471 SAV ...8810", "4471 8810"],
    ["...8810", "8810"],
    ["TRANSFER SAV ...8810 ...4471", "8810 4471"],
    ["TRANSFER SAV ...8810 TO SAV 8810", "8810"],
    ["TRANSFER REF XX9912 TO SAV ...8810", "8810"],
    ["TRANSFER TO SAV ...8810 TRANSACTION# XX9912", "8810"],
    ["TRANSFER TO SAV ...8810 CARD ENDING IN 5521", "8810"],
    ["TRANSFER TO SAV ...8810 VISA NUMBER XX5521", "8810"],
    ["TRANSFER FROM CARD ...5521", "5521"],
    ["TRANSFER CARD ...5521 REF XX9912", "5521"],
    ["TRANSFER REF XX9912", ""],
  ])("%s: %s", (description, masks) => {
    expect(read(description).masks.join(" ")).toBe(masks);
  });
});

describe("the banks named on a line", () => {
  test.each([
    ["BANK OF AMERICA TRANSFER TO CHASE", ["Bank of America", "Chase"]],
    ["CHASE ALLY BANK CHASE SCHWAB", ["Chase", "Ally Bank", "Schwab"]],
    ["H-E-B CHASE", ["Chase"]],
    ["H-E-B NETFLIX", []],
    ["ALLY BANK DES:TRANSFER", ["Ally Bank"]],
    ["WIRE IN ORG:CHICAGO TITLE", []],
    ["CHASE DES:PAYMENT CO ID:3387702000", []],
    ["CHASE DES:PAYMENT CO ID:0000000000", ["Chase"]],
  ])("%s: %j", (description, banks) => {
    expect(read(description).banks).toEqual(banks.map(findCreditor));
  });

  test("the merchant that the provider names may be one", () => {
    expect(read("8812 QZX", "Chase").banks).toEqual([id("Chase")]);
    expect(read("8812 QZX", "H-E-B").banks).toEqual([]);
  });
});

describe("what the words say", () => {
  test("in an ACH entry only its purpose says it", () => {
    expect(read("ACME LOAN DES:PAYROLL").says("loan")).toBe(false);
    expect(read("ACME LOAN DES:PAYROLL").has("loan")).toBe(true);
    expect(read("ACME LOAN DES:PAYROLL").says("payroll")).toBe(true);
    expect(read("ACME DES:LOAN").says("loan")).toBe(true);
    expect(read("ACME LOAN").says("loan")).toBe(true);
    expect(read("ACME").says("loan")).toBe(false);
    expect(read("ACME LOAN DES:LOAN").says("loan")).toBe(true);
  });

  test("a phrase does not reach over a field or a payee", () => {
    expect(read("ACME TAX DES:REFUND").has("taxRefund")).toBe(false);
    expect(read("ACME TAX REFUND").has("taxRefund")).toBe(true);
    expect(read("TAX H-E-B REFUND").has("taxRefund")).toBe(false);
    expect(read("TAX REFUND").has("taxRefund")).toBe(true);
  });

  test("words without meaning are counted, but for single letters and numbers", () => {
    expect(read("QZX SHOPPE").unknownWords).toBe(2);
    expect(read("QZX Q 9911 9A LOAN H-E-B").unknownWords).toBe(1);
    expect(read("QZ").unknownWords).toBe(1);
    expect(read("LOAN PAYMENT").unknownWords).toBe(0);
  });

  test("a fee's name at the beginning of a line", () => {
    expect(read("OVERDRAFT FEE FOR SHELL OIL").startsWithFee).toBe(true);
    expect(read("NSF RETURNED ITEM FEE").startsWithFee).toBe(true);
    expect(read("A B C NSF FEE").startsWithFee).toBe(false);
    expect(read("A B NSF FEE").startsWithFee).toBe(true);
    expect(read("MONTHLY FEE").startsWithFee).toBe(false);
    expect(read("CHASE NSF FEE").startsWithFee).toBe(false);
    expect(read("NSF DES:FEE").startsWithFee).toBe(false);
    expect(read("NSF FEE ZELLE").startsWithFee).toBe(false);
    expect(read("FEE NSF").startsWithFee).toBe(false);
  });
});

describe("the knowledge base", () => {
  test("each payee has an id, a name and a name at banks or in ACH entries", () => {
    const incomplete = listPayees().filter(
      ({ id: key, name, kind, aliases, achNames }) =>
        key === "" || name === "" || kind === undefined || aliases.length + achNames.length === 0,
    );
    expect(incomplete).toEqual([]);
  });

  test("each payee is found by each of its names", () => {
    for (const { aliases, creditor } of listPayees())
      for (const alias of aliases) {
        const words = splitWords(alias);
        const match = matchPayeeAt(words, 0, words.length);
        expect([alias, match?.length]).toEqual([alias, words.length]);
        expect([alias, match!.entry.aliases.some((one) => splitWords(one).join(" ") === words.join(" "))]).toEqual([
          alias,
          true,
        ]);
        expect(creditor).not.toBe("");
      }
  });

  test("a name is matched as a whole, within the words that it may take", () => {
    const words = splitWords("CHASE AUTO LOAN");
    expect(matchPayeeAt(words, 0, 3)?.entry.id).toBe("chase-auto");
    expect(matchPayeeAt(words, 0, 1)?.entry.id).toBe("chase");
    expect(matchPayeeAt(words, 1, 3)).toBeNull();
    expect(matchPayeeAt(words, 3, 3)).toBeNull();
    expect(matchPayeeAt(["CHASE"], 0, 2)?.entry.id).toBe("chase");
  });

  test("names that an ACH batch cut to 16 characters", () => {
    expect(findPayee("AMERICAN EDUCATI")?.id).toBe(id("American Education Services"));
    expect(findPayee("TOYOTA MOTOR CRE")?.id).toBe(id("Toyota Motor Credit"));
    expect(findPayee("DEPT OF VETERANS")?.id).toBe("department-of-veterans-affairs");
    // Of two words the second has three letters or more, else they might be anyone's.
    expect(findPayee("CROSSCOUNTRY MOR")?.id).toBe("crosscountry-mortgage");
    expect(findPayee("INTERMOUNTAIN GA")).toBeNull();
  });

  test("no company id is no payee", () => {
    expect(payeeOfCompanyId("3387702000")?.id).toBe("internal-revenue-service");
    expect(payeeOfCompanyId("0000000000")).toBeNull();
    expect(payeeOfWholeName([])).toBeNull();
    expect(payeeOfWholeName(["QZX"])).toBeNull();
  });

  test("the longest name in a creditor's name counts", () => {
    expect(findPayee("PMT TO CHASE AUTO")?.id).toBe("chase-auto");
    expect(findPayee("CHASE ALLY BANK")?.id).toBe("ally-bank");
    expect(findPayee("CHASE NAVIENT")?.id).toBe("chase");
    expect(findPayee("CHASE H-E-B AUTO")?.id).not.toBe("chase-auto");
    expect(findPayee("")).toBeNull();
    expect(findPayee("QZX")).toBeNull();
  });

  test.each([
    ["Riverbend CU", "RIVERBEND CU LOAN PYMT", true],
    ["Riverbend", "RIVERBEND LOANS", true],
    ["Riverbend", "RIVERBEND HILLTOP", true],
    ["Rive", "RIVE HILLTOP", false],
    ["River", "RIVER HILLTOP", true],
    ["Riverbend Hilltop", "RIVERBEND VALLEY", false],
    ["Riverbend", "HILLTOP", false],
    ["Loan", "LOAN", true],
    ["Loan Payment", "LOAN PAYMENT", true],
    ["Loan", "LOAN PAYMENT", false],
    ["Loan 77", "LOAN 77", true],
    ["Chase", "CHASE AUTO", true],
    ["Chase", "CHASE CARD PMT", true],
    ["Chase", "RIVERBEND", false],
    ["Marcus", "MARCUS JEWELERS", false],
    ["Riverbend", "CHASE", false],
    ["", "RIVERBEND", false],
    ["Riverbend", "", false],
    ["Chase", "", false],
  ])("%s and %s are one creditor: %s", (a, b, isSame) => {
    expect(sameCreditor(a, b)).toBe(isSame);
    expect(sameCreditor(b, a)).toBe(isSame);
  });
});
