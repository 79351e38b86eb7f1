import type { Loan } from "#features/borrowers/contract.ts";
import { LENGTHS } from "#providers/mismo/element-model.ts";
import { cutTo, mismoAmount, type MismoNode } from "#providers/mismo/write-xml.ts";
import {
  DISCLOSED_LIABILITY_TYPES,
  INTERESTED_ROLES,
  OCCUPANCY_TYPES,
  OTHER_INTERESTED_PARTY,
  PROGRAM_TYPES,
} from "./term-names.ts";

/** The parts of a MISMO deal that hold a loan's terms. */
export interface TermsInMismo {
  readonly collaterals: MismoNode;
  /** Of the subject loan, without its number. */
  readonly subjectLoan: MismoNode;
  readonly liabilities: readonly MismoNode[];
  readonly liabilitySummary: MismoNode;
  readonly interestedParties: readonly MismoNode[];
  /** The income of everyone on the loan. The product does not know whose it is. */
  readonly income: MismoNode;
}

/**
 * The loan's terms as `readTerms` reads them back. Terms that MISMO 3.4 has no plain place for are left out: how it is
 * underwritten, reserves, other properties, an earlier acquisition, the credit score and what only a program asks.
 */
export function termsInMismo(loan: Loan): TermsInMismo {
  const isPurchase = loan.transactionType === "purchase";
  const program = loan.program && PROGRAM_TYPES[loan.program];
  return {
    collaterals: {
      COLLATERAL: {
        SUBJECT_PROPERTY: {
          PROPERTY_DETAIL: {
            FinancedUnitCount: loan.units?.toString(),
            PropertyUsageType: loan.occupancy && OCCUPANCY_TYPES[loan.occupancy],
          },
          PROPERTY_VALUATIONS: {
            PROPERTY_VALUATION: {
              PROPERTY_VALUATION_DETAIL: { PropertyValuationAmount: amount(loan.appraisedValue) },
            },
          },
          SALES_CONTRACTS: {
            SALES_CONTRACT: {
              SALES_CONCESSIONS: { SALES_CONCESSION: { SalesConcessionAmount: amount(loan.inducements) } },
              SALES_CONTRACT_DETAIL: {
                SalesContractAmount: amount(loan.salesPrice),
                SalesContractDate: loan.contractDate,
              },
            },
          },
        },
      },
    },
    subjectLoan: {
      CLOSING_INFORMATION: {
        CLOSING_ADJUSTMENT_ITEMS: {
          CLOSING_ADJUSTMENT_ITEM: {
            CLOSING_ADJUSTMENT_ITEM_DETAIL: ofKind(loan.lenderCredits, (cents) => ({
              ClosingAdjustmentItemAmount: cents,
              ClosingAdjustmentItemType: "LenderCredit",
            })),
          },
        },
        CLOSING_INFORMATION_DETAIL: { DisbursementDate: loan.disbursementDate },
      },
      DOCUMENT_SPECIFIC_DATA_SETS: {
        DOCUMENT_SPECIFIC_DATA_SET: {
          URLA: {
            URLA_DETAIL: {
              EstimatedClosingCostsAmount: amount(loan.closingCosts),
              MIAndFundingFeeFinancedAmount: amount(loan.financedFees),
              PrepaidItemsEstimatedAmount: amount(loan.prepaids),
            },
            URLA_TOTAL: {
              EXTENSION: {
                OTHER: { "ULAD:URLA_TOTAL_EXTENSION": { "ULAD:URLATotalSellerCreditsAmount": amount(loan.credits) } },
              },
            },
          },
        },
      },
      HOUSING_EXPENSES: {
        HOUSING_EXPENSE: ofKind(loan.pitia, (cents) => ({
          HousingExpensePaymentAmount: cents,
          HousingExpenseTimingType: "Proposed",
          HousingExpenseType: "FirstMortgagePITI",
        })),
      },
      LOAN_DETAIL: {
        ApplicationReceivedDate: loan.applicationDate,
        TotalSubordinateFinancingAmount: amount(loan.subordinateFinancing),
      },
      PURCHASE_CREDITS: {
        PURCHASE_CREDIT: ofKind(loan.emd, (cents) => ({
          PurchaseCreditAmount: cents,
          PurchaseCreditType: "EarnestMoney",
        })),
      },
      REFINANCE: {
        RefinanceCashOutDeterminationType:
          isPurchase || loan.transactionType === undefined
            ? undefined
            : loan.transactionType === "cash_out"
              ? "CashOut"
              : "LimitedCashOut",
      },
      TERMS_OF_LOAN: {
        BaseLoanAmount: amount(loan.loanAmount),
        LoanPurposeType: loan.transactionType && (isPurchase ? "Purchase" : "Refinance"),
        MortgageType: program?.mortgage,
        NoteDate: loan.noteDate,
      },
      UNDERWRITING: {
        AUTOMATED_UNDERWRITINGS: { AUTOMATED_UNDERWRITING: { AutomatedUnderwritingSystemType: program?.system } },
      },
    },
    liabilities: (loan.disclosedLiabilities ?? []).map(({ creditor, monthlyPayment, type }) => ({
      LIABILITY_DETAIL: {
        LiabilityMonthlyPaymentAmount: mismoAmount(monthlyPayment),
        LiabilityType: DISCLOSED_LIABILITY_TYPES[type],
      },
      LIABILITY_HOLDER: { NAME: { FullName: creditor } },
    })),
    liabilitySummary: { TotalSubjectPropertyPayoffsAndPaymentsAmount: amount(loan.payoff) },
    interestedParties: (loan.interestedParties ?? []).map(partyNode),
    income: {
      CURRENT_INCOME_ITEMS: {
        CURRENT_INCOME_ITEM: {
          CURRENT_INCOME_ITEM_DETAIL: { CurrentIncomeMonthlyTotalAmount: amount(loan.monthlyIncome) },
        },
      },
    },
  };
}

function amount(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : mismoAmount(cents);
}

/** A container whose kind would mean nothing without its amount. */
function ofKind(cents: number | undefined, node: (text: string) => MismoNode): MismoNode | undefined {
  return cents === undefined ? undefined : node(mismoAmount(cents));
}

const COMPANY = /\b(?:llc|llp|lp|inc|corp|co|company|corporation)\b\.?$/i;

type InterestedParty = NonNullable<Loan["interestedParties"]>[number];

/** Our own word for a role goes with it, so that it is not lost to the model's list. */
function partyNode({ name, role }: InterestedParty): MismoNode {
  const known = INTERESTED_ROLES.find(({ words }) => words.includes(role.toLowerCase()));
  const FullName = cutTo(name, LENGTHS.FullName);
  return {
    ...(COMPANY.test(name)
      ? { LEGAL_ENTITY: { LEGAL_ENTITY_DETAIL: { FullName } } }
      : { INDIVIDUAL: { NAME: { FullName } } }),
    ROLES: {
      ROLE: {
        ROLE_DETAIL: {
          PartyRoleType: known?.type ?? "Other",
          PartyRoleTypeAdditionalDescription: role === known?.label ? undefined : role,
          PartyRoleTypeOtherDescription: known ? undefined : OTHER_INTERESTED_PARTY,
        },
      },
    },
  };
}
