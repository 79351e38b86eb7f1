import type { Finding } from "#features/underwriting/contract.ts";
import { figuresOf, type Formats } from "#features/underwriting/labels.ts";
import type { LoanField } from "#features/loans/words.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";

const FORMATS: Formats = {
  money: (cents) => formatMoney(cents),
  day: (day) => formatDate(day),
  number: (number) => number.toLocaleString("en-US", { maximumFractionDigits: 6 }),
};

/** The figures that tripped the rule, in the order of the rule. */
export function inputWords({ inputs }: Pick<Finding, "inputs">): ReturnType<typeof figuresOf> {
  return figuresOf(inputs, FORMATS);
}

const ABOUT_DEPOSITS = new Set(["R3", "R3b", "R3c", "R8", "R9", "R16", "R17"]);

/** Whether showing where money comes from is what settles it. */
export function isAboutDeposits({ ruleId }: Pick<Finding, "ruleId">): boolean {
  return ABOUT_DEPOSITS.has(ruleId);
}

const FIELDS: Readonly<Record<string, LoanField>> = {
  OLD_AT_APPLICATION: "applicationDate",
  EXPIRED_AT_NOTE: "noteDate",
  UNDISCLOSED_DEBT: "disclosedLiabilities",
  DEBT_AMOUNT_DIFFERS: "disclosedLiabilities",
  RESUBMIT: "disclosedLiabilities",
  EARNEST_MONEY_NOT_FOUND: "emd",
  EARNEST_MONEY_UNSUPPORTED: "emd",
  OWN_FUNDS_SHORT: "salesPrice",
  GIFT_ON_INVESTMENT_PROPERTY: "occupancy",
  GIFT_FROM_INTERESTED_PARTY: "interestedParties",
};

/** The term of the loan that may settle it. */
export function termOf({ code }: Pick<Finding, "code">): LoanField | undefined {
  return FIELDS[code];
}

/** The same finding has the same name after it was judged again. */
export function nameOf({ ruleId, code, accountIds, transactionIds }: Finding): string {
  return [ruleId, code, accountIds.join(" "), transactionIds.join(" ")].join("|");
}
