// Owns what a statement must show (R4), in the guide's order, and how it is called.

export const STATEMENT_ELEMENTS = [
  "institution",
  "holder",
  "lastFour",
  "period",
  "transactions",
  "endingBalance",
] as const;
export type StatementElement = (typeof STATEMENT_ELEMENTS)[number];

export const ELEMENT_NAMES: Readonly<Record<StatementElement, string>> = {
  institution: "name of the institution",
  holder: "account holder",
  lastFour: "last digits of the account number",
  period: "period",
  transactions: "transactions",
  endingBalance: "ending balance",
};
