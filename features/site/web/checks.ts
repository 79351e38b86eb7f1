export interface Check {
  readonly name: string;
  readonly asks: string;
  readonly source: string;
}

/** Sections as named by the guides: Fannie Mae Selling Guide (B…), Freddie Mac Guide (5501), HUD Handbook 4000.1. */
export const CHECKS: readonly Check[] = [
  {
    name: "Enough history",
    asks: "Two months of full activity for a purchase, one for a refinance.",
    source: "Fannie Mae B3-4.2-01",
  },
  { name: "Fresh enough", asks: "How old the data may be when the note is signed.", source: "Fannie Mae B1-1-03" },
  { name: "The right owner", asks: "Each account belongs to a borrower on the loan.", source: "Freddie Mac 5501.3" },
  {
    name: "Large deposits",
    asks: "Single deposits over half of the monthly income, and where they came from.",
    source: "Fannie Mae B3-4.2-02",
  },
  { name: "Reserves", asks: "Months of payments left after closing.", source: "Fannie Mae B3-4.1-01" },
  {
    name: "Borrowed money",
    asks: "Signs that funds to close were lent.",
    source: "Fannie Mae B3-4.2-02",
  },
  { name: "Gifts", asks: "Donor, letter and transfer, complete.", source: "Fannie Mae B3-4.3-04" },
  { name: "Earnest money", asks: "Paid from an account that could bear it.", source: "Fannie Mae B3-4.3-09" },
  { name: "Undisclosed debts", asks: "Regular payments that the application leaves out.", source: "HUD 4000.1" },
];
