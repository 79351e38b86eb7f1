// Owns what a loan is: its terms, as a lender writes them and the rules read them.
import * as z from "zod/mini";
import { Cents, Day, Name, whole } from "#kit/contract/fields.ts";

/** What the application discloses, and those who gain from the sale. */
export const DEBTS_PER_LOAN = 50;
export const INTERESTED_PARTIES_PER_LOAN = 20;
/** Months of reserves that may be asked for. */
export const RESERVE_MONTHS_MOST = 60;

/** The loan as the rules read it. Every field may be missing; none is guessed. Money in cents. */
export const Loan = z.partial(
  z.strictObject({
    transactionType: z.enum(["purchase", "rate_term", "cash_out"]),
    program: z.enum(["fannie", "freddie", "fha", "va", "other"]),
    occupancy: z.enum(["primary", "second_home", "investment"]),
    units: whole(1, 4),
    salesPrice: Cents,
    /** Of a refinance: what it pays off. */
    payoff: Cents,
    appraisedValue: Cents,
    loanAmount: Cents,
    monthlyIncome: Cents,
    pitia: Cents,
    closingCosts: Cents,
    prepaids: Cents,
    credits: Cents,
    inducements: Cents,
    emd: Cents,
    applicationDate: Day,
    noteDate: Day,
    reserveMonthsRequired: z.number().check(z.minimum(0), z.maximum(RESERVE_MONTHS_MOST)),
    /** Sellers, agents and others who gain from the sale: no donor of a gift. */
    interestedParties: z.array(Name).check(z.maxLength(INTERESTED_PARTIES_PER_LOAN)),
    disclosedLiabilities: z
      .array(z.object({ creditor: Name, monthlyPayment: Cents, type: z.enum(["installment", "revolving", "other"]) }))
      .check(z.maxLength(DEBTS_PER_LOAN)),
  }),
);
export type Loan = z.infer<typeof Loan>;
