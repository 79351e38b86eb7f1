// The finances of one person: pay, home, bills and habits, generated once per person and bank.
import type { AccountKey } from "./ledger.ts";
import { category } from "./merchants.ts";
import type { Category } from "./merchants.ts";
import { chanceOf } from "./seeded-random.ts";

export type Way = "usual" | "joint" | "thin" | "bulk";

export interface Bill {
  /** Day of the month, at most 26 so that a move to a weekday stays in the month. */
  day: number;
  name: string;
  line: string;
  cents: number;
  /** How much the amount may vary in either direction, in cents. */
  swing: number;
  category: Category;
  paidFrom: "checking" | "card";
}

export interface Household {
  seed: string;
  /** The first day of the books. New accounts begin with a deposit. */
  openedOn: string;
  accounts: readonly AccountKey[];
  /** The last four digits of each account's number. */
  masks: Record<AccountKey, string>;
  openingCents: { checking: number; savings: number; loan: number };
  isNewAccount: boolean;
  pay: { cents: number; every: "two weeks" | "half month"; employer: string; line: string };
  bills: Bill[];
  /** The loan at this bank, if there is one. */
  loan: { name: "Mortgage" | "Auto Loan"; paymentCents: number; yearlyRate: number } | null;
  savesCents: number;
  purchasesPerDay: number;
  /** Multiplies what a visit costs. */
  spends: number;
}

/** Books of old accounts begin here, so that there are always 731 days of history. */
const LONG_AGO = "2023-01-02";

const EMPLOYERS: readonly [string, ...string[]] = [
  "Acme Corp",
  "Northwind Health",
  "Lakeside Schools",
  "Contoso Ltd",
  "Fabrikam",
];
const LANDLORDS: readonly [string, ...string[]] = ["Greenwood Apartments", "Maple Court Homes", "Harbor Property Mgmt"];
const POWER: readonly [string, ...string[]] = ["PG&E", "ConEd", "Duke Energy", "Xcel Energy"];

const ACCOUNTS: Record<Way, readonly AccountKey[]> = {
  usual: ["checking", "savings", "card", "retirement"],
  joint: ["checking", "savings", "loan"],
  thin: ["checking", "savings"],
  bulk: ["checking", "savings", "card", "loan"],
};

/** `newSince` is the day on which a thin household opened its accounts. */
export function drawHousehold(seed: string, way: Way, lastName: string, newSince: string): Household {
  const chance = chanceOf(`${seed}/household`);
  const every = chance.happens(0.5) ? "two weeks" : "half month";
  const payCents = chance.whole(208_000, 342_000) * (way === "bulk" ? 2 : 1);
  const monthlyCents = every === "two weeks" ? Math.round((payCents * 26) / 12) : payCents * 2;
  const employer = chance.pick(EMPLOYERS);
  return {
    seed,
    openedOn: way === "thin" ? newSince : LONG_AGO,
    accounts: ACCOUNTS[way],
    masks: drawMasks(seed),
    openingCents: {
      checking: way === "thin" ? 480_000 : chance.whole(240_000, 620_000),
      savings: way === "thin" ? 1_500_000 : chance.whole(600_000, 2_200_000),
      loan: way === "joint" ? 37_240_000 : 2_480_000,
    },
    isNewAccount: way === "thin",
    pay: {
      cents: payCents,
      every,
      employer,
      line: `${employer.toUpperCase()} DES:PAYROLL ID:XXXXX${String(chance.whole(1000, 9999))} INDN:${lastName.toUpperCase()}`,
    },
    bills: drawBills(seed, way, monthlyCents),
    loan: drawLoan(way),
    savesCents: Math.round(monthlyCents * 0.0003) * 100,
    purchasesPerDay: way === "bulk" ? 15 : 1.35,
    spends: (way === "bulk" ? 0.1 : 0.9) * (monthlyCents / 600_000),
  };
}

function drawMasks(seed: string): Household["masks"] {
  const chance = chanceOf(`${seed}/masks`);
  const mask = () => String(chance.whole(0, 9999)).padStart(4, "0");
  return { checking: mask(), savings: mask(), card: mask(), retirement: mask(), loan: mask() };
}

function drawLoan(way: Way): Household["loan"] {
  if (way === "joint") return { name: "Mortgage", paymentCents: 248_016, yearlyRate: 0.0625 };
  if (way === "bulk") return { name: "Auto Loan", paymentCents: 48_644, yearlyRate: 0.069 };
  return null;
}

function drawBills(seed: string, way: Way, monthlyCents: number): Bill[] {
  const chance = chanceOf(`${seed}/bills`);
  const landlord = chance.pick(LANDLORDS);
  const power = chance.pick(POWER);
  const atHome = (kind: string) => category("RENT_AND_UTILITIES", kind);
  const subscription = category("ENTERTAINMENT", "TV_AND_MOVIES");
  const share = (part: number) => Math.round((monthlyCents * part) / 100) * 100;
  const onCard = way === "usual" || way === "bulk" ? "card" : "checking";
  const bills: Bill[] = [
    {
      day: 3,
      name: "AT&T",
      line: "ATT DES:PAYMENT",
      cents: chance.whole(5500, 11_000),
      swing: 0,
      category: atHome("TELEPHONE"),
      paidFrom: "checking",
    },
    {
      day: 8,
      name: "Comcast",
      line: "COMCAST XFINITY DES:CABLE SVCS",
      cents: chance.whole(5900, 9900),
      swing: 0,
      category: atHome("INTERNET_AND_CABLE"),
      paidFrom: "checking",
    },
    {
      day: 11,
      name: "City Water",
      line: "CITY WATER UTILITY WEB PMT",
      cents: 4820,
      swing: 900,
      category: atHome("WATER"),
      paidFrom: "checking",
    },
    {
      day: 14,
      name: power,
      line: `${power.toUpperCase()} WEB ONLINE`,
      cents: 12_900,
      swing: 3800,
      category: atHome("GAS_AND_ELECTRICITY"),
      paidFrom: "checking",
    },
    {
      day: 17,
      name: "GEICO",
      line: "GEICO DES:PREM COLL",
      cents: chance.whole(9800, 16_400),
      swing: 0,
      category: category("GENERAL_SERVICES", "INSURANCE"),
      paidFrom: "checking",
    },
    { day: 6, name: "Netflix", line: "NETFLIX.COM", cents: 1549, swing: 0, category: subscription, paidFrom: onCard },
    {
      day: 19,
      name: "Spotify",
      line: "SPOTIFY USA",
      cents: 1199,
      swing: 0,
      category: category("ENTERTAINMENT", "MUSIC_AND_AUDIO"),
      paidFrom: onCard,
    },
    {
      day: 22,
      name: "Planet Fitness",
      line: "PLANET FIT CLUB FEES",
      cents: 2499,
      swing: 0,
      category: category("PERSONAL_CARE", "GYMS_AND_FITNESS_CENTERS"),
      paidFrom: onCard,
    },
  ];
  if (way !== "joint") {
    const rent = {
      day: 1,
      name: landlord,
      line: `${landlord.toUpperCase()} WEB RENT PMT`,
      cents: share(0.29),
      swing: 0,
      category: atHome("RENT"),
      paidFrom: "checking",
    } as const;
    bills.push(rent);
  }
  if (way === "usual") {
    bills.push({
      day: 12,
      name: "Toyota Financial Services",
      line: "TOYOTA FINANCIAL SVC DES:AUTO PAY",
      cents: chance.whole(32_000, 46_000),
      swing: 0,
      category: category("LOAN_PAYMENTS", "CAR_PAYMENT"),
      paidFrom: "checking",
    });
  }
  return bills;
}
