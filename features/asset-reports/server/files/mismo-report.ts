import { disclaimerOf } from "#features/asset-reports/labels.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { termsInMismo } from "#features/borrowers/server/loan-file/write-terms.ts";
import { overlayNote } from "#features/underwriting/labels.ts";
import type { DebtRow, Figures, LoanParty } from "#features/underwriting/rules/evaluation.ts";
import { donorGroup } from "#features/underwriting/rules/gifts.ts";
import { COUNTS, LENDER_LOAN_LENGTH, LENGTHS, MISMO } from "#providers/mismo/element-model.ts";
import { cutTo, mismoAmount, type MismoNode, writeMismo } from "#providers/mismo/write-xml.ts";
import type { DocumentInput } from "../document/schema.ts";
import { type DocumentAccount, indexOf } from "../document/document-index.ts";

/**
 * The report for a loan origination system: the accounts that count, gifts, debts and the loan's terms, as one MISMO 3.4
 * deal that Desktop Underwriter's limits fit. Accounts have their mask only.
 */
export function mismoReport(input: DocumentInput): string {
  const { product, report, parsedReport, evaluation } = input;
  const { loan, borrowers } = evaluation.inputs;
  const people = borrowers.slice(0, COUNTS.borrowers);
  const terms = termsInMismo(loan);
  const assets = assetsOf(input);
  const debts = [...terms.liabilities.map((node) => ({ node, accountIds: [] })), ...foundDebts(input)];
  const liabilities = debts.slice(0, COUNTS.LIABILITY);
  const number = evaluation.printed.loanNumber;
  const message: MismoNode = {
    ABOUT_VERSIONS: {
      ABOUT_VERSION: { AboutVersionIdentifier: `${product.name} 1`, CreatedDatetime: evaluation.evaluatedAt },
    },
    DEAL_SETS: {
      DEAL_SET: {
        DEALS: {
          DEAL: {
            ASSETS: { ASSET: assets.map(({ node }, at) => ({ "@xlink:label": `ASSET_${at + 1}`, ...node })) },
            COLLATERALS: terms.collaterals,
            LIABILITIES: {
              LIABILITY: liabilities.map(({ node }, at) => ({ "@xlink:label": `LIABILITY_${at + 1}`, ...node })),
              LIABILITY_SUMMARY: terms.liabilitySummary,
            },
            LOANS: {
              LOAN: {
                "@LoanRoleType": "SubjectLoan",
                ...terms.subjectLoan,
                // A number that is cut would be another loan's.
                LOAN_IDENTIFIERS:
                  number !== null && number.length <= LENDER_LOAN_LENGTH
                    ? { LOAN_IDENTIFIER: { LoanIdentifier: number, LoanIdentifierType: "LenderLoan" } }
                    : undefined,
              },
            },
            PARTIES: {
              PARTY: [
                ...people.map((person, at) => borrowerNode(person, at, at === 0 ? terms.income : undefined)),
                ...terms.interestedParties,
              ].slice(0, COUNTS.PARTY),
            },
            RELATIONSHIPS: {
              RELATIONSHIP: [
                ...arcsOf(input, "ASSET", assets, people),
                ...arcsOf(input, "LIABILITY", liabilities, people),
              ],
            },
          },
        },
      },
    },
  };
  const { overlay } = evaluation.inputs.policy;
  const note = overlay ? ` ${overlayNote(overlay)}` : "";
  return writeMismo(message, `Report ${report.id}, evaluation ${evaluation.id}.${note} ${disclaimerOf(parsedReport)}`);
}

/** An asset or a debt, with the accounts it is about. */
interface Part {
  readonly node: MismoNode;
  readonly accountIds: readonly string[];
}

function borrowerNode(person: LoanParty, at: number, income: MismoNode | undefined): MismoNode {
  const { firstName, middleName, lastName, suffix } = person;
  return {
    INDIVIDUAL: {
      NAME: {
        FirstName: cutTo(firstName, LENGTHS.FirstName),
        LastName: cutTo(lastName, LENGTHS.LastName),
        MiddleName: middleName === null ? undefined : cutTo(middleName, LENGTHS.MiddleName),
        SuffixName: suffix !== null && suffix.length <= LENGTHS.SuffixName ? suffix : undefined,
      },
    },
    ROLES: {
      ROLE: {
        "@xlink:label": `BORROWER_${at + 1}`,
        BORROWER: { CURRENT_INCOME: income },
        ROLE_DETAIL: { PartyRoleType: "Borrower" },
      },
    },
  };
}

/** One for each person on the loan who is confirmed as an owner of the accounts. */
function arcsOf(
  { evaluation }: DocumentInput,
  kind: "ASSET" | "LIABILITY",
  parts: readonly Part[],
  people: readonly LoanParty[],
): MismoNode[] {
  const names = people.map(fullName);
  return parts.flatMap(({ accountIds }, at) => {
    const owners = evaluation.figures.owners
      .filter(({ accountId }) => accountIds.includes(accountId))
      .flatMap(({ persons }) => persons)
      .filter(({ standing }) => standing === "confirmed")
      .map(({ borrower }) => names.indexOf(borrower ?? ""));
    return [...new Set(owners)]
      .filter((place) => place !== -1)
      .sort((a, b) => a - b)
      .map((place) => ({
        "@xlink:from": `${kind}_${at + 1}`,
        "@xlink:to": `BORROWER_${place + 1}`,
        "@xlink:arcrole": `${MISMO.arcrole}${kind}_IsAssociatedWith_ROLE`,
      }));
  });
}

/** Gifts and the accounts that count; where there are more than fit, the largest. */
function assetsOf(input: DocumentInput): Part[] {
  const gifts = giftsOf(input).slice(0, COUNTS.ASSET);
  const accounts = indexOf(input)
    .accounts.flatMap((account) => accountPart(input, account))
    .sort((a, b) => b.cents - a.cents)
    .slice(0, COUNTS.ASSET - gifts.length);
  return [...accounts, ...gifts];
}

const BANK_TYPES: Readonly<Record<string, string>> = {
  checking: "CheckingAccount",
  "cash management": "CheckingAccount",
  savings: "SavingsAccount",
  "money market": "MoneyMarketFund",
  cd: "CertificateOfDepositTimeDeposit",
  "mutual fund": "MutualFund",
  brokerage: "Stock",
  trust: "TrustAccount",
  "life insurance": "LifeInsurance",
};
const RETIREMENT = /401|403|\bira\b|roth|keogh|\bsep\b|simple|pension|retirement/;

/** The model's type of an account that is an asset. */
function assetType(subtype: string): MismoNode {
  const plain = subtype.toLowerCase();
  if (Object.hasOwn(BANK_TYPES, plain)) return { AssetType: BANK_TYPES[plain] };
  if (RETIREMENT.test(plain)) return { AssetType: "RetirementFund" };
  return { AssetType: "Other", AssetTypeOtherDescription: "OtherLiquidAsset" };
}

/** The length of a mask: never more of an account's number, whatever a bank sends. */
const MASK = 4;

function accountPart(
  { parsedReport }: DocumentInput,
  { source, item, row }: DocumentAccount,
): (Part & { readonly cents: number })[] {
  if (!row?.isCounted || source.currentCents === null || source.currentCents < 0) return [];
  // Of an investment only what is vested and unpledged is the borrower's.
  const cents = source.type === "investment" ? Math.min(source.currentCents, row.countsCents) : source.currentCents;
  const isFromBank = parsedReport.source !== "files";
  const status = !isFromBank ? "NotVerified" : row.isConditional ? "ToBeVerified" : "Verified";
  const names = [...new Set(source.owners.flatMap((owner) => owner.names))];
  const node: MismoNode = {
    ASSET_DETAIL: {
      AssetAccountIdentifier: source.mask?.slice(-MASK),
      AssetAccountInNameOfDescription: cutTo(names.join(", "), LENGTHS.FullName),
      AssetCashOrMarketValueAmount: mismoAmount(cents),
      ...assetType(source.subtype ?? ""),
    },
    ASSET_DOCUMENTATIONS:
      row.daysShown > 0
        ? {
            ASSET_DOCUMENTATION: {
              AssetDocumentType: isFromBank ? "VerificationOfDeposit" : undefined,
              AssetVerificationRangeCount: String(row.daysShown),
              AssetVerificationRangeType: "MostRecentDays",
            },
          }
        : undefined,
    ASSET_HOLDER: { NAME: { FullName: cutTo(item.institutionName, LENGTHS.FullName) } },
    VERIFICATION: { VerificationDate: row.asOf, VerificationStatusType: status },
  };
  return [{ node, accountIds: [source.id], cents }];
}

/** Accepted gifts, unless the loan's program never counts them. */
function giftsOf({ evaluation }: DocumentInput): Part[] {
  const { program } = evaluation.inputs.loan;
  const own = evaluation.programs.find((one) => one === program);
  const outcomesOf = ({ outcomes }: Figures["gifts"][number]) =>
    own ? [outcomes[own]] : [outcomes.fannie, outcomes.freddie];
  return evaluation.figures.gifts
    .filter((gift) => !outcomesOf(gift).includes("never"))
    .map((gift) => ({
      accountIds: [],
      node: {
        ASSET_DETAIL: {
          AssetCashOrMarketValueAmount: mismoAmount(gift.cents),
          AssetType: "GiftOfCash",
          ...fundsSource(gift.relationship),
          EXTENSION: {
            OTHER: {
              "ULAD:ASSET_DETAIL_EXTENSION": {
                "ULAD:IncludedInAssetAccountIndicator": String(gift.transactionId !== null),
              },
            },
          },
        },
        VERIFICATION: {
          VerificationStatusType: outcomesOf(gift).every((one) => one === "counts") ? "Verified" : "ToBeVerified",
        },
      },
    }));
}

const PARENT = /^(?!.*\bin\W?laws?\b).*\b(?:step)?(?:mother|father|parents?|mom|mum|dad)\b/i;

/** Whose money a gift is. The relationship is in the lender's words, and stays in them where the model has none. */
function fundsSource(relationship: string): MismoNode {
  switch (donorGroup(relationship)) {
    case "family":
      return { FundsSourceType: PARENT.test(relationship) ? "Parent" : "Relative" };
    case "partner":
      return { FundsSourceType: "UnmarriedPartner" };
    case "employer":
      return { FundsSourceType: "Employer" };
    case "friend":
      return { FundsSourceType: "UnrelatedFriend" };
    case "charity":
      if (/church/i.test(relationship)) return { FundsSourceType: "ReligiousNonProfit" };
      return otherSource(relationship);
    case "familial":
    case "unknown":
      return otherSource(relationship);
  }
}

function otherSource(relationship: string): MismoNode {
  return { FundsSourceType: "Other", FundsSourceTypeOtherDescription: cutTo(relationship, LENGTHS.FirstName) };
}

const DEBT_TYPES: Readonly<Record<DebtRow["kind"], string>> = {
  loan: "Installment",
  bnpl: "Installment",
  card: "Revolving",
  lease: "LeasePayment",
  mortgage: "MortgageLoan",
  support: "Other",
  tax_plan: "Other",
};

/** Debts that the payments show and the application does not disclose, the largest payments first. */
function foundDebts(input: DocumentInput): Part[] {
  const index = indexOf(input);
  return input.evaluation.figures.debts
    .filter(({ isActive, isDisclosed, isConfirmedNoDebt }) => isActive && !isDisclosed && !isConfirmedNoDebt)
    .toSorted((a, b) => (b.monthlyCents ?? b.medianCents) - (a.monthlyCents ?? a.medianCents))
    .map(({ creditor, kind, monthlyCents, transactionIds }) => ({
      accountIds: transactionIds.flatMap((id) => index.line(id)?.account.source.id ?? []),
      node: {
        LIABILITY_DETAIL: {
          LiabilityMonthlyPaymentAmount: monthlyCents === null ? undefined : mismoAmount(monthlyCents),
          LiabilityType: DEBT_TYPES[kind],
        },
        LIABILITY_HOLDER: { NAME: { FullName: cutTo(creditor, LENGTHS.FullName) } },
      },
    }));
}
