// Merchants with realistic statement lines and the category that Plaid would assign.
export interface Category {
  primary: string;
  detailed: string;
}

export interface Merchant {
  name: string;
  /** The statement line; `#` is a digit that varies by visit. */
  line: string;
  category: Category;
  /** Cost of one visit in cents, lowest and highest. */
  low: number;
  high: number;
  /** How often people go there, relative to the others. */
  weight: number;
  /** Sometimes takes purchases back, which appears as a refund. */
  refunds?: boolean;
}

export function category(primary: string, kind: string): Category {
  return { primary, detailed: `${primary}_${kind}` };
}

const GROCERIES = category("FOOD_RETAIL", "GROCERIES");
const DINING = category("DINING", "DINING");
const GAS = category("TRANSPORTATION", "GAS");
const RIDES = category("TRANSPORTATION", "TAXIS_AND_RIDE_SHARES");
const SHOPPING = category("GENERAL_MERCHANDISE", "OTHER_GENERAL_MERCHANDISE");
const HOME = category("HOME_IMPROVEMENT", "HARDWARE");
const PHARMACY = category("MEDICAL", "PHARMACIES_AND_SUPPLEMENTS");
const FUN = category("ENTERTAINMENT", "OTHER_ENTERTAINMENT");

export const MERCHANTS: readonly Merchant[] = [
  {
    name: "Whole Foods Market",
    line: "WHOLE FOODS MKT #10###",
    category: GROCERIES,
    low: 3200,
    high: 14800,
    weight: 7,
  },
  { name: "Trader Joe's", line: "TRADER JOE'S #### QPS", category: GROCERIES, low: 2400, high: 9600, weight: 7 },
  { name: "Kroger", line: "KROGER #0### ANYTOWN", category: GROCERIES, low: 1800, high: 12400, weight: 6 },
  { name: "Costco", line: "COSTCO WHSE #0###", category: GROCERIES, low: 6400, high: 24800, weight: 3 },
  { name: "Starbucks", line: "STARBUCKS STORE 0####", category: DINING, low: 425, high: 1280, weight: 9 },
  { name: "Chipotle", line: "CHIPOTLE ####", category: DINING, low: 1150, high: 3420, weight: 6 },
  { name: "Panera Bread", line: "PANERA BREAD #60####", category: DINING, low: 980, high: 3100, weight: 4 },
  { name: "Corner Bistro", line: "TST* CORNER BISTRO", category: DINING, low: 2800, high: 9400, weight: 4 },
  { name: "Shell", line: "SHELL OIL 5744###", category: GAS, low: 2900, high: 6100, weight: 5 },
  { name: "Chevron", line: "CHEVRON 009####", category: GAS, low: 2700, high: 6400, weight: 3 },
  { name: "Uber", line: "UBER TRIP HELP.UBER.COM", category: RIDES, low: 980, high: 3900, weight: 4 },
  { name: "Amazon", line: "AMZN MKTP US*2K##L#0", category: SHOPPING, low: 899, high: 11900, weight: 9, refunds: true },
  {
    name: "Target",
    line: "TARGET T-#### ANYTOWN",
    category: SHOPPING,
    low: 1400,
    high: 13200,
    weight: 6,
    refunds: true,
  },
  { name: "Best Buy", line: "BEST BUY 0000####", category: SHOPPING, low: 2400, high: 28900, weight: 1, refunds: true },
  {
    name: "Home Depot",
    line: "THE HOME DEPOT #####",
    category: HOME,
    low: 1200,
    high: 18400,
    weight: 3,
    refunds: true,
  },
  { name: "CVS", line: "CVS/PHARMACY #0####", category: PHARMACY, low: 640, high: 5200, weight: 4 },
  { name: "AMC Theatres", line: "AMC ONLINE #####", category: FUN, low: 1650, high: 5800, weight: 2 },
  { name: "City Parks & Rec", line: "CITY PARKS AND REC DEPT", category: FUN, low: 800, high: 4500, weight: 1 },
];

/** Lines that must not break any reader: markup, formulas, PDF and path syntax, other alphabets, length. */
export const HOSTILE_LINES: readonly string[] = [
  "<script>alert('bank')</script> MARKET",
  "=1+1",
  '=HYPERLINK("https://evil.example.com","PAY")',
  "+1 (555) 010-0000 CALLBACK",
  "@SUM(A1:A9) STORE",
  ")endstream endobj 1 0 obj",
  "PHỞ NGUYỄN · KRAKÓW ŁÓDŹ",
  "東京ラーメン 🍜 #42",
  "مطعم بيروت",
  "\u202Etxt.exe REVERSED",
  "'; DROP TABLE transactions; --",
  "../../../etc/passwd%00",
  `${"LONG NAME ".repeat(30)}END`,
];

/** The statement line of one visit. */
export function statementLine(merchant: Merchant, digit: () => number): string {
  return merchant.line.replace(/#+/g, (signs) =>
    // A single # before digits is the bank's own mark for a store number.
    signs.length === 1 ? signs : Array.from(signs, () => String(digit())).join(""),
  );
}
