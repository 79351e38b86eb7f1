import * as z from "zod/mini";
import { Cents, Day, Name, text, whole } from "#kit/contract/fields.ts";

/** Debts that the application may disclose. */
export const DEBTS_PER_LOAN = 50;
export const INTERESTED_PARTIES_PER_LOAN = 20;
export const FINANCED_PROPERTIES_PER_LOAN = 20;
export const ACCOUNTS_LEFT_OUT_PER_LOAN = 50;
/** The most months of reserves that can be required. */
export const RESERVE_MONTHS_MOST = 60;

/** The programs a loan can be underwritten to. `conventional` is Fannie Mae and Freddie Mac. */
export const LOAN_PROGRAMS = ["conventional", "fannie", "freddie", "fha", "va", "usda", "other"] as const;

/** The loan's terms. Every field may be missing; a missing field is never guessed. Money in cents, days in UTC. */
export const Loan = z.partial(
  z.strictObject({
    transactionType: z.enum(["purchase", "rate_term", "cash_out"]),
    program: z.enum(LOAN_PROGRAMS),
    underwriting: z.enum(["aus", "manual"]),
    occupancy: z.enum(["primary", "second_home", "investment"]),
    units: whole(1, 4),
    salesPrice: Cents,
    /** What a refinance pays off. */
    payoff: Cents,
    appraisedValue: Cents,
    /** The base loan, without financed fees. */
    loanAmount: Cents,
    /** Financed on top of the base loan, such as FHA's upfront premium. */
    financedFees: Cents,
    subordinateFinancing: Cents,
    monthlyIncome: Cents,
    pitia: Cents,
    closingCosts: Cents,
    prepaids: Cents,
    /** Seller and other interested-party credits. */
    credits: Cents,
    lenderCredits: Cents,
    inducements: Cents,
    emd: Cents,
    contractDate: Day,
    applicationDate: Day,
    noteDate: Day,
    disbursementDate: Day,
    reserveMonthsRequired: z.number().check(z.minimum(0), z.maximum(RESERVE_MONTHS_MOST)),
    /** Why fewer months than the guide's own table are required. */
    reserveReason: text(500, { multiline: true }),
    /** Reserves required, in cents, as Desktop Underwriter or Loan Product Advisor prints them. */
    ausReserves: Cents,
    /** Other financed properties; the subject property is not listed. */
    financedProperties: z
      .array(z.object({ unpaidPrincipal: Cents, monthlyPayment: Cents, isPrincipal: z.boolean() }))
      .check(z.maxLength(FINANCED_PROPERTIES_PER_LOAN)),
    /** FHA refinance: when and for how much the property was acquired. */
    acquiredOn: Day,
    acquisitionCost: Cents,
    creditScore: whole(300, 850),
    isFirstTimeBuyer: z.boolean(),
    isHomeReady: z.boolean(),
    /** Sellers, agents and others who gain from the sale. */
    interestedParties: z
      .array(z.object({ name: Name, role: z._default(text(60, { min: 0 }), "") }))
      .check(z.maxLength(INTERESTED_PARTIES_PER_LOAN)),
    disclosedLiabilities: z
      .array(z.object({ creditor: Name, monthlyPayment: Cents, type: z.enum(["installment", "revolving", "other"]) }))
      .check(z.maxLength(DEBTS_PER_LOAN)),
    /** Accounts the lender leaves out: nothing of them counts. The ids of a report's accounts, or their content keys. */
    leftOutAccounts: z.array(text(300)).check(z.maxLength(ACCOUNTS_LEFT_OUT_PER_LOAN)),
  }),
);
export type Loan = z.infer<typeof Loan>;
