import { describe, expect, test } from "vitest";
import { classify, type Classification, type LineToClassify } from "./classifier/classify.ts";

function read(
  description: string,
  amountCents: number,
  detailed: string | null,
  primary: string | null,
  checkNumber: string | null = null,
): Classification {
  const line: LineToClassify = {
    description,
    merchantName: null,
    amountCents,
    categoryPrimary: primary,
    categoryDetailed: detailed,
    checkNumber,
  };
  return classify(line);
}
const words = ({ class: name, subclass }: Classification) => (subclass === null ? name : `${name} ${subclass}`);
const into = (description: string, detailed: string | null = null, primary: string | null = null) =>
  words(read(description, -123_400, detailed, primary));
const outOf = (description: string, detailed: string | null = null, primary: string | null = null) =>
  words(read(description, 123_400, detailed, primary));

describe("money that is borrowed", () => {
  test.each([
    ["PLEDGED ASSET LINE ADVANCE", "securities_line"],
    ["MARGIN LOAN ADVANCE", "securities_line"],
    ["403B LOAN DISBURSEMENT", "own_plan"],
    ["HOME EQUITY LINE TRANSFER", "home_equity"],
    ["HELOC DEPOSIT", "home_equity"],
    ["CAR TITLE LOAN FUNDING", "auto_equity"],
    ["TITLEMAX DES:FUNDING", "auto_equity"],
    ["RAPID FINANCE DES:FUNDING", "merchant_advance"],
    ["EARNIN DES:ADVANCE", "wage_advance"],
    ["PAYROLL ADVANCE", "wage_advance"],
    ["EARLY WAGE ADVANCE", "wage_advance"],
    ["KLARNA DES:LOAN DISB", "bnpl"],
    ["ACE CASH EXPRESS LOAN PROCEEDS", "payday"],
    ["PAYDAY LOAN DEPOSIT", "payday"],
    ["TRANSFER FROM CREDIT CARD", "card_cash_advance"],
    ["CASH ADVANCE", "card_cash_advance"],
    ["CASH ADVANCE DISCOVER", "card_cash_advance"],
    ["DISCOVER PERSONAL LOAN PROCEEDS", "personal"],
    ["LENDINGCLUB DES:LOAN PROC", "personal"],
    ["PERSONAL LOAN PROCEEDS", "personal"],
    ["LINE OF CREDIT ADVANCE", "personal"],
    ["OVERDRAFT LINE OF CREDIT TRANSFER", "personal"],
    ["REFUND ADVANCE", "refund_advance"],
    ["SALARY ADVANCE", "wage_advance"],
    ["WIRE IN LENDINGCLUB", "personal"],
    ["WIRE IN LOAN PROCEEDS", "personal"],
    ["PAYPAL WORKING CAPITAL LOAN", "merchant_advance"],
    ["CASH APP BORROW PROCEEDS", "personal"],
    ["NEW LOAN", "personal"],
    ["LOAN ADVANCE", "personal"],
    ["ADVANCE", "personal"],
  ])("%s: %s", (description, subclass) => {
    expect(into(description)).toBe(`loan_proceeds ${subclass}`);
  });

  test.each([
    ["LOAN_DISBURSEMENTS_EWA", "wage_advance"],
    ["LOAN_DISBURSEMENTS_BNPL", "bnpl"],
    ["LOAN_DISBURSEMENTS_CASH_ADVANCES", "payday"],
    ["LOAN_DISBURSEMENTS_PERSONAL", "personal"],
  ])("by its category %s: %s", (detailed, subclass) => {
    expect(into("QZX 8812", detailed, "LOAN_DISBURSEMENTS")).toBe(`loan_proceeds ${subclass}`);
  });

  test("by the category of a cash advance", () => {
    expect(into("QZX 8812", "TRANSFER_IN_CASH_ADVANCES_AND_LOANS", "TRANSFER_IN")).toBe("loan_proceeds personal");
    // A category never beats a known payee whose roles exclude it.
    expect(into("H-E-B 8812", "TRANSFER_IN_CASH_ADVANCES_AND_LOANS", "TRANSFER_IN")).toBe("refund_reversal");
    expect(into("ADP 8812", "LOAN_DISBURSEMENTS_PERSONAL", "LOAN_DISBURSEMENTS")).toBe("payroll");
  });

  test("interest on a loan and a repayment that came back are not", () => {
    expect(into("LOAN PAYMENT REVERSAL")).toBe("refund_reversal");
    expect(into("NAVIENT REFUND OVERPAYMENT")).toBe("refund_reversal");
    expect(into("NELNET 8812")).toBe("refund_reversal");
    expect(into("US DEPT OF EDUCATION REFUND")).toBe("refund_reversal");
    expect(into("US DEPT OF EDUCATION STUDENT LOAN REFUND")).toBe("loan_proceeds student");
    expect(into("ALLY BANK INTEREST PAID")).toBe("interest");
  });
});

describe("money in by category, when the words say nothing", () => {
  test.each([
    ["INCOME", "INCOME_INTEREST_EARNED", "interest"],
    ["INCOME", "INCOME_TAX_REFUND", "tax_refund"],
    ["INCOME", "INCOME_UNEMPLOYMENT", "benefit"],
    ["INCOME", "INCOME_LONG_TERM_DISABILITY", "benefit"],
    ["INCOME", "INCOME_RETIREMENT_PENSION", "retirement_income"],
    ["INCOME", "INCOME_GIG_ECONOMY", "gig_income"],
    ["INCOME", "INCOME_CHILD_SUPPORT", "support"],
    ["INCOME", "INCOME_RENTAL", "rental_income"],
    ["INCOME", "INCOME_WAGES", "payroll"],
    ["INCOME", "INCOME_SALARY", "payroll"],
    ["TRANSFER_IN", "TRANSFER_IN_ACCOUNT_TRANSFER", "own_transfer"],
    ["TRANSFER_IN", "TRANSFER_IN_SAVINGS", "own_transfer"],
    ["TRANSFER_IN", "TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS", "own_transfer"],
    ["TRANSFER_IN", "TRANSFER_IN_DEPOSIT", "other"],
    ["BANK_FEES", "BANK_FEES_OTHER", "fee_refund"],
    ["GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_SUPERSTORES", "other"],
    ["", "", "other"],
  ])("%s %s: %s", (primary, detailed, name) => {
    expect(into("8812", detailed, primary)).toBe(name);
  });

  test("a shop gives money back, whatever the category, but for income", () => {
    expect(into("H-E-B 8812", "GENERAL_MERCHANDISE_SUPERSTORES", "GENERAL_MERCHANDISE")).toBe("refund_reversal");
    expect(into("H-E-B 8812", "INCOME_OTHER", "INCOME")).not.toBe("refund_reversal");
    expect(into("QZX SHOPPE 8812", "GENERAL_MERCHANDISE_SUPERSTORES", "GENERAL_MERCHANDISE")).toBe("other");
  });

  test("a known payee of another role is not what the category says", () => {
    expect(into("COINBASE 8812", "INCOME_TAX_REFUND", "INCOME")).toBe("crypto");
    expect(into("H-E-B 8812", "INCOME_TAX_REFUND", "INCOME")).not.toBe("tax_refund");
    expect(into("H-E-B 8812", "INCOME_UNEMPLOYMENT", "INCOME")).not.toBe("benefit");
    expect(into("H-E-B 8812", "TRANSFER_IN_ACCOUNT_TRANSFER", "TRANSFER_IN")).not.toBe("own_transfer");
    expect(into("H-E-B 8812", "INCOME_INTEREST_EARNED", "INCOME")).not.toBe("interest");
  });
});

describe("money in by words", () => {
  test.each([
    // Payment apps
    ["VENMO CASHOUT", "own_transfer"],
    ["VENMO TRANSFER", "own_transfer"],
    ["ZELLE FROM SELF", "own_transfer"],
    ["ZELLE FROM ME", "own_transfer"],
    ["ZELLE FROM ME QUIST", "person_payment"],
    ["ZELLE FROM MYSELF", "own_transfer"],
    ["ZELLE FROM TENANT UNIT 4 RENT", "rental_income"],
    ["ZELLE FROM LEE PARK RENT", "rental_income"],
    ["ZELLE FROM MOM RENT", "person_payment"],
    ["ZELLE FROM ROOMMATE RENT", "person_payment"],
    ["ZELLE FROM ROOMIE RENT", "person_payment"],
    ["ZELLE REVERSAL", "refund_reversal"],
    ["ZELLE FEE", "fee_refund"],
    ["ZELLE TRANSFER", "person_payment"],
    ["REMITLY 8812", "person_payment remittance"],
    ["PAYPAL REFUND", "refund_reversal"],
    ["PAYPAL REVERSAL", "refund_reversal"],
    ["PAYPAL TRANSFER", "own_transfer"],
    ["PAYPAL INST XFER", "own_transfer"],
    ["PAYPAL FROM INES QUIST", "person_payment"],
    ["PAYPAL 8812", "other"],
    ["VENMO BITCOIN SALE", "crypto"],
    // Wires
    ["WIRE IN RETURNED", "refund_reversal"],
    ["WIRE IN CHICAGO TITLE REFUND", "title_escrow"],
    ["WIRE IN STEWART TITLE", "title_escrow"],
    ["WIRE IN COINBASE", "crypto"],
    ["WIRE IN BITCOIN SALE", "crypto"],
    ["WIRE IN STATE FARM", "insurance_claim"],
    ["WIRE IN FIDELITY BROKERAGE", "own_transfer"],
    ["WIRE IN FROM INES QUIST", "person_payment"],
    ["WIRE IN CHASE", "own_transfer"],
    ["WIRE IN SAVINGS", "own_transfer"],
    ["WIRE IN 8812", "other"],
    ["WIRE FROM HALE BUILDERS LLC", "other"],
    ["WIRE FROM QZX VOLKOV", "person_payment"],
    // Interest
    ["INTEREST PAID", "interest"],
    ["INTEREST PAID RIVERBEND FCU", "interest"],
    ["DIVIDEND QZX HOLDINGS VENTURES", "other dividend"],
    ["INTEREST FROM INES QUIST", "person_payment"],
    // Deposits
    ["CHECK DEPOSIT", "check_deposit"],
    ["DEPOSIT CASH", "cash_deposit"],
    ["BRANCH DEPOSIT", "cash_deposit"],
    ["ATM DEPOSIT", "cash_deposit"],
    ["MOBILE DEPOSIT", "check_deposit"],
    ["MOBILE DEPOSIT TREASURY CHECK TAX REFUND", "check_deposit"],
    // Own money
    ["TRANSFER FROM SAVINGS", "own_transfer"],
    ["TRANSFER", "own_transfer"],
    ["TRANSFER FROM INES QUIST", "person_payment"],
    ["CHASE TRANSFER", "own_transfer"],
    ["DEPOSIT FROM SAVINGS", "own_transfer"],
    ["FIDELITY BROKERAGE 8812", "own_transfer"],
    // Pay
    ["QZXCORP DIRECT DEP", "payroll"],
    ["DIRECT DEP", "payroll"],
    ["QZXCORP DES:PAY", "payroll"],
    ["QZXCORP DES:PAY INVOICE", "other"],
    ["QZXCORP DES:TRADE PAY", "other"],
    ["ADP 8812", "payroll"],
    ["ADP REVERSAL", "refund_reversal"],
    ["QZXCORP PAYROLL", "payroll"],
    ["STATE FARM DIRECT DEP", "insurance_claim"],
    ["COINBASE DIRECT DEPOSIT", "crypto"],
    // Agencies
    ["IRS TREAS 310 TAX REF", "tax_refund"],
    ["STATE OF OHIO TAX REFUND", "tax_refund"],
    ["TX REFUND", "tax_refund"],
    ["QZX VENTURES LLC TAX REFUND", "other"],
    ["INES QUIST TAX REFUND", "other"],
    ["SSA TREAS 310 SOC SEC", "benefit"],
    ["STATE OF NEVADA UI BENEFIT", "benefit"],
    ["MOM SNAP", "other"],
    ["TEXAS UI BENEFIT", "benefit"],
    ["TX SDU CHILD SUPPORT", "support"],
    ["CHILD SUPPORT REFUND", "refund_reversal"],
    // Others
    ["CLASS ACTION SETTLEMENT", "other windfall"],
    ["NEW ACCOUNT BONUS", "other reward"],
    ["ACCTVERIFY", "other verification"],
    ["STATE FARM REFUND", "refund_reversal"],
    ["STATE FARM CLAIM", "insurance_claim"],
    ["STATE FARM 8812", "insurance_claim"],
    ["ANNUITY PAYMENT", "retirement_income"],
    ["METLIFE ANNUITY", "retirement_income"],
    ["FIDELITY 401K DISTRIBUTION", "retirement_income"],
    ["UBER DES:EDI PAYMNT", "gig_income"],
    ["UBER REFUND", "refund_reversal"],
    ["COINBASE 8812", "crypto"],
    ["CHICAGO TITLE 8812", "title_escrow"],
    ["CHICAGO TITLE REVERSAL", "refund_reversal"],
    ["AVAIL RENT PAYOUT", "rental_income"],
    ["TENANT RENT", "rental_income"],
    ["HOME DEPOT REFUND", "refund_reversal"],
    ["NSF RETURNED CHECK", "refund_reversal returned_debit"],
    ["NSF FEE REFUND", "fee_refund"],
    ["OVERDRAFT FEE REVERSAL", "fee_refund"],
    ["FEE CREDIT", "fee_refund"],
    ["ATM FEE REBATE", "fee_refund"],
    ["ATM REBATE CREDIT", "fee_refund"],
    ["MONTHLY SERVICE FEE REFUND", "fee_refund"],
    ["TUITION FEE REFUND", "refund_reversal"],
    ["QZX 8812", "other"],
  ])("%s: %s", (description, name) => {
    expect(into(description)).toBe(name);
  });

  test("a numbered deposit is a check", () => {
    expect(words(read("QZX 8812", -100, null, null, "1042"))).toBe("check_deposit");
    expect(words(read("QZX DES:8812", -100, null, null, "1042"))).toBe("other");
  });
});

describe("money that goes to debts", () => {
  test.each([
    ["PENNYMAC 8812", "mortgage"],
    ["MORTGAGE PAYMENT", "mortgage"],
    ["HELOC PAYMENT", "home_equity"],
    ["HOME EQUITY LOAN PAYMENT", "home_equity"],
    ["NAVIENT 8812", "student"],
    ["STUDENT LOAN PAYMENT", "student"],
    ["KLARNA 8812", "bnpl"],
    ["EARNIN 8812", "wage_advance"],
    ["ONDECK CAPITAL 8812", "merchant_advance"],
    ["LEASE PAYMENT", "lease"],
    ["AUTO LEASE PAYMENT", "lease"],
    ["TOYOTA ACH RTL", "auto"],
    ["CAPITAL ONE AUTO", "auto"],
    ["ACE CASH EXPRESS 8812", "payday"],
    ["TITLEMAX 8812", "auto_equity"],
    ["401K LOAN PAYMENT", "own_plan"],
    ["EMPOWER RETIREMENT LOAN PAYMENT", "own_plan"],
    ["UPSTART 457 LOAN PAYMENT", "own_plan"],
    ["FIDELITY 401K LOAN PAYMENT", "own_plan"],
    ["LENDINGCLUB 8812", "personal"],
    ["LOAN PAYMENT", "personal"],
    ["LINE OF CREDIT PAYMENT", "personal"],
    ["PAYPAL PAY IN 4", "bnpl"],
    ["PORTFOLIO RECOVERY 8812", "collection"],
    ["CHASE MORTGAGE", "mortgage"],
    ["CHASE LOAN PAYMENT", "personal"],
    ["CHASE LEASE PAYMENT", "lease"],
    ["WIRE TO PENNYMAC", "mortgage"],
    ["CASH APP LOAN REPAYMENT", "personal"],
  ])("%s: %s", (description, kind) => {
    expect(outOf(description)).toBe(`loan_payment ${kind}`);
  });

  test("by category", () => {
    const of = (description: string, detailed: string) => outOf(description, detailed, "LOAN_PAYMENTS");
    expect(of("8812", "LOAN_PAYMENTS_MORTGAGE_PAYMENT")).toBe("loan_payment mortgage");
    expect(of("8812", "LOAN_PAYMENTS_CAR_PAYMENT")).toBe("loan_payment personal");
    expect(of("8812", "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT")).toBe("card_payment");
    expect(of("ALLY BANK 8812", "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT")).toBe("card_payment");
    expect(of("ALLY BANK 8812", "LOAN_PAYMENTS_CAR_PAYMENT")).toBe("loan_payment personal");
    expect(of("TUITION QZX", "LOAN_PAYMENTS_OTHER_PAYMENT")).toBe("household_bill tuition");
    expect(of("INSURANCE PREMIUM", "LOAN_PAYMENTS_OTHER_PAYMENT")).toBe("insurance");
  });
});

describe("money out by category, when the words say nothing", () => {
  test.each([
    ["RENT_AND_UTILITIES", "RENT_AND_UTILITIES_RENT", "rent"],
    ["RENT_AND_UTILITIES", "RENT_AND_UTILITIES_WATER", "household_bill"],
    ["GENERAL_SERVICES", "GENERAL_SERVICES_INSURANCE", "insurance"],
    ["GENERAL_SERVICES", "GENERAL_SERVICES_CHILDCARE", "household_bill"],
    ["GENERAL_SERVICES", "GENERAL_SERVICES_OTHER_GENERAL_SERVICES", "purchase"],
    ["GOVERNMENT_AND_NON_PROFIT", "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT", "tax_payment"],
    ["TRANSFER_OUT", "TRANSFER_OUT_WITHDRAWAL", "cash_withdrawal"],
    ["TRANSFER_OUT", "TRANSFER_OUT_ACCOUNT_TRANSFER", "own_transfer"],
    ["TRANSFER_OUT", "TRANSFER_OUT_SAVINGS", "own_transfer"],
    ["FOOD_AND_DRINK", "FOOD_AND_DRINK_GROCERIES", "purchase"],
    ["BANK_FEES", "BANK_FEES_INSUFFICIENT_FUNDS", "nsf_fee"],
    ["BANK_FEES", "BANK_FEES_OVERDRAFT_FEES", "nsf_fee"],
    ["BANK_FEES", "BANK_FEES_ATM_FEES", "other_fee"],
    ["", "", "other"],
  ])("%s %s: %s", (primary, detailed, name) => {
    expect(outOf("8812", detailed, primary)).toBe(name);
  });

  test("words that name another fee come before the category", () => {
    expect(outOf("LATE FEE", "BANK_FEES_INSUFFICIENT_FUNDS", "BANK_FEES")).toBe("other_fee");
    expect(outOf("FOREIGN TRANSACTION", "BANK_FEES_OVERDRAFT_FEES", "BANK_FEES")).toBe("other_fee");
    expect(outOf("FEE", "BANK_FEES_OVERDRAFT_FEES", "BANK_FEES")).toBe("nsf_fee");
    expect(outOf("NSF", "BANK_FEES_OTHER", "BANK_FEES")).toBe("nsf_fee");
  });
});

describe("money out by words", () => {
  test.each([
    // Fees
    ["NSF FEE", "nsf_fee"],
    ["OVERDRAFT FEE FOR SHELL OIL", "nsf_fee"],
    ["NSF", "nsf_fee"],
    ["OVERDRAFT", "nsf_fee"],
    ["OVERDRAFT TRANSFER FEE", "other_fee"],
    ["RETURNED DEPOSITED ITEM FEE", "other_fee"],
    ["LATE FEE", "other_fee"],
    ["WIRE FEE", "other_fee"],
    ["MONTHLY SERVICE FEE", "other_fee"],
    ["FEE", "other_fee"],
    ["QZX FEE", "other_fee"],
    ["RENT FEE", "rent"],
    // Payment apps
    ["ZELLE TO MYSELF", "own_transfer"],
    ["ZELLE TO ME", "own_transfer"],
    ["ZELLE TO ME QUIST", "person_payment"],
    ["ZELLE TO INES QUIST", "person_payment"],
    ["ZELLE TO LEE PARK RENT", "rent"],
    ["ZELLE TO HARBOR TITLE LLC", "title_escrow"],
    ["ZELLE TO HARBOR ESCROW", "title_escrow"],
    ["ZELLE TO INES QUIST CHILD SUPPORT", "support"],
    ["ZELLE REVERSAL", "refund_reversal"],
    ["VENMO ADD CASH", "own_transfer"],
    ["VENMO TRANSFER", "own_transfer"],
    ["VENMO BITCOIN", "crypto"],
    ["PAYPAL ADD MONEY", "own_transfer"],
    ["PAYPAL TO INES QUIST", "person_payment"],
    ["PAYPAL 8812", "purchase"],
    ["REMITLY 8812", "person_payment remittance"],
    // Wires
    ["WIRE OUT CHICAGO TITLE", "title_escrow"],
    ["WIRE OUT COINBASE", "crypto"],
    ["WIRE OUT IRS", "tax_payment"],
    ["WIRE TO INES QUIST", "person_payment"],
    ["WIRE TO SAVINGS 8810", "own_transfer"],
    ["WIRE TO FIDELITY BROKERAGE", "own_transfer"],
    ["WIRE TO LONE STAR MOTORS LLC", "purchase"],
    ["WIRE TO QZX VOLKOV", "person_payment"],
    ["WIRE OUT CHASE", "own_transfer"],
    ["WIRE OUT RETURNED", "refund_reversal"],
    ["WIRE OUT HOME DEPOT", "purchase"],
    ["WIRE OUT 8812", "other"],
    // Returns and levies
    ["RETURNED DEPOSITED ITEM", "refund_reversal deposit_returned"],
    ["DEPOSIT REVERSAL", "refund_reversal deposit_returned"],
    ["CORRECTION", "refund_reversal"],
    ["LEVY", "other levy"],
    ["GARNISHMENT", "other garnishment"],
    ["IRS LEVY", "tax_payment levy"],
    // Checks and cash
    ["CHECK 1042", "check"],
    ["CHECK 1042 CHICAGO TITLE", "title_escrow"],
    ["CASHIERS CHECK", "cash_withdrawal"],
    ["ATM WITHDRAWAL", "cash_withdrawal"],
    ["WITHDRAWAL", "cash_withdrawal"],
    ["CASH WITHDRAWAL", "cash_withdrawal"],
    ["WITHDRAWAL TO SAVINGS", "own_transfer"],
    // Own money
    ["TRANSFER TO SAVINGS", "own_transfer"],
    ["TRANSFER TO SAV ...8810", "own_transfer"],
    ["TRANSFER", "own_transfer"],
    ["TRANSFER TO INES QUIST", "person_payment"],
    ["529 CONTRIBUTION", "own_transfer"],
    ["FIDELITY BROKERAGE 8812", "own_transfer"],
    ["CHASE TRANSFER", "own_transfer"],
    ["FIDELITY 401K CONTRIBUTION", "own_transfer"],
    // Cards
    ["CAPITAL ONE CRCARDPMT", "card_payment"],
    ["CREDIT CARD PAYMENT", "card_payment"],
    ["AMEX EPAYMENT", "card_payment"],
    ["HOME DEPOT CREDIT CARD PAYMENT", "card_payment"],
    ["HOME DEPOT DES:PAYMENT", "card_payment"],
    ["HOME DEPOT 8812", "purchase"],
    // Taxes and agencies
    ["IRS USATAXPYMT", "tax_payment"],
    ["COUNTY PROPERTY TAX", "tax_payment property_tax"],
    ["STATE TAX PAYMENT", "tax_payment"],
    ["TX SDU CHILD SUPPORT", "support"],
    // Bills
    ["AVAIL RENT PAYMENT", "rent"],
    ["RENT", "rent"],
    ["STATE FARM 8812", "insurance"],
    ["INSURANCE PREMIUM", "insurance"],
    ["LANDLORD INSURANCE PREMIUM", "insurance landlord"],
    ["HOA DUES", "household_bill hoa"],
    ["TUITION PAYMENT", "household_bill tuition"],
    ["COINBASE 8812", "crypto"],
    // Purchases
    ["POS QZX", "purchase"],
    ["QZX CAFE", "purchase"],
    ["DEBIT CARD PURCHASE QZX", "purchase"],
    ["QZX SHOPPE", "purchase"],
    ["TRUIST PARK STADIUM CONCESSIONS", "purchase"],
    ["QZX DES:8812", "other"],
    ["CHASE PAYMENT", "card_payment"],
  ])("%s: %s", (description, name) => {
    expect(outOf(description)).toBe(name);
  });
});

describe("lines that look like another class", () => {
  test.each([
    // Payment apps
    ["ZELLE FROM TENANTS RENT", "rental_income"],
    ["ZELLE FROM UNIT 4 RENT", "rental_income"],
    ["ZELLE FROM TENANT LEE PARK RENT", "rental_income"],
    ["ZELLE FROM TENANT MOM RENT", "rental_income"],
    ["ZELLE FROM MY ROOMMATE LEE RENT", "person_payment"],
    ["ZELLE FROM MY MOM RENT", "person_payment"],
    ["ZELLE FROM ROOMMATE UNIT 4 RENT", "person_payment"],
    ["ZELLE RENT", "rental_income"],
    ["VENMO LOAN", "person_payment"],
    ["CASH APP LOAN", "loan_proceeds personal"],
    ["PAYPAL DES:REFUND", "refund_reversal"],
    // Wires
    ["WIRE IN TRANSFER FROM INES QUIST", "person_payment"],
    ["WIRE IN FROM QZX VOLKOV SAVINGS", "person_payment"],
    ["WIRE IN FROM QZX VOLKOV", "person_payment"],
    // Interest
    ["INTEREST HARBOR VALLEY FCU", "interest"],
    ["INTEREST HARBOR VALLEY MAPLE GROVE FCU", "other"],
    ["INTEREST HARBOR VALLEY GROVE FCU", "other"],
    ["INTEREST QZX HARBOR", "other"],
    ["DIVIDEND QZX", "other"],
    ["DIVIDEND", "interest"],
    ["DIVIDEND H-E-B", "other dividend"],
    // Deposits
    ["QZX CASH DEPOSIT", "cash_deposit"],
    ["CASH QZX HARBOR DEPOSIT", "cash_deposit"],
    ["CASH QZX HARBOR VALLEY DEPOSIT", "other"],
    ["DEPOSIT BC", "other"],
    ["DIRECT DEP CASH", "payroll"],
    ["BKOFAMERICA BC 11/16 DEPOSIT", "cash_deposit"],
    ["BANK OF AMERICA 8812", "other"],
    // Own money
    ["DEPOSIT SAVINGS", "other"],
    ["DEPOSIT FROM QZX", "other"],
    ["FIDELITY 401K TRANSFER", "own_transfer"],
    ["VANGUARD DIVIDEND DES:PAYOUT", "other dividend"],
    ["VANGUARD DIVIDEND DES:TRANSFER", "own_transfer"],
    ["NETFLIX TRANSFER FROM CHASE", "other"],
    ["TRANSFER QZX VENTURES", "own_transfer"],
    ["TRANSFER QZX VENTURES LLC", "other"],
    ["QZX VENTURES DES:TRANSFER", "other"],
    // Pay
    ["STATE FARM CLAIM DIRECT DEP", "insurance_claim"],
    ["FROM INES QUIST DIRECT DEP", "person_payment"],
    ["LOTTERY DIRECT DEP", "other windfall"],
    ["ADP PENSION", "retirement_income"],
    ["QZX EDI PAYMENT", "other"],
    // Turned
    ["PAYROLL REVERSAL", "refund_reversal"],
    ["QZXCORP DES:PAYROLL REVERSAL", "refund_reversal"],
    ["SALARY REFUND", "refund_reversal"],
    ["LOAN PROCEEDS REVERSAL", "loan_proceeds personal"],
    ["EXTRACASH DES:ADVANCE", "loan_proceeds wage_advance"],
    ["NAVIENT LOAN REFUND", "refund_reversal"],
    ["NAVIENT LOAN", "refund_reversal"],
    ["NAVIENT LOAN DISBURSEMENT", "loan_proceeds personal"],
    ["REWARD TRANSFER", "other reward"],
    ["CHASE BONUS", "other reward"],
    ["COINBASE REWARD", "crypto"],
    ["BENEFIT REFUND", "refund_reversal"],
    ["STATE OF OHIO BENEFIT PAYMENT", "benefit"],
    ["SOC SEC DES:BENEFIT", "benefit"],
    ["MAINTENANCE REBATE", "fee_refund"],
    ["MAINTENANCE QZX REBATE", "refund_reversal"],
    ["AVAIL REFUND", "refund_reversal"],
    ["RENT QZX", "rental_income"],
    ["RENT QZX DES:RENT", "rental_income"],
    ["SOFI BANK DES:TRANSFER SAVINGS", "own_transfer"],
    ["UPSTART SAVINGS", "loan_proceeds personal"],
    ["AMAZON MARKETPLACE DES:PAYMENTS", "gig_income"],
    ["OVERDRAFT REVERSAL", "fee_refund"],
    ["OVERDRAFT REFUND", "fee_refund"],
    ["SERVICE CHARGE REFUND CREDIT", "fee_refund"],
    ["ATM CREDIT", "fee_refund"],
    ["MONTHLY QZX REFUND", "refund_reversal"],
  ])("in: %s: %s", (description, name) => {
    expect(into(description)).toBe(name);
  });

  test.each([
    ["ZELLE TO TITLE LLC", "person_payment"],
    ["ZELLE TO HARBOR TITLE", "person_payment"],
    ["ZELLE TO INES FOR SUPPORT", "support"],
    ["PAYPAL SUPPORT", "purchase"],
    ["PAYPAL INSTALLMENT", "loan_payment bnpl"],
    ["PAYPAL LOAN PAYMENT", "loan_payment bnpl"],
    ["WIRE TO HARBOR REALTY DEPOSIT", "title_escrow"],
    ["WIRE TO HARBOR REALTY", "title_escrow"],
    ["WIRE TO VOLKOV", "person_payment"],
    ["HARBOR BANK WIRE TO VOLKOV", "person_payment"],
    ["WIRE OUT DEPOSIT", "other"],
    ["WIRE OUT QZX LLC", "purchase"],
    ["WIRE OUT QZX CAFE", "purchase"],
    ["CHECK 1042 HARBOR REALTY", "title_escrow"],
    ["HARBOR REALTY DEPOSIT", "title_escrow"],
    ["CHASE SAVINGS", "own_transfer"],
    ["CHASE DES:EPAY", "card_payment"],
    ["DISCOVER CARD PAYMENT", "card_payment"],
    ["CREDIT CARD QZX HARBOR", "card_payment"],
    ["CREDIT CARD QZX HARBOR VALLEY", "purchase"],
    ["LENDINGCLUB LOAN CARD", "loan_payment personal"],
    ["HARBOR AUTO FINANCE PAYMENT", "loan_payment personal"],
    ["HARBOR LENDING DES:8812", "loan_payment personal"],
    ["HARBOR ACCEPTANCE 8812", "purchase"],
    ["POS HARBOR FINANCE PAYMENT", "purchase"],
    ["QZX CAFE TRANSFER STATION", "purchase"],
    ["PAYMENT TO OWN SAVINGS", "own_transfer"],
    ["PAYMENT SAVINGS QZX", "purchase"],
    ["TRANSFER QZX VENTURES", "own_transfer"],
    ["TRANSFER QZX VENTURES LLC", "purchase"],
    ["QZX VENTURES DES:TRANSFER", "other"],
    ["COUNTY TAX DES:PAYMENT", "tax_payment property_tax"],
    ["TAX QZX", "purchase"],
    ["TAX", "tax_payment"],
    ["QZX", "purchase"],
    ["QZX BILL PAY", "other"],
    ["CITY OF AUSTIN UTILITIES", "household_bill"],
  ])("out: %s: %s", (description, name) => {
    expect(outOf(description)).toBe(name);
  });

  test("a category helps where the words stop short", () => {
    expect(into("INTEREST HARBOR VALLEY GROVE", "INCOME_INTEREST_EARNED", "INCOME")).toBe("interest");
    expect(into("INTEREST HARBOR VALLEY MAPLE GROVE", "INCOME_INTEREST_EARNED", "INCOME")).not.toBe("interest");
    expect(into("INTEREST HARBOR VALLEY GROVE", "TRANSFER_IN_DEPOSIT", "TRANSFER_IN")).not.toBe("interest");
    expect(into("QZX HARBOR VALLEY TAX REFUND", "INCOME_TAX_REFUND", "INCOME")).toBe("tax_refund");
    expect(into("QZX HARBOR VALLEY TAX REFUND")).toBe("other");
    expect(into("OHIO QZX HARBOR TAX REFUND", "INCOME_TAX_REFUND", "INCOME")).toBe("tax_refund");
    expect(into("OHIO QZX HARBOR TAX REFUND", "INCOME_OTHER", "INCOME")).toBe("other");
    expect(outOf("TUITION QZX", "LOAN_PAYMENTS_OTHER_PAYMENT", "LOAN_PAYMENTS")).toBe("household_bill tuition");
    expect(outOf("QZX INSURANCE", "LOAN_PAYMENTS_OTHER_PAYMENT", "LOAN_PAYMENTS")).toBe("insurance");
    expect(outOf("ALLY BANK QZX HARBOR", "LOAN_PAYMENTS_CAR_PAYMENT", "LOAN_PAYMENTS")).toBe("own_transfer");
    expect(outOf("ALLY BANK QZX", "LOAN_PAYMENTS_CAR_PAYMENT", "LOAN_PAYMENTS")).toBe("loan_payment personal");
  });
});

describe("how sure the class is", () => {
  const sureIn = (description: string, detailed: string | null = null) =>
    read(description, -123_400, detailed, null).confidence;
  const sureOut = (description: string, detailed: string | null = null) =>
    read(description, 123_400, detailed, null).confidence;

  test("a transfer that names no account, or a stranger, is not sure", () => {
    expect(sureIn("TRANSFER FROM SAVINGS")).toBe("high");
    expect(sureIn("TRANSFER ...8810")).toBe("high");
    expect(sureIn("TRANSFER")).toBe("high");
    expect(sureIn("TRANSFER QZX")).toBe("low");
    expect(sureIn("TRANSFER QZX", "TRANSFER_IN_ACCOUNT_TRANSFER")).toBe("low");
    expect(sureOut("TRANSFER TO SAVINGS")).toBe("high");
    expect(sureOut("TRANSFER TO SAV 8810")).toBe("high");
    expect(sureOut("TRANSFER")).toBe("high");
    expect(sureOut("TRANSFER QZX")).toBe("low");
    expect(sureOut("TRANSFER QZX", "TRANSFER_OUT_ACCOUNT_TRANSFER")).toBe("high");
  });

  test("a direct deposit without a payer is not sure", () => {
    expect(sureIn("DIRECT DEP")).toBe("low");
    expect(sureIn("QZXCORP DIRECT DEP")).toBe("high");
    expect(sureIn("QZX HARBOR DIRECT DEP")).toBe("high");
    expect(sureIn("PROSPER ISD DIRECT DEP")).toBe("high");
  });

  test("a class by category alone is not sure", () => {
    expect(sureIn("8812", "INCOME_SALARY")).toBe("low");
    expect(sureIn("8812", "INCOME_TAX_REFUND")).toBe("low");
    expect(sureOut("8812", "RENT_AND_UTILITIES_RENT")).toBe("low");
    expect(sureOut("QZX HARBOR")).toBe("low");
    expect(sureOut("POS QZX")).toBe("high");
  });
});
