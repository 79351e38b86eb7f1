/** Formatted days: of the data, and the last on which it is young enough. */
interface ValidDays {
  readonly from: string;
  /** `null`: no account counts. */
  readonly until: string | null;
}

export const CONDITIONS = {
  title: "Conditions of use",
  source: "Fannie Mae Selling Guide B3-4.2-01",
  all: ({ from, until }: ValidDays): readonly string[] => [
    "The lender must hold the borrower's authorization to obtain this report.",
    "The report gives what Form 1006 or the bank's own statements would give. Anything the bank left out is named as not given.",
    until === null
      ? `The data is as of ${from}. No account counts.`
      : `The data is as of ${from} and young enough through ${until}, under the loan's own program.`,
    "The lender remains responsible for the data and for the loan.",
  ],
} as const;

export const DISCLAIMER =
  "This is a data view supplied by the borrower's bank through a data provider. It is not Form 1006 and does not claim Day 1 Certainty. It is not underwriting advice.";

/** Heading of what the provider could not give. */
export const NOT_SUPPLIED = "Not supplied by the bank";

/** Heading of the ids and hashes. */
export const SOURCE = "Where the figures come from";

/** Before the time at which the provider last read a bank. */
export const READ_AT = "Read from the bank";
