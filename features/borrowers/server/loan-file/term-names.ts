import type { Loan } from "#features/borrowers/contract.ts";

// Our values of a loan's terms in MISMO's.

type Values<Field extends keyof Loan> = Readonly<Record<NonNullable<Loan[Field]> & string, string>>;

export const OCCUPANCY_TYPES: Values<"occupancy"> = {
  primary: "PrimaryResidence",
  second_home: "SecondHome",
  investment: "Investment",
};

/** Fannie Mae's and Freddie Mac's loans are the conventional ones of their own underwriting system. */
export const PROGRAM_TYPES: Readonly<
  Record<NonNullable<Loan["program"]>, { readonly mortgage: string; readonly system?: string }>
> = {
  conventional: { mortgage: "Conventional" },
  fannie: { mortgage: "Conventional", system: "DesktopUnderwriter" },
  freddie: { mortgage: "Conventional", system: "LoanProspector" },
  fha: { mortgage: "FHA" },
  va: { mortgage: "VA" },
  usda: { mortgage: "USDARuralDevelopment" },
  other: { mortgage: "Other" },
};

type Disclosed = NonNullable<Loan["disclosedLiabilities"]>[number]["type"];

export const DISCLOSED_LIABILITY_TYPES: Readonly<Record<Disclosed, string>> = {
  installment: "Installment",
  revolving: "Revolving",
  other: "Other",
};

/** Roles of parties who gain from the sale: `label` is what we call them, `words` are what lenders enter. */
export const INTERESTED_ROLES = [
  { type: "PropertySeller", label: "Seller", words: ["seller", "property seller"] },
  { type: "RealEstateAgent", label: "Real estate agent", words: ["real estate agent", "agent", "realtor"] },
  { type: "Builder", label: "Builder", words: ["builder", "developer"] },
  { type: "LoanOriginator", label: "Loan originator", words: ["loan originator", "loan officer"] },
];

/** The description of a role that is none of these, as Desktop Underwriter names such a source of a credit. */
export const OTHER_INTERESTED_PARTY = "OtherInterestedParty";
