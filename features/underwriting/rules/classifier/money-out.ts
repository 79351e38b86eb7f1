import { sure, unsure, type Decision, type OutClass } from "./classes.ts";
import { isSelf, looksLikeCompany } from "./names.ts";
import type { Reading } from "./reading.ts";

type Out = Decision<OutClass>;

function loanKind(line: Reading): string {
  const kind = line.entry?.kind;
  if (line.is("mortgage_servicer") || line.has("mortgage")) return "mortgage";
  if (line.has("homeEquity") || kind === "home_equity") return "home_equity";
  if (line.is("student_servicer") || line.has("student")) return "student";
  if (line.is("bnpl")) return "bnpl";
  if (line.is("wage_advance")) return "wage_advance";
  if (line.is("merchant_advance")) return "merchant_advance";
  if (kind === "lease" || (line.has("lease") && kind !== "auto")) return "lease";
  if (kind && ["auto", "payday", "auto_equity"].includes(kind)) return kind;
  if (line.has("planLoan") || line.is("plan_administrator")) return "own_plan";
  return "personal";
}

const STORES_WITH_CARDS = new Set([
  "walmart",
  "target",
  "costco",
  "sam-s-club",
  "home-depot",
  "lowe-s",
  "best-buy",
  "department-stores",
  "home-stores",
  "fuel",
]);
const STORE_CARD_WORDS = new Set(["CARD", "CRD", "CBNA", "SYNCB", "SYF", "COMENITY"]);

function isHousehold(line: Reading): boolean {
  return line.hasAny("household", "hoa", "tuition");
}

function fee(line: Reading): Out | null {
  const { primary, detailed } = line.category;
  const penalized = /^BANK_(?:PENALTIES|FEES)/.test(primary);
  const ofBank =
    line.peer === null && (line.entry === null || line.isAny("bank", "card_issuer", "brokerage")) && !isHousehold(line);
  // A fee for one item names that item's payee: OVERDRAFT FEE FOR SHELL OIL.
  if (line.startsWithFee && !line.hasAny("depositedItem", "overdraftProtection", "lateOrForeign"))
    return sure("nsf_fee", "overdraft or returned item fee");
  if (!ofBank || line.hasEntry || line.hasAny("rent", "tax", "insurance")) return null;
  if (line.has("fee")) {
    if (line.has("depositedItem")) return sure("other_fee", "fee for another person's returned check");
    if (line.has("overdraftProtection")) return sure("other_fee", "overdraft protection transfer");
    if (line.has("overdraft"))
      return line.has("lateOrForeign")
        ? sure("other_fee", "late, foreign, card or wire fee")
        : sure("nsf_fee", "overdraft or returned item fee");
    if (line.has("feeKind") || penalized || line.unknownWords === 0) {
      const insufficient =
        penalized && /INSUFFICIENT|OVERDRAFT/.test(detailed) && !line.hasAny("feeKind", "lateOrForeign");
      return insufficient ? sure("nsf_fee", "category") : sure("other_fee", "fee wording");
    }
    return line.unknownWords <= 1 ? unsure("other_fee", "fee wording") : null;
  }
  if (penalized) {
    if (line.hasAny("depositedItem", "overdraftProtection", "lateOrForeign", "interest"))
      return sure("other_fee", "category and wording");
    if (/INSUFFICIENT|OVERDRAFT/.test(detailed) || line.has("overdraft")) return sure("nsf_fee", "category");
    return sure("other_fee", "category");
  }
  const words = ["NSF", "OVERDRAFT", "OD", "INSUFFICIENT"];
  if (
    line.has("overdraft") &&
    !line.hasAny("transfer", "reversal", "depositedItem") &&
    line.words.some((word) => words.includes(word))
  )
    return unsure("nsf_fee", "overdraft wording");
  return null;
}

function peer(line: Reading): Out {
  const name = line.peerName;
  if (line.hasAny("reversal") && name.length === 0)
    return sure("refund_reversal", "a reversed person-to-person payment");
  if (line.peer === "remittance") return sure("person_payment", "remittance service", "remittance");
  if (line.has("crypto")) return sure("crypto", "crypto words");
  if (line.has("support") || (name.length > 0 && line.has("supportWord"))) return sure("support", "support words");
  if (line.has("rent")) return sure("rent", "rent words");
  if (line.has("hoa")) return unsure("household_bill", "dues words", "hoa");
  if (line.peer === "paypal") {
    if (line.has("installment") || line.has("loanPayment")) return sure("loan_payment", "installment wording", "bnpl");
    if (line.words.includes("FRIENDS") || line.isPersonNamed)
      return sure("person_payment", "person named on a PayPal payment");
    if (line.hasAny("addCash")) return sure("own_transfer", "money moved to PayPal");
    return unsure("purchase", "paid through PayPal");
  }
  if (name.length === 0) {
    if (line.hasAny("loanPayment") || (line.peer === "cash_app" && line.hasAny("proceeds", "loan")))
      return sure("loan_payment", "repayment to a payment app", "personal");
    if (line.hasAny("addCash") || (line.hasAny("transfer", "ownAccount") && line.peer !== "zelle"))
      return unsure("own_transfer", "money moved to a payment app");
  }
  if (isSelf(name)) return sure("own_transfer", "payment to oneself");
  const title = name.indexOf("TITLE");
  if (name.includes("ESCROW") || (title > 0 && looksLikeCompany(name.slice(title))))
    return unsure("title_escrow", "title company named");
  return sure("person_payment", "person-to-person payment");
}

function wire(line: Reading): Out {
  if (line.has("reversal")) return sure("refund_reversal", "a wire taken back");
  if (line.names("title_escrow") || line.has("titleCompany")) return sure("title_escrow", "wire to a title company");
  if (line.names("exchange") || line.has("crypto")) return sure("crypto", "wire to a crypto exchange");
  if (line.is("tax_agency")) return sure("tax_payment", "wire to a tax agency");
  if (line.isPersonNamed) return sure("person_payment", "person named on a wire");
  if (line.isAny("mortgage_servicer", "servicer", "student_servicer") || line.has("loanPayment"))
    return sure("loan_payment", "wire to a lender", loanKind(line));
  if (line.names("brokerage") || line.has("ownAccount") || line.masks.length > 0)
    return sure("own_transfer", "wire to an own account");
  const party = line.partyWords();
  if (line.has("broker") && line.hasAny("deposit", "titleWord"))
    return sure("title_escrow", "deposit with a real estate broker");
  if (line.has("broker") && !line.has("rent")) return unsure("title_escrow", "wire to a real estate broker");
  if (line.isAny("merchant", "marketplace")) return sure("purchase", "wire to a merchant");
  if (party.length > 0 ? looksLikeCompany(party) : line.has("merchantType") || looksLikeCompany(line.words))
    return sure("purchase", "wire to a company");
  if (line.has("rtp") && line.has("rent")) return sure("rent", "rent words");
  if (line.is("bank")) return unsure("own_transfer", "bank named on a wire");
  if (party.length > 0) return sure("person_payment", "name on a wire");
  return unsure("other", "wire without a receiver");
}

function atBank(line: Reading): Out | null {
  const { primary, detailed } = line.category;
  if (line.has("mortgage")) return sure("loan_payment", "mortgage wording at a bank", "mortgage");
  if (
    line.hasAny("loanPayment", "homeEquity", "student") ||
    line.says("loan") ||
    (line.has("borrowLine") && line.has("payment"))
  )
    return sure("loan_payment", "loan wording at a bank", loanKind(line));
  if (line.says("lease")) return sure("loan_payment", "lease wording at a bank", "lease");
  if (line.has("card") && !line.has("cardPurchase")) return sure("card_payment", "card wording at an issuer");
  if (line.saysAny("transfer", "collection", "ownAccount", "investment") && !line.says("payment"))
    return sure("own_transfer", "transfer to another bank");
  if (line.says("payment") && !line.has("transfer")) {
    if (line.is("card_issuer")) return sure("card_payment", "payment to a card issuer");
    if (line.isAny("servicer", "lender")) return sure("loan_payment", "payment to a lending bank", loanKind(line));
  }
  if (primary === "LOAN_PAYMENTS")
    return detailed.includes("CREDIT_CARD")
      ? unsure("card_payment", "bank and category")
      : line.has("transfer") || line.unknownWords > 1
        ? unsure("own_transfer", "transfer to another bank")
        : unsure("loan_payment", "bank and category", loanKind(line));
  if (line.has("transfer")) return sure("own_transfer", "transfer to another bank");
  if (primary === "TRANSFER_OUT") return unsure("own_transfer", "bank and category");
  return line.is("card_issuer") && line.hasEntry && !line.has("deposit") ? unsure("card_payment", "card issuer") : null;
}

function byRole(line: Reading): Out | null {
  // Stadiums and cafes carry the names of banks and insurers.
  const isVenue = line.has("merchantType") && line.isAny("bank", "card_issuer", "insurer") && !line.hasEntry;
  if (isVenue && !line.hasAny("payment", "transfer", "card", "loan", "insurance"))
    return unsure("purchase", "place named after a company");
  if (line.is("merchant") && !line.has("loanPayment")) {
    const storeCard =
      line.has("card") || (line.has("payment") && line.words.some((word) => STORE_CARD_WORDS.has(word)));
    // A shop is paid by card, not by ACH: an ACH payment to one is for its card.
    if (line.hasEntry && line.says("payment") && STORES_WITH_CARDS.has(line.entry?.id ?? ""))
      return unsure("card_payment", "ACH payment to a store with a card");
    return storeCard && !line.has("cardPurchase") ? sure("card_payment", "store card") : sure("purchase", "merchant");
  }
  if (line.is("mortgage_servicer")) return sure("loan_payment", "mortgage servicer", "mortgage");
  if (line.is("student_servicer"))
    return line.has("tuition")
      ? sure("household_bill", "tuition plan", "tuition")
      : sure("loan_payment", "student loan servicer", "student");
  if (line.isAny("bank") && !line.isAny("brokerage")) return atBank(line);
  if (line.is("servicer")) return sure("loan_payment", "loan or lease servicer", loanKind(line));
  if (line.isAny("lender", "wage_advance", "merchant_advance", "bnpl")) {
    if (line.has("card") && !line.has("loan")) return sure("card_payment", "card of a lender");
    if (line.has("household") && line.is("wage_advance")) return sure("household_bill", "subscription", "subscription");
    if (line.saysAny("investment") && line.is("wage_advance")) return unsure("own_transfer", "savings at an app");
    return sure("loan_payment", "lender", loanKind(line));
  }
  if (line.is("card_issuer"))
    return line.has("loanPayment")
      ? sure("loan_payment", "loan of a card issuer", "personal")
      : sure("card_payment", "card issuer");
  if (line.is("insurer")) return sure("insurance", "insurer", line.has("landlordPolicy") ? "landlord" : null);
  if (line.is("utility")) return sure("household_bill", "household payee", line.entry?.kind ?? null);
  if (line.is("plan_administrator"))
    return line.hasAny("loan", "loanPayment")
      ? sure("loan_payment", "payment on a plan loan", "own_plan")
      : sure("own_transfer", "retirement plan");
  if (line.is("brokerage"))
    return line.has("card") ? sure("card_payment", "card of a brokerage") : sure("own_transfer", "brokerage");
  if (line.is("marketplace")) return sure("purchase", "marketplace");
  return null;
}

function byWords(line: Reading): Out | null {
  if (
    line.hasAny("mortgage", "loanPayment", "student") ||
    (line.has("homeEquity") && line.hasAny("payment", "transfer", "card"))
  )
    return sure("loan_payment", "loan wording", loanKind(line));
  if (line.has("homeEquity")) return unsure("loan_payment", "home equity wording", "home_equity");
  if (line.has("card") && !line.has("cardPurchase") && (line.hasAny("payment", "transfer") || line.unknownWords <= 2))
    return sure("card_payment", "card payment wording");
  if (line.hasAny("debtCollection")) return unsure("loan_payment", "debt collector", "collection");
  if (line.has("hoa")) return sure("household_bill", "association dues", "hoa");
  if (line.has("tuition")) return sure("household_bill", "tuition", "tuition");
  if (line.has("insurance"))
    return sure("insurance", "insurance wording", line.has("landlordPolicy") ? "landlord" : null);
  if (line.has("household") && !line.has("merchantType")) return sure("household_bill", "household wording");
  if ((line.has("lease") || line.says("installment")) && line.has("payment") && line.entry === null)
    return unsure("loan_payment", "lease or installment wording", loanKind(line));
  if (line.says("loan") && line.hasAny("payment", "transfer", "ach"))
    return sure("loan_payment", "loan wording", loanKind(line));
  if (
    (line.has("financeCompany") || line.has("loan")) &&
    (line.has("payment") || line.hasEntry) &&
    !line.has("cardPurchase")
  )
    return sure("loan_payment", "finance company", loanKind(line));
  if (line.has("borrowLine") && line.hasAny("payment", "transfer"))
    return sure("loan_payment", "payment on a credit line", "personal");
  return null;
}

function transfer(line: Reading): Out | null {
  if (line.has("cardPurchase") || line.has("merchantType")) return null;
  if (line.has("payment") && line.words.includes("OWN") && line.has("ownAccount"))
    return sure("own_transfer", "payment to an own account");
  if (line.has("transfer")) {
    if (line.masks.length > 0 || line.has("ownAccount")) return sure("own_transfer", "transfer words and an account");
    if (line.isPersonNamed) return sure("person_payment", "transfer to a named person");
    if (line.unknownWords === 0 || line.category.detailed === "TRANSFER_OUT_ACCOUNT_TRANSFER")
      return sure("own_transfer", "transfer words");
    if (line.hasEntry || looksLikeCompany(line.words)) return null;
    return unsure("own_transfer", "transfer words");
  }
  if (line.says("investment") && line.entry === null) return sure("own_transfer", "investment wording");
  return null;
}

function byCategory(line: Reading): Out | null {
  const { primary, detailed } = line.category;
  if (primary === "LOAN_PAYMENTS") {
    if (isHousehold(line) || line.has("insurance")) return null;
    return detailed.includes("CREDIT_CARD")
      ? unsure("card_payment", "category")
      : unsure("loan_payment", "category", detailed.includes("MORTGAGE") ? "mortgage" : loanKind(line));
  }
  if (detailed === "RENT_AND_UTILITIES_RENT") return unsure("rent", "category");
  if (primary === "RENT_AND_UTILITIES") return unsure("household_bill", "category");
  if (detailed.includes("INSURANCE")) return unsure("insurance", "category");
  if (/CHILDCARE|EDUCATION|GYMS_AND_FITNESS|STORAGE/.test(detailed)) return unsure("household_bill", "category");
  if (detailed.includes("TAX_PAYMENT")) return unsure("tax_payment", "category");
  if (detailed === "TRANSFER_OUT_WITHDRAWAL") return unsure("cash_withdrawal", "category");
  if (/^TRANSFER_OUT_(?:ACCOUNT_TRANSFER|SAVINGS|INVESTMENT)/.test(detailed)) return unsure("own_transfer", "category");
  if (
    /^(?:FOOD|GENERAL_MERCH|TRAVEL|TRANSPORT|MEDICAL|HOME_IMPROVE|ENTERTAIN|PERSONAL_CARE|GENERAL_SERV)/.test(primary)
  )
    return unsure("purchase", "category");
  return null;
}

/** What a payment is. */
export function classifyOut(line: Reading, hasCheckNumber: boolean): Out {
  const charged = fee(line);
  if (charged !== null) return charged;
  if (line.hasAny("levy", "garnishment")) {
    const subclass = line.has("levy") ? "levy" : "garnishment";
    return line.is("tax_agency")
      ? sure("tax_payment", "levy wording", subclass)
      : sure("other", "levy wording", subclass);
  }
  if (line.isPeer()) return peer(line);
  if (line.has("wire") || (line.has("rtp") && !line.hasEntry)) return wire(line);
  if (line.has("depositedItem")) return sure("refund_reversal", "a deposit was returned", "deposit_returned");
  if (line.saysAny("reversal") || (line.has("overdraft") && !line.hasAny("transfer", "payment")))
    return sure(
      "refund_reversal",
      "reversal or return wording",
      line.hasAny("deposit", "check") ? "deposit_returned" : null,
    );
  if (line.is("support_agency") || line.has("support")) return sure("support", "support agency or wording");

  const written = hasCheckNumber || (line.has("check") && !line.hasEntry && !line.has("payment"));
  if (written && (line.entry === null || !line.hasAny("cardPurchase"))) {
    if (line.names("title_escrow") || line.has("titleCompany")) return sure("title_escrow", "check to a title company");
    if (line.has("broker") && !line.has("rent")) return unsure("title_escrow", "check to a real estate broker");
    if (!line.has("cashWithdrawal")) return sure("check", "check wording or number");
  }
  if (line.has("withdrawal") && line.words.includes("TO") && line.has("ownAccount") && line.entry === null)
    return sure("own_transfer", "withdrawal to an own account");
  if (line.has("withdrawal") && (line.has("atm") || line.words.includes("BC")))
    return sure("cash_withdrawal", "ATM withdrawal");
  if (line.has("cashWithdrawal") && (line.names("title_escrow") || line.has("titleCompany")))
    return sure("title_escrow", "bank check to a title company");
  if (line.has("cashWithdrawal") || (line.has("withdrawal") && line.has("cash")))
    return sure("cash_withdrawal", "withdrawal wording");
  const lends = line.isAny(
    "lender",
    "servicer",
    "mortgage_servicer",
    "student_servicer",
    "marketplace",
    "bank",
    "merchant",
  );
  if (
    line.is("title_escrow") ||
    (line.has("titleCompany") && !lends && !line.hasAny("titleLoan", "loan", "loanPayment"))
  )
    return sure("title_escrow", "title or escrow company");
  if (line.has("broker") && line.hasAny("deposit") && !line.has("rent"))
    return sure("title_escrow", "deposit with a real estate broker");
  if (line.is("exchange") || (line.has("crypto") && !line.is("merchant"))) return sure("crypto", "crypto exchange");
  if (line.is("tax_agency")) return sure("tax_payment", "tax agency");
  if (line.has("propertyTax")) return sure("tax_payment", "property tax", "property_tax");
  if (line.is("court")) return unsure("other", "court");
  if (
    line.says("tax") &&
    !line.isAny("merchant", "utility", "payroll_processor", "bank", "mortgage_servicer") &&
    (line.has("government") || line.has("payment") || line.hasEntry || line.unknownWords === 0)
  )
    return sure("tax_payment", "tax wording");

  const rents = line.has("rent") && !line.has("cardPurchase");
  if (line.is("landlord_portal")) return sure("rent", "landlord portal");
  if (rents && (line.entry === null || line.is("bank") || line.is("employer"))) return sure("rent", "rent wording");
  const found = byRole(line);
  if (found !== null) return found;
  if (line.is("bank")) {
    if (line.says("payment")) return unsure("other", "payment to a bank");
    return unsure("other", "bank without a purpose");
  }
  const worded = byWords(line);
  if (worded !== null) return worded;
  if (line.has("landlord") && !line.has("cardPurchase")) return sure("rent", "landlord named");
  const moved = transfer(line);
  if (moved !== null) return moved;
  if (line.has("withdrawal") && line.unknownWords === 0) return unsure("cash_withdrawal", "withdrawal wording");
  if (line.has("cardPurchase")) return sure("purchase", "card purchase wording");
  const hinted = byCategory(line);
  if (hinted !== null) return hinted;
  if (line.has("merchantType")) return sure("purchase", "kind of shop");
  if (line.unknownWords > 0 && !line.hasEntry && !line.hasAny("billPay", "ach"))
    return unsure("purchase", "name of a shop");
  return unsure("other", "nothing in the line says what it is");
}
