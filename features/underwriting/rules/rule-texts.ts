import { typedMoney } from "#platform/money/money.ts";
import { RULES, type RuleId } from "./rule-set.ts";

/** A rule in plain English. Thresholds come from the rule's own parameters. */
export interface RuleText {
  /** What it looks at, and from which figure on. */
  readonly checks: string;
  /** Where programs differ. */
  readonly programs?: readonly (readonly [program: string, text: string])[];
  readonly clears: string;
}

const { S2, R1, R2, R2b, R3, R3c, R6, R6b, R7b, R8, R9, R10, R11, R12, R14, R15, R17, R19, R20, R21, R26, R27 } = RULES;

const dollars = (cents: number) => `$${typedMoney(cents)}`;
const percent = (tenThousandths: number) => `${tenThousandths / 100}%`;
const [before, after] = S2.parameters.transferDays;

export const RULE_TEXTS: Readonly<Record<RuleId, RuleText>> = {
  S2: {
    checks: `Follows money between the borrower's own accounts. A payment and an equal deposit in another account that counts are one transfer when the deposit comes at most ${after} days after the payment (or ${-before} day before it). Neither is then tested as a deposit. A payment to or from a person is one only if it names the owner of the other account. Unexplained money keeps its mark when it is moved, so moving it hides nothing. A deposit that goes back within ${S2.parameters.reversalDays} days leaves all tests. Accounts that two sign-ins show are counted once. Pay, a benefit or a tax refund whose entry names someone who is neither on the loan nor an owner of the account is tested like any deposit. When banks were read on different days, money that could be counted twice is taken off once.`,
    clears:
      "A new report with all banks read on one day, a confirmation that a pair of lines is the borrower's own transfer, or a confirmation that two accounts are the same or different.",
  },
  R1: {
    checks: "Checks that enough days of transactions are shown for each account that counts.",
    programs: [
      [
        "Fannie Mae, Freddie Mac",
        `${R1.parameters.purchaseDays} days for a purchase, ${R1.parameters.refinanceDays} for a refinance.`,
      ],
      ["FHA", `The most recent month, ${R1.parameters.fhaDays} days.`],
      ["VA, USDA", `Two statements, ${R1.parameters.twoStatementsDays} days.`],
    ],
    clears:
      "A statement that covers the missing days, a new report that asks for more days, or leaving the account out.",
  },
  R2: {
    checks:
      "Checks that the data is young enough on the days that matter. The earliest expiry of all accounts that count is the date the report is valid through.",
    programs: [
      [
        "Fannie Mae",
        `${R2.parameters.fannieMonths} months old at most on the note date. More than ${R2.parameters.daysToApplication} days old at application needs a review.`,
      ],
      ["Freddie Mac", `${R2.parameters.days} days old at most on the note date.`],
      [
        "FHA",
        `${R2.parameters.days} days old at most on the disbursement date, and data at most ${R2.parameters.fhaDataDays} days old when the report is made.`,
      ],
      ["VA, USDA", `${R2.parameters.days} days old at most.`],
    ],
    clears: "A new report, or leaving the account out. An expiry can't be waived.",
  },
  R2b: {
    checks: `Looks for accounts opened within the last ${R2b.parameters.days} days, and asks where the first money came from.`,
    programs: [["FHA", "Blocks when the first deposits have no known source."]],
    clears:
      "A matched transfer from the borrower's own account, evidence of the source, or a confirmation that it was the borrower's own transfer.",
  },
  R3: {
    checks: `Purchases only. Tests every deposit of the last ${R3.parameters.windowDays} days on an account that counts. A deposit above ${R3.parameters.incomePercent}% of the monthly qualifying income is large. If its source isn't printed on the statement (payroll, benefits, tax refunds, own transfers, interest) and isn't documented, the undocumented part is taken off the funds.`,
    programs: [["Fannie Mae, Freddie Mac", "The rest after the documented part may be as much as the threshold."]],
    clears:
      "Evidence that leaves no more than the threshold undocumented, such as a gift letter, a bill of sale or a settlement, or a confirmation that it is the borrower's own transfer.",
  },
  R3c: {
    checks: `Every transaction type. Tests every deposit of the last ${R3c.parameters.windowDays} days on an account that counts. A deposit above ${R3c.parameters.valuePercent}% of the adjusted value needs a documented source.`,
    programs: [
      ["FHA", "Blocks until the whole deposit is documented and shown not to be new debt. The money is not taken off."],
    ],
    clears:
      "Evidence for the whole deposit, a confirmation that it is the borrower's own transfer, or leaving the account out.",
  },
  R4: {
    checks:
      "Checks that the data has what a statement would have: bank, account holder, last digits, period, transactions and ending balance.",
    clears: "A statement with the missing part, or a new report.",
  },
  R5: {
    checks:
      "Compares the names at the bank with the people on the loan. Accounts of others, and accounts held for another person or by a trust, don't count. A similar name counts on condition. A file that someone uploaded verifies no owner and no balance: the bank's own statements must show the same days.",
    programs: [["FHA", "A joint holder who is not on the loan must give the borrower access to the money in writing."]],
    clears:
      "A confirmation that the account holder is the borrower, a statement in the borrower's name, an access letter, trust pages, or leaving the account out.",
  },
  R6: {
    checks: `Counts what can be used: for bank accounts the lower of current and available balance, for certificates of deposit the balance. Negative balances, other currencies, cards, loans, education accounts and virtual currency count nothing. Money held by the bank above ${dollars(R6.parameters.heldAboveCents)} is named. Pending deposits don't count until they post.`,
    clears:
      "A statement that shows the cash value, proof that the money was exchanged, or a confirmation that it can be withdrawn.",
  },
  R6b: {
    checks:
      "Values stocks, funds and retirement accounts: vested values only, as the bank or an accepted statement shows them, without margin loans, loans against the plan, virtual currency and derivatives.",
    programs: [
      [
        "Fannie Mae, Freddie Mac",
        `All of it counts as reserves. It pays a shortfall at closing when it is worth ${R6b.parameters.liquidationPercent}% of the shortfall; otherwise the sale must be shown.`,
      ],
      [
        "FHA",
        `${R6b.parameters.fhaRetirementPercent}% of retirement money counts as reserves. Closing needs proof of the withdrawal.`,
      ],
    ],
    clears: "The plan's terms, proof of the sale or withdrawal, or a confirmation of the terms with a document.",
  },
  R7: {
    checks:
      "Compares the money with cash to close: down payment, closing costs and prepaids, less credits and the earnest money. Credits pay costs only, never the down payment or reserves. Cash back at closing is never reserves.",
    clears: "More documented money, or corrected loan terms.",
  },
  R7b: {
    checks:
      "Compares what is left after closing with the reserves that are required. A figure entered from the automated findings wins; otherwise the guide's table is used.",
    programs: [
      [
        "Fannie Mae",
        `Manual: second home ${R7b.parameters.secondHomeMonths} months, investment ${R7b.parameters.investmentMonths}, two to four units ${R7b.parameters.multiUnitMonths}, plus a share of the unpaid principal of other financed properties.`,
      ],
      [
        "Freddie Mac",
        `Manual: second home ${R7b.parameters.secondHomeMonths} months, investment ${R7b.parameters.investmentMonths}, two to four units ${R7b.parameters.multiUnitMonths}, plus months of each other property's payment.`,
      ],
      [
        "FHA",
        `Three and four units ${R7b.parameters.fhaThreeUnitMonths} months; one and two units none by automated underwriting, ${R7b.parameters.fhaManualMonths} month manual. Gifts are not reserves.`,
      ],
    ],
    clears: "The reserves that the automated findings print, or more documented money.",
  },
  R8: {
    checks: `Looks for deposits that were lent: personal loans, card cash advances, payday and wage advances. In the last ${R8.parameters.windowDays} days the undocumented part is taken off; older ones count on condition. A transfer out of a card, credit line or loan in the report needs a review.`,
    clears:
      "Terms of a loan that is secured by an asset, other evidence with a document, or a confirmation with a document that it is not a loan.",
  },
  R9: {
    checks: `Checks each gift: an acceptable donor, a complete letter (name, address, phone, relationship, amount, no repayment) and proof of the transfer. Gifts from people who gain from the sale never count. A letter that was accepted twice counts once, and so do a gift that paid the earnest money and a gift that arrived up to ${dollars(R9.parameters.transferFeesCents)} smaller, after bank fees.`,
    programs: [
      [
        "Fannie Mae, Freddie Mac",
        `Relatives, a fiancé or a domestic partner. None on an investment property. ${R9.parameters.ownFundsPercent}% of the price may have to be the borrower's own money above ${R9.parameters.ownFundsAboveLtvPercent}% loan-to-value.`,
      ],
      [
        "FHA",
        "Relatives, employers, unions, charities, governments, and friends whose interest is documented. Gifts are not reserves.",
      ],
    ],
    clears: "The missing parts of the gift letter, or another source.",
  },
  R10: {
    checks: `Counts returned items and overdrafts in ${R10.parameters.days} days. ${R10.parameters.reviewFrom} or more need a review, ${R10.parameters.blockFrom} or more block. The lender's policy sets both numbers. Refunded fees still count.`,
    clears: "A letter of explanation.",
  },
  R11: {
    checks: `Finds recurring payments to lenders, card issuers and lessors that the application doesn't list. Payments of at least ${R11.parameters.paidAtLeastPercent}% of a disclosed debt match it.`,
    programs: [
      [
        "FHA",
        `Undisclosed payments above ${dollars(R11.parameters.fhaResubmitCents)} a month block until the loan is resubmitted.`,
      ],
    ],
    clears: "Adding the debt to the loan terms, or a confirmation that the payments are not the borrower's debt.",
  },
  R12: {
    checks: `Groups regular deposits by payer and works out their rhythm and monthly net. A gap longer than ${R12.parameters.gapFactor} pay periods needs a review. Deposits corroborate income; they never verify it.`,
    clears: "A letter of explanation or proof of income.",
  },
  R13: {
    checks: "Finds business accounts. Their money counts on condition, and only when the borrower is a named owner.",
    clears:
      "A confirmation with a document that using the money doesn't harm the business, or leaving the account out.",
  },
  R14: {
    checks: `Looks for the earnest money in the accounts that count: up to ${R14.parameters.payments} payments to title, escrow or a broker that add up to ${R14.parameters.leastPercent}% to ${R14.parameters.mostPercent}% of what is entered. A payment that the title company paid back isn't counted. Only what is found, or what a receipt shows to have cleared before the bank was read and not more than ${R14.parameters.daysBeforeContract} days before the contract, is credited. The average balance of the ${R14.parameters.averageDays} days before must support it.`,
    programs: [
      [
        "FHA",
        `Blocks when earnest money above ${R14.parameters.fhaVerifyAbovePercent}% of the price is not found or not supported.`,
      ],
    ],
    clears:
      "A receipt with the day the payment cleared, a confirmation that a check paid it, or the gift letter of the person who paid it.",
  },
  R15: {
    checks: `Counts months of rent in a row: ${R15.parameters.months} months of ${dollars(R15.parameters.leastCents)} or more can help a first-time homebuyer. It never blocks.`,
    clears: "A confirmation that regular payments to one payee are rent.",
  },
  R16: {
    checks:
      "Deposits from a virtual currency exchange are never identified by themselves, and are tested as large deposits.",
    clears: "A statement of the borrower's own exchange account that shows the sale.",
  },
  R17: {
    checks: `Compares the current balance with the average of the last ${R17.parameters.days} days. Above ${R17.parameters.ratio} times the average it needs a review, unless explained deposits account for the rise.`,
    clears: "Evidence for the deposits behind the rise.",
  },
  R18: {
    checks:
      "Shows the fields of a verification of deposit (Form 1006) as data. It is a view of the bank's data, not a signed form.",
    clears: "Nothing to clear.",
  },
  R19: {
    checks: `Checks the data itself: balances that add up, no unreadable or duplicate lines worth more than ${dollars(R19.parameters.leftOutCents)}, no ${R19.parameters.quietDays} days without activity followed by activity, nothing changed since the earlier report, each connected bank in the report, and the holdings of each investment account.`,
    clears: "A new report, or leaving the account out where that is offered. Data that doesn't add up can't be waived.",
  },
  R20: {
    checks: `Adds up deposits that are too small to be tested alone, over any ${R20.parameters.days} days. Above the threshold for a single deposit the sum needs a review. So do ${R20.parameters.cashCount} or more cash deposits of ${dollars(R20.parameters.cashLeastCents)} to ${dollars(R20.parameters.cashMostCents)} within ${R20.parameters.cashDays} days. This is lender policy; the guides test single deposits.`,
    clears: "Evidence of the sources, or a letter of explanation.",
  },
  R21: {
    checks: `Names large payments of the last ${R21.parameters.days} days to anyone but own accounts, title, taxes and cards. Within ${R21.parameters.recentDays} days of the data they need a review: they may be a new debt or a gift.`,
    clears: "A letter or other evidence of what was paid, or a confirmation that it is the borrower's own transfer.",
  },
  R22: {
    checks: "Finds child support and alimony that is paid out, by payments to state disbursement units and courts.",
    clears: "Adding it to the disclosed debts, or a confirmation.",
  },
  R23: {
    checks:
      "Finds payments on other real estate: mortgages, association dues, property taxes and landlord insurance that the application doesn't list.",
    programs: [["FHA", "An undisclosed mortgage blocks."]],
    clears: "Adding it to the loan terms, or a confirmation that it is paid for another person.",
  },
  R24: {
    checks: "Finds tax payment plans, levies and garnishments. Quarterly estimates are not a plan.",
    clears: "Adding the plan to the disclosed debts, or a letter with the agreement.",
  },
  R25: {
    checks:
      "Finds money borrowed from the borrower's own plan or against securities. It counts once the terms are documented, and the asset behind it counts for less.",
    clears: "The terms of the loan.",
  },
  R26: {
    checks: "Checks the borrower's minimum contribution.",
    programs: [
      [
        "Fannie Mae, Freddie Mac",
        `${R26.parameters.downPaymentPercent}% down, or ${R26.parameters.firstTimeBuyerPercent}% for a first-time homebuyer or HomeReady.`,
      ],
      [
        "FHA",
        `${percent(R26.parameters.fhaTenThousandths)} of the adjusted value; ${percent(R26.parameters.fhaLowScoreTenThousandths)} with a credit score below ${R26.parameters.fhaLowScoreBelow}, none below ${R26.parameters.fhaLeastScore}.`,
      ],
    ],
    clears: "Corrected loan terms.",
  },
  R27: {
    checks: "Limits what the seller and other interested parties may pay. The excess is a sales concession.",
    programs: [
      [
        "Fannie Mae, Freddie Mac",
        `Investment ${R27.parameters.investmentPercent}%; otherwise ${R27.parameters.above90Percent}% above 90% loan-to-value, ${R27.parameters.above75Percent}% above 75%, ${R27.parameters.otherPercent}% below.`,
      ],
      ["FHA", `${R27.parameters.fhaPercent}% of the price. The excess comes off the adjusted value.`],
    ],
    clears: "Corrected loan terms.",
  },
  R28: {
    checks:
      "VA and USDA loans: history, age, owners, usable money, borrowed money, gifts, debts and cash to close are evaluated. Entitlement, funding fee, residual income, income limits and ratios are not, so the answer is at most “Enough to close”.",
    clears: "Nothing to clear.",
  },
  R29: {
    checks:
      "Finds deposits from people who gain from the sale, which never count, and money from abroad, which is tested like any other deposit.",
    clears: "Evidence that the deposit is from another source. A deposit from an interested party can't be waived.",
  },
  R30: {
    checks:
      "Flags a fraud alert on the person who connected a bank, and data that the person disputes. Under the Fair Credit Reporting Act, you must verify the identity of a consumer with a fraud alert before you rely on the report.",
    clears:
      "For an alert: a confirmation for the connection, with a document, that the borrower was contacted and their identity verified, or a new report without the alert. For a dispute: a new report, or a waiver after you look into it.",
  },
};
