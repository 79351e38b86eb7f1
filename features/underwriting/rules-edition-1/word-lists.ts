// Owns the words by which bank lines are told apart. Part of the rule set: a change here is a new version of it.

/** The provider's categories, by what they begin with. A hint: it may be missing, and descriptions are read too. */
export const CATEGORY = {
  payroll: /^INCOME_(?:SALARY|WAGES|GIG)/,
  benefit: /^INCOME_(?:UNEMPLOYMENT|RETIREMENT|LONG_TERM_DISABILITY|MILITARY|SOCIAL_SECURITY|GOVERNMENT)/,
  taxRefund: /^INCOME_TAX_REFUND/,
  interest: /^INCOME_INTEREST/,
  loanPayment: /^LOAN_PAYMENTS/,
  cardPayment: /^LOAN_PAYMENTS_CREDIT_CARD/,
  loanProceeds: /^LOAN_DISBURSEMENTS/,
  penalty: /^BANK_PENALTIES/,
  rent: /^RENT_AND_UTILITIES_RENT/,
  household: /^RENT_AND_UTILITIES|_INSURANCE$/,
} as const;

/** In descriptions, which are read in upper case. */
export const WORDS = {
  payroll: /\b(?:PAYROLL|DIRECT DEP(?:OSIT)?|DIR DEP|SALARY|PAYCHECK|WAGES)\b/,
  benefit: /TREAS 310.*(?:SOC SEC|\bSSI\b|VA BENEF)|\bUNEMPLOYMENT\b/,
  taxRefund: /TREAS 310.*TAX REF|\bTAX REFUND\b/,
  interest: /\bINTEREST (?:PAID|PAYMENT|EARNED|CREDIT)\b|\bINT (?:EARNED|PAID)\b/,
  loanProceeds: /\bLOAN (?:PROC|PROCD|PROCEEDS|DISB|FUND)/,
  fee: /\b(?:NSF|OVERDRAFT|RETURNED ITEM)\b.*\bFEE\b/,
  protectionTransfer: /\b(?:OVERDRAFT|OD) PROTECT/,
  refund: /\b(?:REFUND|REVERSAL|REVERSED|CREDIT|WAIVED)\b/,
  household: /\b(?:RENT|ELECTRIC|UTILIT|WATER|GAS CO|INSURANCE|INS PREM|PREM COLL)/,
  loan: /\b(?:LOAN|PYMT|FINANCE|FINANCIAL|CREDIT|LEASE)\b/,
  card: /\bCREDIT C(?:AR|R)D\b|\bCARD (?:PAYMENT|PYMT|AUTOPAY)\b|\bCARDMEMBER\b/,
  rent: /\bRENT\b|\bAPARTMENTS?\b.*\bPMT\b/,
  earnestMoney: /\b(?:TITLE|ESCROW|REALTY|REAL ESTATE|EARNEST)\b/,
  business: /\b(?:LLC|INC|CORP|LTD|LLP|DBA|BUSINESS)\b/,
} as const;

/** Lenders by the names that stand in bank lines. */
export const LENDERS =
  /\b(?:UPSTART|SOFI|LENDINGCLUB|LENDING CLUB|PROSPER|BEST EGG|AVANT|ONEMAIN|MARCUS BY GOLDMAN|ROCKET LOANS|LIGHTSTREAM|PAYOFF|HAPPY MONEY|UPGRADE|KABBAGE|ONDECK|AFFIRM|KLARNA|AFTERPAY|SEZZLE|ZIP CO|EARNIN|DAVE INC|BRIGIT|MONEYLION|TOYOTA FINANCIAL|HONDA FIN|FORD (?:MOTOR )?CREDIT|ALLY FINANCIAL|CAPITAL ONE AUTO|SANTANDER CONSUMER|NELNET|NAVIENT|MOHELA|AIDVANTAGE|SALLIE MAE)\b/;

/** Exchanges where virtual currency is turned into dollars. */
export const EXCHANGES =
  /\b(?:COINBASE|KRAKEN|GEMINI|BINANCE|BITSTAMP|CRYPTO\.?COM|BITPAY|BITTREX|PAXOS|BAKKT|UPHOLD|OKCOIN)\b/;

/** Subtypes of accounts that are plans for retirement, in the provider's words. */
export const RETIREMENT_SUBTYPES: ReadonlySet<string> = new Set([
  "401a",
  "401k",
  "403B",
  "457b",
  "ira",
  "keogh",
  "pension",
  "profit sharing plan",
  "retirement",
  "roth",
  "roth 401k",
  "sarsep",
  "sep ira",
  "simple ira",
  "thrift savings plan",
]);

/** Given names and what people call themselves by, each to the one that is compared. */
export const NICKNAMES: Readonly<Record<string, string>> = {
  abby: "abigail",
  al: "albert",
  alex: "alexander",
  andy: "andrew",
  ben: "benjamin",
  beth: "elizabeth",
  betty: "elizabeth",
  bill: "william",
  billy: "william",
  bob: "robert",
  bobby: "robert",
  cathy: "catherine",
  charlie: "charles",
  chris: "christopher",
  chuck: "charles",
  dan: "daniel",
  danny: "daniel",
  dave: "david",
  deb: "deborah",
  debbie: "deborah",
  dick: "richard",
  don: "donald",
  ed: "edward",
  eddie: "edward",
  fred: "frederick",
  greg: "gregory",
  jack: "john",
  jen: "jennifer",
  jenny: "jennifer",
  jerry: "gerald",
  jim: "james",
  jimmy: "james",
  joe: "joseph",
  joey: "joseph",
  jon: "jonathan",
  kate: "katherine",
  kathy: "katherine",
  katie: "katherine",
  ken: "kenneth",
  kim: "kimberly",
  larry: "lawrence",
  liz: "elizabeth",
  maggie: "margaret",
  matt: "matthew",
  meg: "margaret",
  mike: "michael",
  nate: "nathaniel",
  nick: "nicholas",
  pam: "pamela",
  pat: "patrick",
  peggy: "margaret",
  pete: "peter",
  ray: "raymond",
  rich: "richard",
  rick: "richard",
  rob: "robert",
  ron: "ronald",
  sam: "samuel",
  sandy: "sandra",
  steve: "steven",
  stephen: "steven",
  sue: "susan",
  ted: "theodore",
  tim: "timothy",
  tom: "thomas",
  tony: "anthony",
  vicky: "victoria",
  will: "william",
  zach: "zachary",
};
export const SUFFIXES: ReadonlySet<string> = new Set(["jr", "sr", "ii", "iii", "iv", "v", "md", "phd", "esq"]);
