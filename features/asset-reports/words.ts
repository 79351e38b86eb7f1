// Owns what a report says of itself on the page and in every file: its conditions, and what it does not claim.

/** Days as they are written on each side: the data's own, and the last one on which the note may be dated. */
interface Fresh {
  readonly from: string;
  readonly until: string;
}

export const CONDITIONS = {
  title: "Conditions of use",
  source: "Fannie Mae Selling Guide B3-4.2-01",
  all: ({ from, until }: Fresh): readonly string[] => [
    "The lender holds the borrower's authorization to obtain this report.",
    "The report gives what Form 1006 or the bank's own statements would give; what the bank left out is named as not given.",
    `On the note date the data is within the age limit of B1-1-03: ${from} to ${until}.`,
    "The lender stays accountable for the data and for the loan.",
  ],
} as const;

export const DISCLAIMER =
  "This is a data view supplied by the borrower's bank through a data provider. It is not Form 1006 and does not claim Day 1 Certainty. It is not underwriting advice.";

/** Over what the provider could not give. */
export const NOT_SUPPLIED = "Not supplied by the bank";

/** Over what proves the figures. */
export const SOURCE = "Where the figures come from";

/** Before the moment at which the provider last read a bank. */
export const READ_AT = "Read from the bank";
