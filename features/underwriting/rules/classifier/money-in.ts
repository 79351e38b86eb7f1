import { sure, unsure, type Decision, type InClass } from "./classes.ts";
import { isCompanyWord, isPersonAt, isRelative, isSelf, looksLikeCompany } from "./names.ts";
import type { Reading } from "./reading.ts";
import { STATE_CODES } from "./vocabulary.ts";
import { hasDigit } from "./words.ts";

type In = Decision<InClass>;

/** Payees whose deposits are never pay unless the entry itself says payroll. */
const NOT_EMPLOYERS = [
  "exchange",
  "insurer",
  "lender",
  "wage_advance",
  "merchant_advance",
  "bnpl",
  "brokerage",
  "bank",
  "card_issuer",
  "plan_administrator",
  "marketplace",
  "p2p",
  "title_escrow",
  "landlord_portal",
  "tax_agency",
  "benefit_agency",
  "support_agency",
] as const;

/** A company that pays a supplier. */
const TRADE_WORDS = new Set(["TRADE", "VENDOR", "SUPPLIER", "INVOICE", "INV", "AP", "CASH", "EDI", "BILL", "REFUND"]);

const AGENCY_WORDS = new Set([
  "STATE",
  "COUNTY",
  "CITY",
  "DEPT",
  "AGENCY",
  "INSURANCE",
  "INS",
  "SERVICES",
  "SERVICE",
  "SVCS",
]);
const STATES = new Set([
  ...STATE_CODES,
  ..."ALABAMA ALASKA ARIZONA ARKANSAS CALIFORNIA COLORADO CONNECTICUT DELAWARE FLORIDA GEORGIA HAWAII IDAHO ILLINOIS INDIANA IOWA KANSAS KENTUCKY LOUISIANA MAINE MARYLAND MASSACHUSETTS MICHIGAN MINNESOTA MISSISSIPPI MISSOURI MONTANA NEBRASKA NEVADA OHIO OKLAHOMA OREGON PENNSYLVANIA TENNESSEE TEXAS UTAH VERMONT VIRGINIA WASHINGTON WISCONSIN WYOMING".split(
    " ",
  ),
]);

/** Codes of benefits that are also names of companies. */
const BENEFIT_CODES = new Set(
  "SSA SSI SSDI UI UIA EDD OPM OPM1 RRB SNAP WIC PFD PFL PFML SDI TDI DUA PUA FPUC VACP VAED TANF".split(" "),
);

/** Whether no company or person is named whose deposit the words of an agency would turn into a benefit or refund. */
function mayBeAgency(line: Reading, sense: "benefit" | "taxRefund"): boolean {
  const { words } = line;
  const [first = ""] = words;
  const isState = STATES.has(first);
  if ((!isState && isPersonAt(words, 0)) || words.some((word) => isRelative(word) && word !== "FAMILY")) return false;
  if (
    line.has("government") ||
    line.entry?.id === "refund-transfer-banks" ||
    (sense === "benefit" && line.has("benefitWord"))
  )
    return true;
  if (words.some((word, at) => at > 0 && isCompanyWord(word) && !AGENCY_WORDS.has(word))) return false;
  if (isState || line.isAny("tax_agency", "benefit_agency")) return true;
  if (line.hasEntry && !line.says(sense)) return false;
  return line.unknownWords === 0 || (sense === "benefit" && !words.some((word) => BENEFIT_CODES.has(word)));
}

export function loanSubclass(line: Reading): string {
  const kind = line.entry?.kind;
  if (line.has("refundAdvance")) return "refund_advance";
  if (line.has("securitiesLine")) return "securities_line";
  if (line.has("planLoan") || line.is("plan_administrator")) return "own_plan";
  if (line.has("homeEquity") || kind === "home_equity") return "home_equity";
  if (line.has("titleLoan") || kind === "auto_equity") return "auto_equity";
  if (line.is("merchant_advance")) return "merchant_advance";
  if (line.is("wage_advance") || line.has("wageAdvance")) return "wage_advance";
  if (line.is("bnpl")) return "bnpl";
  if (line.has("payday") || kind === "payday") return "payday";
  if (line.has("card") && line.has("transfer")) return "card_cash_advance";
  if (line.has("cashAdvance") || line.is("card_issuer")) {
    return line.has("cashAdvance") || !line.is("lender") ? "card_cash_advance" : "personal";
  }
  return "personal";
}

/** Money that is paid ahead and is no loan: of a job's expenses, or of a royalty. */
const JOB_WORDS = new Set("TRAVEL EXPENSE EXPENSES RELOCATION MOVING PER DIEM ROYALTY BOOK".split(" "));

/** A company's name and ADVANCE at the end of it: "Tilt advance". As its first word, ADVANCE is the company's name. */
function endsInAdvance(line: Reading): boolean {
  const { words, fields } = line;
  const at = words.findLastIndex((word) => word === "ADVANCE" || word === "ADV");
  const next = words[at + 1];
  const isLast = next === undefined || hasDigit(next) || fields[at + 1] !== fields[at];
  return at > 0 && isLast && !words.some((word) => JOB_WORDS.has(word));
}

function borrowed(line: Reading): boolean {
  if (line.saysAny("refundAdvance", "payday", "securitiesLine")) return true;
  if (line.saysAny("wageAdvance") && !line.says("payroll")) return true;
  if (line.has("wageAdvance") && line.hasAny("advance")) return true;
  if (line.has("cashAdvance")) return true;
  const isMoved = line.hasAny("transfer", "overdraftProtection");
  if (line.has("borrowLine") && (isMoved || line.hasAny("advance", "proceeds", "deposit", "loan"))) return true;
  if (line.has("homeEquity") && line.hasAny("advance", "proceeds", "transfer", "deposit", "loan")) return true;
  if (line.says("loan") && !line.saysAny("payroll", "interest", "loanPayment")) return true;
  if (line.says("planLoan")) return true;
  if (line.has("card") && isMoved && line.words.includes("FROM")) return true;
  const lends = line.isAny("lender", "merchant_advance", "wage_advance", "bnpl", "plan_administrator");
  if (lends && line.saysAny("advance", "proceeds")) return !line.saysAny("payroll", "pension");
  if (!line.says("advance")) return false;
  if (line.has("loan") || line.unknownWords === 0) return true;
  const isIncome = line.saysAny("payroll", "weakPayroll", "directDeposit", "pension", "benefit", "claim");
  return endsInAdvance(line) && !isIncome && !line.has("government") && line.entry === null;
}

function peer(line: Reading): In {
  const named = line.peerName.length > 0;
  const name = line.peerName;
  if (!named && line.hasAny("refund", "reversal"))
    return sure("refund_reversal", "a returned person-to-person payment");
  if (!named && line.has("fee")) return unsure("fee_refund", "fee of a payment service");
  if (line.peer === "remittance") return sure("person_payment", "remittance service", "remittance");
  if (line.peer === "paypal") {
    if (line.hasAny("loan", "advance", "proceeds"))
      return sure("loan_proceeds", "loan words at PayPal", "merchant_advance");
    if (line.hasAny("transfer", "cashOut") || line.words.includes("INST"))
      return sure("own_transfer", "balance moved out of PayPal");
    if (line.isPersonNamed) return sure("person_payment", "person named on a PayPal payment");
    return unsure("other", "PayPal without a purpose");
  }
  if (line.has("crypto")) return sure("crypto", "crypto words");
  if (!named && line.peer === "cash_app" && line.hasAny("proceeds", "loan", "advance"))
    return sure("loan_proceeds", "money borrowed from a payment app", "personal");
  if (line.has("cashOut")) return sure("own_transfer", "balance moved out of a payment app");
  if (isSelf(name)) return sure("own_transfer", "payment to oneself");
  const rent = line.has("rent") || name.includes("RENT");
  const shares = name.some((word) => word === "ROOMMATE" || word === "ROOMIE") || line.has("sharedRent");
  if (rent && !shares) {
    if (name.some((word) => word === "TENANT" || word === "UNIT" || word === "TENANTS") || line.has("tenant"))
      return sure("rental_income", "rent from a tenant");
    if (!name.some(isRelative)) return unsure("rental_income", "rent words on a payment from a person");
  }
  if (!named && (line.has("transfer") || line.has("ownAccount")) && line.peer !== "zelle")
    return unsure("own_transfer", "transfer from a payment app");
  return sure("person_payment", "person-to-person payment");
}

function wire(line: Reading): In {
  if (line.has("reversal") || (line.has("refund") && !line.is("title_escrow")))
    return sure("refund_reversal", "a wire sent back");
  if (line.names("title_escrow") || line.has("titleCompany")) return sure("title_escrow", "wire from a title company");
  if (line.names("exchange") || line.has("crypto")) return sure("crypto", "wire from a crypto exchange");
  if (borrowed(line)) return sure("loan_proceeds", "loan words on a wire", loanSubclass(line));
  if (line.is("insurer")) return unsure("insurance_claim", "wire from an insurer");
  if (line.isAny("lender", "merchant_advance") && !line.is("bank"))
    return sure("loan_proceeds", "wire from a lender", loanSubclass(line));
  if (line.names("brokerage")) return sure("own_transfer", "wire from a brokerage");
  if (line.is("plan_administrator")) return sure("retirement_income", "wire from a retirement plan");
  const party = line.partyWords();
  if (line.isPersonNamed) return sure("person_payment", "person named on a wire");
  if (line.has("rtp") && line.hasAny("ownAccount", "transfer")) return sure("own_transfer", "own account named");
  if (party.length === 0 || line.is("bank")) {
    if (line.has("ownAccount") || line.is("bank")) return unsure("own_transfer", "bank or own account named on a wire");
    return unsure("other", "wire without a sender");
  }
  if (looksLikeCompany(party) || line.has("merchantType")) return unsure("other", "wire from a company");
  return sure("person_payment", "name on a wire");
}

function interest(line: Reading): In | null {
  if (!line.saysAny("interest", "dividend") || line.isPersonNamed) return null;
  const stockDividend = !line.says("interest") && (line.entry === null ? line.unknownWords > 1 : !line.is("bank"));
  if (stockDividend && !line.has("ownAccount")) return unsure("other", "dividend of a company", "dividend");
  if (line.hasAny("rent", "tenant", "claim", "loan", "tax")) return null;
  if (line.isAny("bank", "card_issuer") || line.unknownWords === 0)
    return sure("interest", "interest words and no other party");
  if (line.is("brokerage")) return sure("interest", "interest at a brokerage's bank");
  if (line.category.detailed.startsWith("INCOME_INTEREST") && line.unknownWords <= 3)
    return sure("interest", "interest words and category");
  if (line.unknownWords <= 2 && line.words.some((word) => /^(?:FCU|CU|BANK|FSB|UNION|BANCORP|SAVINGS)$/.test(word)))
    return sure("interest", "interest words and a bank's name");
  return null;
}

function deposit(line: Reading): In | null {
  if (line.has("directDeposit") || line.hasEntry) return null;
  if (line.has("checkDeposit") || (line.has("check") && line.hasAny("deposit", "counterDeposit")))
    return sure("check_deposit", "check deposit words");
  if (line.has("cashDeposit")) return sure("cash_deposit", "cash deposit words");
  if (line.has("cash") && line.has("deposit") && line.unknownWords <= 2)
    return sure("cash_deposit", "cash deposit words");
  const branch = line.entry?.id === "bank-of-america" && line.words.includes("BC") && line.has("deposit");
  if (branch || line.has("counterDeposit") || (line.has("atm") && line.has("deposit")))
    return unsure("cash_deposit", "branch or ATM deposit without more");
  return null;
}

function transfer(line: Reading): In | null {
  const { detailed } = line.category;
  const fromAccount = line.has("deposit") && line.words.includes("FROM") && line.has("ownAccount");
  const words = line.has("transfer") || (fromAccount && line.unknownWords === 0);
  if (line.isAny("brokerage")) {
    if (line.has("dividend") && !line.has("transfer")) return unsure("other", "dividend paid out", "dividend");
    return sure("own_transfer", "money from a brokerage");
  }
  if (line.is("plan_administrator") && words) return unsure("own_transfer", "transfer from a retirement plan");
  if (line.is("bank") && (words || line.saysAny("collection", "ownAccount") || detailed.startsWith("TRANSFER_IN_")))
    return line.has("reward") ? null : sure("own_transfer", "transfer from another bank");
  if (words && (line.masks.length > 0 || line.has("ownAccount")))
    return sure("own_transfer", "transfer words and an account");
  if (words && line.entry === null) {
    if (line.isPersonNamed) return sure("person_payment", "transfer from a named person");
    if (line.unknownWords === 0) return sure("own_transfer", "transfer words and no other party");
    if (detailed === "TRANSFER_IN_ACCOUNT_TRANSFER") return unsure("own_transfer", "transfer words and category");
    if (looksLikeCompany(line.words)) return null;
    return line.hasEntry ? null : unsure("own_transfer", "transfer words");
  }
  return null;
}

function pay(line: Reading): In | null {
  if (line.isAny(...NOT_EMPLOYERS) || line.isPersonNamed || line.hasAny("windfall", "reward", "claim", "loan"))
    return null;
  if (line.is("payroll_processor")) return sure("payroll", "payroll processor");
  if (line.saysAny("directDeposit"))
    return line.entry !== null || line.unknownWords > 0
      ? sure("payroll", "direct deposit from an employer")
      : unsure("payroll", "direct deposit without a payer");
  if (line.hasEntry && line.says("weakPayroll") && !line.words.some((word) => TRADE_WORDS.has(word)))
    return sure("payroll", "pay wording in the ACH entry");
  const { detailed } = line.category;
  if (/^INCOME_(?:SALARY|WAGES|MILITARY)/.test(detailed) && !line.hasAny("transfer", "cash", "check", "crypto"))
    return unsure("payroll", "category and no word against it");
  if (line.is("employer") && !line.hasAny("gig", "payment", "transfer")) return unsure("payroll", "known employer");
  return null;
}

function byCategory(line: Reading): In | null {
  const { primary, detailed } = line.category;
  const household = line.isAny("utility", "merchant", "landlord_portal", "insurer");
  if (detailed.startsWith("INCOME_INTEREST") && line.entry === null && line.unknownWords === 0)
    return unsure("interest", "category");
  if (detailed.startsWith("INCOME_TAX_REFUND") && line.entry === null) return unsure("tax_refund", "category");
  if (/^INCOME_(?:UNEMPLOYMENT|GOVERNMENT|SOCIAL|LONG_TERM_DIS|DISABILITY)/.test(detailed) && line.entry === null)
    return unsure("benefit", "category");
  if (detailed.startsWith("INCOME_RETIREMENT")) return unsure("retirement_income", "category");
  if (detailed.startsWith("INCOME_GIG")) return unsure("gig_income", "category");
  if (/^INCOME_(?:CHILD_SUPPORT|ALIMONY)/.test(detailed)) return unsure("support", "category");
  if (detailed.startsWith("INCOME_RENT")) return unsure("rental_income", "category");
  if ((primary === "LOAN_DISBURSEMENTS" || detailed.startsWith("TRANSFER_IN_CASH_ADVANCES")) && !household) {
    if (line.entry === null || line.isAny("lender", "wage_advance", "bnpl", "merchant_advance", "card_issuer"))
      return unsure("loan_proceeds", "category", categoryLoan(detailed) ?? loanSubclass(line));
    return null;
  }
  if (line.entry === null && /^TRANSFER_IN_(?:ACCOUNT_TRANSFER|SAVINGS|INVESTMENT)/.test(detailed))
    return unsure("own_transfer", "category");
  if (household && primary !== "INCOME" && primary !== "")
    return unsure("refund_reversal", "money back from a merchant");
  return null;
}

function categoryLoan(detailed: string): string | null {
  if (detailed.endsWith("_EWA")) return "wage_advance";
  if (detailed.endsWith("_BNPL")) return "bnpl";
  if (detailed.endsWith("_CASH_ADVANCES")) return "payday";
  return null;
}

/** What a deposit is. Words that turn the meaning come before the payee, and the payee before the category. */
export function classifyIn(line: Reading, hasCheckNumber: boolean): In {
  if (line.isPeer()) return peer(line);
  if (line.has("verification")) return sure("other", "account verification", "verification");

  const turned = line.saysAny("refund", "reversal");
  const feeWords = line.hasAny("fee", "overdraft", "overdraftProtection") || (line.has("feeKind") && line.has("atm"));
  const ofBank = line.entry === null || line.isAny("bank", "card_issuer", "brokerage");
  if (feeWords && ofBank && !line.hasAny("tuition", "hoa", "household", "rent")) {
    if (line.has("fee") && (turned || line.has("credit") || line.has("feeKind") || line.has("overdraft")))
      return sure("fee_refund", "fee and refund words");
    if (line.hasAny("refund") || (line.has("overdraft") && line.says("reversal")))
      return sure("fee_refund", "refund of an overdraft or fee");
  }
  if (/^BANK_(?:PENALTIES|FEES)/.test(line.category.primary) && ofBank) return unsure("fee_refund", "category");
  if (line.has("feeKind") && line.hasAny("refund") && ofBank && line.says("credit") && line.unknownWords === 0)
    return unsure("fee_refund", "refund of a bank charge");
  if (line.words.includes("ATM") && line.says("credit") && !line.has("deposit"))
    return sure("fee_refund", "ATM rebate");

  if (line.hasAny("wire", "rtp") && !line.says("payroll")) return wire(line);
  if (line.isPersonNamed && !line.hasEntry && !(line.has("transfer") && line.has("ownAccount")))
    return sure("person_payment", "person named as the sender");

  const entryPay = line.says("payroll") && !line.saysAny("advance", "loan", "wageAdvance");
  if (entryPay && line.hasEntry && !turned)
    return line.is("plan_administrator")
      ? sure("retirement_income", "pension payroll")
      : sure("payroll", "payroll wording in the ACH entry");

  if (line.has("windfall")) return sure("other", "settlement or estate", "windfall");
  if (line.has("cashDeposit") && line.has("payroll") && !line.hasEntry)
    return sure("cash_deposit", "cash deposit words");
  const education = line.entry?.id === "u-s-department-of-education";
  if (education && line.has("student") && line.has("refund"))
    return sure("loan_proceeds", "student loan money left over", "student");
  const refundOfTax = line.has("taxRefund");
  if (!(turned && !line.has("refundAdvance") && !line.says("advance") && !line.has("proceeds")) && borrowed(line)) {
    if (line.is("student_servicer") && !line.saysAny("proceeds", "advance"))
      return unsure("refund_reversal", "student loan servicer");
    return sure("loan_proceeds", "loan or advance wording", loanSubclass(line));
  }
  if (line.is("support_agency") || line.has("support"))
    return turned ? unsure("refund_reversal", "support sent back") : sure("support", "support agency or wording");
  if (line.is("payroll_processor") && !turned && !line.saysAny("pension")) return sure("payroll", "payroll processor");
  // A bank's own words for a check or cash come before what a note on the deposit says.
  const handed = deposit(line);
  if (
    handed !== null &&
    (refundOfTax || line.isAny("tax_agency", "benefit_agency") || line.hasAny("benefit", "benefitWord"))
  )
    return handed;
  if (line.is("tax_agency") && mayBeAgency(line, "taxRefund")) return sure("tax_refund", "tax agency");
  if (
    refundOfTax &&
    mayBeAgency(line, "taxRefund") &&
    !line.isAny("merchant", "insurer", "utility", "marketplace", "lender") &&
    !line.has("propertyTax")
  ) {
    const agency = line.has("government") || line.entry !== null || line.hasEntry;
    if (agency || line.unknownWords <= 1 || line.category.detailed.startsWith("INCOME_TAX_REFUND"))
      return sure("tax_refund", "tax refund wording");
    return unsure("other", "tax refund words and an unknown party");
  }
  if ((entryPay || (line.has("payroll") && line.is("employer"))) && !turned) {
    if (line.says("pension")) return sure("retirement_income", "pension payroll");
    if (line.has("checkDeposit") && line.unknownWords === 0) return sure("check_deposit", "check deposit words");
    return sure("payroll", "payroll wording");
  }

  const bonus = !line.hasEntry && line.words.includes("BONUS");
  if ((line.has("reward") || bonus) && !line.is("exchange") && !(line.hasEntry && line.says("transfer")))
    return sure("other", "reward or bonus of a bank", "reward");

  if (line.is("benefit_agency") && !turned && mayBeAgency(line, "benefit")) return sure("benefit", "benefit agency");
  if (line.has("reimbursement")) return sure("insurance_claim", "health account reimbursement", "reimbursement");
  const pension = line.says("pension") || (line.is("plan_administrator") && line.entry?.kind === "pension");
  if (
    !turned &&
    line.hasAny("benefit") &&
    mayBeAgency(line, "benefit") &&
    !line.isAny("insurer", "plan_administrator", "merchant", "utility", "brokerage")
  )
    return sure("benefit", "benefit wording");
  if (line.has("claim") && !line.hasAny("reversal", "refund")) return sure("insurance_claim", "claim wording");
  if (line.is("insurer")) {
    if (turned || line.has("insurance")) return sure("refund_reversal", "refund from an insurer");
    if (pension) return sure("retirement_income", "annuity or pension wording");
    return unsure("insurance_claim", "payment from an insurer");
  }
  if (!turned && (pension || (line.is("plan_administrator") && !line.has("transfer"))))
    return sure("retirement_income", "pension or plan wording");
  if (!turned && line.has("benefitWord") && (line.has("government") || line.has("directDeposit")))
    return sure("benefit", "benefit wording of a government");

  if (line.is("marketplace")) {
    if (turned) return sure("refund_reversal", "refund from a marketplace");
    const payout =
      line.hasEntry || line.hasAny("gig", "payment", "deposit", "transfer", "directDeposit", "weakPayroll", "ach");
    if (line.entry?.id === "amazon-marketplace" && !payout) return unsure("refund_reversal", "money back from a shop");
    return sure("gig_income", "marketplace payout");
  }
  if (line.is("exchange") || line.has("crypto")) return sure("crypto", "crypto exchange");
  if (line.says("reversal") && (line.is("title_escrow") || line.has("titleCompany")))
    return sure("refund_reversal", "money sent back by a title company");
  const mortgage = line.isAny("mortgage_servicer", "servicer", "student_servicer", "lender");
  if (line.is("title_escrow") || (line.has("titleCompany") && !mortgage))
    return sure("title_escrow", "title or escrow company");
  if (line.has("rentalPayout") && !turned) return sure("rental_income", "payout of rent");
  if (line.is("landlord_portal"))
    return turned || line.has("deposit")
      ? sure("refund_reversal", "refund from a landlord")
      : sure("rental_income", "payout of a landlord portal");
  if (
    line.has("rent") &&
    !turned &&
    (line.has("tenant") || line.unknownWords > 0 || line.hasEntry) &&
    !line.has("sharedRent")
  )
    return unsure("rental_income", "rent wording");

  if (turned || line.hasAny("refund") || (line.has("overdraft") && !line.has("deposit")))
    return sure("refund_reversal", "refund or reversal wording", line.has("overdraft") ? "returned_debit" : null);
  if (
    line.isAny("servicer", "mortgage_servicer", "student_servicer") &&
    !line.is("bank") &&
    !line.saysAny("directDeposit", "weakPayroll")
  )
    return unsure("refund_reversal", "money back from a servicer");
  if (line.isAny("lender", "wage_advance", "merchant_advance", "bnpl") && !line.isAny("bank", "employer", "servicer")) {
    if (line.hasEntry && line.says("transfer") && line.says("ownAccount"))
      return unsure("own_transfer", "transfer from an account at a lender");
    if (!line.hasAny("interest", "dividend", "investment"))
      return line.saysAny("directDeposit", "weakPayroll")
        ? unsure("loan_proceeds", "deposit from a lender", loanSubclass(line))
        : sure("loan_proceeds", "deposit from a lender", loanSubclass(line));
  }
  const deposited = deposit(line);
  if (deposited !== null) return deposited;
  if (hasCheckNumber && !line.hasEntry) return sure("check_deposit", "check number");
  const found = interest(line) ?? transfer(line) ?? pay(line);
  if (found !== null) return found;
  if (line.has("gig")) return unsure("gig_income", "payout wording");
  return byCategory(line) ?? unsure("other", "nothing in the line says what it is");
}
