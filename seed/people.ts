import type { Loan } from "#features/borrowers/contract.ts";
import type { RoleName } from "#platform/contract/who.ts";

export const SAMPLE_PASSWORD = "keyturn-sample-2026";

export const ORGANIZATIONS = [
  { key: "acme", name: "Acme Lending", groups: ["Purchase desk", "Refinance desk"] },
  { key: "beta", name: "Beta Credit", groups: ["East branch", "West branch"] },
] as const;

type OrganizationKey = (typeof ORGANIZATIONS)[number]["key"];

interface SamplePerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In order: the first is the active one until another is chosen. None: an organization of their own. */
  readonly memberships?: readonly { organization: OrganizationKey; role: RoleName; group?: string }[];
  readonly state?: "locked" | "must-change-password" | "unconfirmed";
}

const inAcme = (role: RoleName, group?: string) => [{ organization: "acme", role, ...(group && { group }) }] as const;

export const PEOPLE: readonly SamplePerson[] = [
  { email: "root@example.com", firstName: "Rosa", lastName: "Root", memberships: inAcme("root") },
  { email: "admin@example.com", firstName: "Ada", lastName: "Admin", memberships: inAcme("admin") },
  {
    email: "editor@example.com",
    firstName: "Eddie",
    lastName: "Editor",
    memberships: inAcme("editor", "Purchase desk"),
  },
  { email: "observer@example.com", firstName: "Olga", lastName: "Observer", memberships: inAcme("observer") },
  {
    email: "registered@example.com",
    firstName: "Regina",
    lastName: "Registered",
    memberships: inAcme("registered", "Purchase desk"),
  },
  { email: "inactive@example.com", firstName: "Ian", lastName: "Inactive", memberships: inAcme("inactive") },
  { email: "guest@example.com", firstName: "Greta", lastName: "Guest", memberships: inAcme("guest") },
  {
    email: "multi@example.com",
    firstName: "Mona",
    lastName: "Multi",
    memberships: [
      { organization: "acme", role: "admin" },
      { organization: "beta", role: "observer" },
    ],
  },
  {
    email: "outsider@example.com",
    firstName: "Otto",
    lastName: "Outsider",
    memberships: [{ organization: "beta", role: "admin", group: "East branch" }],
  },
  { email: "locked@example.com", firstName: "Lou", lastName: "Locked", state: "locked" },
  { email: "change@example.com", firstName: "Chan", lastName: "Change", state: "must-change-password" },
  { email: "unconfirmed@example.com", firstName: "Una", lastName: "Unconfirmed", state: "unconfirmed" },
  { email: "subscriber@example.com", firstName: "Sue", lastName: "Subscriber" },
];

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const THIS_MONTHS = {
  ...{ contractDate: dayFromNow(-16), applicationDate: dayFromNow(-12) },
  ...{ noteDate: dayFromNow(33), disbursementDate: dayFromNow(34) },
};
const BY_AUS = { underwriting: "aus", emd: 0, lenderCredits: 0 } as const;

export interface SampleBorrower {
  /** Who created them. */
  readonly owner: string;
  /** A colleague who works on them since. */
  readonly assignedTo?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly loanNumber: string;
  readonly status: "new" | "invited" | "report-ready";
  readonly loan?: Loan;
  /** The sandbox bank login that gives this borrower's data; without it, the usual one. */
  readonly bankLogIn?: string;
}

/** Loans that make their reports worth reading: the money is enough, is unexplained, is too little. */
const LOANS: Readonly<Record<string, Pick<SampleBorrower, "loan" | "bankLogIn">>> = {
  "AC-2026-0103": {
    loan: {
      ...{ transactionType: "purchase", program: "fannie", occupancy: "primary", units: 1, ...THIS_MONTHS, ...BY_AUS },
      ...{ salesPrice: 24_000_000, appraisedValue: 24_200_000, loanAmount: 22_800_000, monthlyIncome: 620_000 },
      ...{ pitia: 178_000, closingCosts: 480_000, prepaids: 150_000, credits: 300_000, reserveMonthsRequired: 2 },
      ...{ creditScore: 731, isFirstTimeBuyer: true },
      disclosedLiabilities: [
        { creditor: "Platypus Rewards Visa", monthlyPayment: 3_500, type: "revolving" },
        { creditor: "Toyota Motor Credit", monthlyPayment: 35_400, type: "installment" },
      ],
    },
  },
  "AC-2026-0203": {
    bankLogIn: "user_deposits",
    loan: {
      ...{ transactionType: "purchase", program: "fha", occupancy: "primary", units: 1, ...THIS_MONTHS, ...BY_AUS },
      ...{ salesPrice: 31_000_000, appraisedValue: 31_000_000, loanAmount: 28_200_000, monthlyIncome: 680_000 },
      ...{ pitia: 224_000, closingCosts: 590_000, prepaids: 210_000, credits: 400_000, reserveMonthsRequired: 2 },
      ...{ creditScore: 702, isFirstTimeBuyer: false },
      disclosedLiabilities: [
        { creditor: "Platypus Rewards Visa", monthlyPayment: 3_500, type: "revolving" },
        { creditor: "Toyota Financial Services", monthlyPayment: 42_800, type: "installment" },
      ],
    },
  },
  "BC-2026-0303": {
    loan: {
      ...{ transactionType: "purchase", program: "freddie", occupancy: "primary", units: 1, ...THIS_MONTHS, ...BY_AUS },
      ...{ salesPrice: 42_000_000, appraisedValue: 41_500_000, loanAmount: 31_500_000, monthlyIncome: 910_000 },
      ...{ pitia: 296_000, closingCosts: 840_000, prepaids: 310_000, credits: 0, reserveMonthsRequired: 2 },
      ...{ creditScore: 764, isFirstTimeBuyer: false },
      disclosedLiabilities: [{ creditor: "Toyota Motor Credit", monthlyPayment: 39_600, type: "installment" }],
    },
  },
};

const borrowersOf = (owner: string, rows: readonly (readonly [string, string, string, SampleBorrower["status"]])[]) =>
  rows.map(([firstName, lastName, loanNumber, status]) => ({
    owner,
    firstName,
    lastName,
    loanNumber,
    status,
    ...LOANS[loanNumber],
    email: `${firstName}.${lastName}@example.net`.toLowerCase(),
  }));

export const BORROWERS: readonly SampleBorrower[] = [
  ...borrowersOf("registered@example.com", [
    ["Nora", "Whitfield", "AC-2026-0101", "new"],
    ["Marcus", "Oyelaran", "AC-2026-0102", "invited"],
    ["Elena", "Vasquez", "AC-2026-0103", "report-ready"],
  ]),
  ...borrowersOf("admin@example.com", [
    ["Theo", "Lindqvist", "AC-2026-0201", "new"],
    ["Priya", "Raman", "AC-2026-0202", "invited"],
    ["Samuel", "Brandt", "AC-2026-0203", "report-ready"],
  ]),
  ...borrowersOf("editor@example.com", [["Wanda", "Osei", "AC-2026-0401", "new"]]),
  ...borrowersOf("multi@example.com", [["Julian", "Park", "AC-2026-0501", "invited"]]),
  ...borrowersOf("editor@example.com", [["Carmen", "Holloway", "AC-2026-0601", "invited"]]).map((borrower) => ({
    ...borrower,
    assignedTo: "observer@example.com", // who may not create any
  })),
  ...borrowersOf("outsider@example.com", [
    ["Grace", "Kowalski", "BC-2026-0301", "new"],
    ["Henry", "Nakamura", "BC-2026-0302", "invited"],
    ["Iris", "Delacroix", "BC-2026-0303", "report-ready"],
  ]),
];
