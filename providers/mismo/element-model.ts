/**
 * The part of the MISMO 3.4 reference model (B324) that we write and read: order of children, values and lengths. Written
 * by hand: MISMO's schemas are licensed and not part of this repository. Sources: the order of B324 as generated Java
 * classes and schema sets in public repositories show it (read 2026-11-23), Fannie Mae's DU Spec 1.9.1 samples for
 * extensions, lengths and counts.
 */
export const MISMO = {
  namespace: "http://www.mismo.org/residential/2009/schemas",
  version: "3.4.032420160128",
  arcrole: "urn:fdc:mismo.org:2009:residential/",
} as const;

/** Prefixes of the other namespaces, as our element names have them: `ULAD:ASSET_DETAIL_EXTENSION`. */
export const NAMESPACES = {
  xlink: "http://www.w3.org/1999/xlink",
  ULAD: "http://www.datamodelextension.org/Schema/ULAD",
  DU: "http://www.datamodelextension.org/Schema/DU",
} as const;

/** Children of each container, in order. A star marks what may repeat. */
const CONTAINERS: Readonly<Record<string, string>> = {
  MESSAGE: "ABOUT_VERSIONS DEAL_SETS RELATIONSHIPS",
  ABOUT_VERSIONS: "ABOUT_VERSION*",
  ABOUT_VERSION: "AboutVersionIdentifier CreatedDatetime",
  DEAL_SETS: "DEAL_SET*",
  DEAL_SET: "DEALS",
  DEALS: "DEAL*",
  DEAL: "ASSETS COLLATERALS DEAL_DETAIL EXPENSES LIABILITIES LOANS PARTIES RELATIONSHIPS SERVICES",
  ASSETS: "ASSET* ASSET_SUMMARY",
  ASSET: "ASSET_DETAIL ASSET_DOCUMENTATIONS ASSET_HOLDER OWNED_PROPERTY VERIFICATION",
  ASSET_DETAIL:
    "AssetAccountIdentifier AssetAccountInNameOfDescription AssetAccountType AssetCashOrMarketValueAmount " +
    "AssetDescription AssetType AssetTypeOtherDescription FundsSourceType FundsSourceTypeOtherDescription " +
    "StockBondMutualFundShareCount VerifiedIndicator EXTENSION",
  "ASSET_DETAIL/EXTENSION": "OTHER",
  "ASSET_DETAIL/EXTENSION/OTHER": "ULAD:ASSET_DETAIL_EXTENSION",
  "ULAD:ASSET_DETAIL_EXTENSION": "ULAD:IncludedInAssetAccountIndicator",
  ASSET_DOCUMENTATIONS: "ASSET_DOCUMENTATION*",
  ASSET_DOCUMENTATION: "AssetDocumentType AssetVerificationRangeCount AssetVerificationRangeType",
  ASSET_HOLDER: "ADDRESS NAME",
  VERIFICATION: "VerificationByName VerificationDate VerificationMethodType VerificationStatusType",
  COLLATERALS: "COLLATERAL*",
  COLLATERAL: "SUBJECT_PROPERTY",
  SUBJECT_PROPERTY: "ADDRESS PROPERTY_DETAIL PROPERTY_VALUATIONS SALES_CONTRACTS",
  PROPERTY_DETAIL: "FinancedUnitCount PropertyEstimatedValueAmount PropertyUsageType",
  PROPERTY_VALUATIONS: "PROPERTY_VALUATION*",
  PROPERTY_VALUATION: "PROPERTY_VALUATION_DETAIL",
  PROPERTY_VALUATION_DETAIL: "PropertyValuationAmount",
  SALES_CONTRACTS: "SALES_CONTRACT*",
  SALES_CONTRACT: "SALES_CONCESSIONS SALES_CONTRACT_DETAIL",
  SALES_CONCESSIONS: "SALES_CONCESSION*",
  SALES_CONCESSION: "SalesConcessionAmount",
  SALES_CONTRACT_DETAIL: "SalesContractAmount SalesContractDate",
  LIABILITIES: "LIABILITY* LIABILITY_SUMMARY",
  LIABILITY: "LIABILITY_DETAIL LIABILITY_HOLDER PAYOFF",
  LIABILITY_DETAIL:
    "LiabilityAccountIdentifier LiabilityExclusionIndicator LiabilityMonthlyPaymentAmount " +
    "LiabilityPayoffStatusIndicator LiabilityRemainingTermMonthsCount LiabilityType LiabilityUnpaidBalanceAmount",
  LIABILITY_HOLDER: "NAME",
  LIABILITY_SUMMARY: "TotalSubjectPropertyPayoffsAndPaymentsAmount",
  LOANS: "LOAN*",
  LOAN:
    "CLOSING_INFORMATION DOCUMENT_SPECIFIC_DATA_SETS HOUSING_EXPENSES LOAN_DETAIL LOAN_IDENTIFIERS LOAN_PRODUCT " +
    "PURCHASE_CREDITS QUALIFICATION REFINANCE TERMS_OF_LOAN UNDERWRITING EXTENSION",
  CLOSING_INFORMATION: "CLOSING_ADJUSTMENT_ITEMS CLOSING_INFORMATION_DETAIL",
  CLOSING_ADJUSTMENT_ITEMS: "CLOSING_ADJUSTMENT_ITEM*",
  CLOSING_ADJUSTMENT_ITEM: "CLOSING_ADJUSTMENT_ITEM_DETAIL",
  CLOSING_ADJUSTMENT_ITEM_DETAIL: "ClosingAdjustmentItemAmount ClosingAdjustmentItemType",
  CLOSING_INFORMATION_DETAIL: "DisbursementDate LoanEstimatedClosingDate",
  DOCUMENT_SPECIFIC_DATA_SETS: "DOCUMENT_SPECIFIC_DATA_SET*",
  DOCUMENT_SPECIFIC_DATA_SET: "URLA",
  URLA: "URLA_DETAIL URLA_TOTAL",
  URLA_DETAIL:
    "EstimatedClosingCostsAmount MIAndFundingFeeFinancedAmount MIAndFundingFeeTotalAmount " +
    "PrepaidItemsEstimatedAmount PurchasePriceAmount",
  URLA_TOTAL: "EXTENSION",
  "URLA_TOTAL/EXTENSION": "OTHER",
  "URLA_TOTAL/EXTENSION/OTHER": "ULAD:URLA_TOTAL_EXTENSION",
  "ULAD:URLA_TOTAL_EXTENSION": "ULAD:URLATotalSellerCreditsAmount",
  HOUSING_EXPENSES: "HOUSING_EXPENSE*",
  HOUSING_EXPENSE: "HousingExpensePaymentAmount HousingExpenseTimingType HousingExpenseType",
  LOAN_DETAIL: "ApplicationReceivedDate TotalSubordinateFinancingAmount",
  LOAN_IDENTIFIERS: "LOAN_IDENTIFIER*",
  LOAN_IDENTIFIER: "LoanIdentifier LoanIdentifierType",
  PURCHASE_CREDITS: "PURCHASE_CREDIT*",
  PURCHASE_CREDIT: "PurchaseCreditAmount PurchaseCreditSourceType PurchaseCreditType",
  REFINANCE: "RefinanceCashOutDeterminationType",
  TERMS_OF_LOAN: "BaseLoanAmount LienPriorityType LoanPurposeType MortgageType NoteAmount NoteDate NoteRatePercent",
  UNDERWRITING: "AUTOMATED_UNDERWRITINGS",
  AUTOMATED_UNDERWRITINGS: "AUTOMATED_UNDERWRITING*",
  AUTOMATED_UNDERWRITING: "AutomatedUnderwritingSystemType",
  PARTIES: "PARTY*",
  PARTY: "INDIVIDUAL LEGAL_ENTITY ADDRESSES ROLES TAXPAYER_IDENTIFIERS",
  INDIVIDUAL: "CONTACT_POINTS NAME",
  CONTACT_POINTS: "CONTACT_POINT*",
  CONTACT_POINT: "CONTACT_POINT_EMAIL CONTACT_POINT_TELEPHONE CONTACT_POINT_DETAIL",
  CONTACT_POINT_EMAIL: "ContactPointEmailValue",
  CONTACT_POINT_TELEPHONE: "ContactPointTelephoneValue",
  CONTACT_POINT_DETAIL: "ContactPointRoleType",
  NAME: "FirstName FullName LastName MiddleName SuffixName",
  LEGAL_ENTITY: "LEGAL_ENTITY_DETAIL",
  LEGAL_ENTITY_DETAIL: "FullName",
  ROLES: "ROLE*",
  ROLE: "BORROWER ROLE_DETAIL",
  BORROWER: "CURRENT_INCOME",
  CURRENT_INCOME: "CURRENT_INCOME_ITEMS",
  CURRENT_INCOME_ITEMS: "CURRENT_INCOME_ITEM*",
  CURRENT_INCOME_ITEM: "CURRENT_INCOME_ITEM_DETAIL",
  CURRENT_INCOME_ITEM_DETAIL: "CurrentIncomeMonthlyTotalAmount",
  ROLE_DETAIL: "PartyRoleType PartyRoleTypeAdditionalDescription PartyRoleTypeOtherDescription",
  RELATIONSHIPS: "RELATIONSHIP*",
  RELATIONSHIP: "",
};

export interface Child {
  readonly name: string;
  readonly mayRepeat: boolean;
}

const CHILDREN = new Map(
  Object.entries(CONTAINERS).map(([name, children]) => [
    name,
    children
      .split(" ")
      .filter(Boolean)
      .map((child): Child => ({ name: child.replace("*", ""), mayRepeat: child.endsWith("*") })),
  ]),
);

/** The children that the last container of a path may have, in order; `undefined` for a leaf or an unknown element. */
export function childrenIn(path: readonly string[]): readonly Child[] | undefined {
  const [name = ""] = path.slice(-1);
  return CHILDREN.get(path.slice(-3).join("/")) ?? CHILDREN.get(path.slice(-2).join("/")) ?? CHILDREN.get(name);
}

/** Values of elements whose name ends in `Type`. */
export const VALUES = {
  AssetType: [
    ...["Annuity", "Automobile", "Boat", "Bond", "BorrowerEstimatedTotalAssets", "BorrowerPrimaryHome"],
    ...["BridgeLoanNotDeposited", "CashOnHand", "CertificateOfDepositTimeDeposit", "CheckingAccount"],
    ...["EarnestMoneyCashDepositTowardPurchase", "EmployerAssistance", "GiftOfCash", "GiftOfPropertyEquity"],
    ...["GiftsTotal", "Grant", "IndividualDevelopmentAccount", "LifeInsurance", "MoneyMarketFund", "MutualFund"],
    ...["NetWorthOfBusinessOwned", "Other", "PendingNetSaleProceedsFromRealEstateAssets"],
    ...["ProceedsFromSaleOfNonRealEstateAsset", "ProceedsFromSecuredLoan", "ProceedsFromUnsecuredLoan"],
    ...["RealEstateOwned", "RecreationalVehicle", "RelocationMoney", "RetirementFund", "SaleOtherAssets"],
    ...["SavingsAccount", "SavingsBond", "SeverancePackage", "Stock", "StockOptions", "TrustAccount"],
  ],
  FundsSourceType: [
    ...["Borrower", "Builder", "CommunityNonProfit", "Employer", "FederalAgency", "Institutional", "Lender"],
    ...["LocalAgency", "NonOriginatingFinancialInstitution", "NonParentRelative", "Other", "Parent"],
    ...["PropertySeller", "Relative", "ReligiousNonProfit", "RuralHousingService", "StateAgency", "Unknown"],
    ...["UnmarriedPartner", "UnrelatedFriend"],
  ],
  AssetDocumentType: [
    ...["BankStatement", "FinancialStatement", "InvestmentAccountStatement", "Other", "Receipt"],
    ...["RelocationBuyoutAgreement", "RetirementAccountStatement", "SettlementStatement", "VerbalStatement"],
    "VerificationOfDeposit",
  ],
  AssetVerificationRangeType: [
    ...["MostRecentDays", "MostRecentMonths", "MostRecentYear", "Other", "PaymentPeriod", "StatementPeriod"],
  ],
  VerificationStatusType: ["NotVerified", "ToBeVerified", "Verified"],
  PropertyUsageType: ["Investment", "Other", "PrimaryResidence", "SecondHome"],
  LiabilityType: [
    ...["CollectionsJudgmentsAndLiens", "DeferredStudentLoan", "HELOC", "Installment", "LeasePayment", "MortgageLoan"],
    ...["Open30DayChargeAccount", "Other", "Revolving", "TaxLien"],
  ],
  ClosingAdjustmentItemType: ["LenderCredit"],
  HousingExpenseTimingType: ["Present", "Proposed"],
  HousingExpenseType: [
    ...["FirstMortgagePITI", "FirstMortgagePrincipalAndInterest", "FloodInsurance", "GroundRent"],
    ...["HomeownersAssociationDuesAndCondominiumFees", "HomeownersInsurance", "MIPremium", "Other"],
    ...["OtherMortgageLoanPrincipalAndInterest", "RealEstateTax", "Rent", "SupplementalPropertyInsurance"],
  ],
  LoanIdentifierType: ["AgencyCase", "InvestorLoan", "LenderLoan", "MERS_MIN", "UniversalLoan"],
  LienPriorityType: ["FirstLien", "SecondLien"],
  PurchaseCreditType: [
    ...["BuydownFund", "CommitmentOriginationFee", "EarnestMoney", "EmployerAssistedHousing"],
    ...["FederalAgencyFundingFeeRefund", "GiftOfEquity", "LeasePurchaseFund", "MIPremiumRefund", "Other"],
    ...["RelocationFunds", "SweatEquity", "TradeEquity", "TradeEquityFromPropertySwap"],
  ],
  RefinanceCashOutDeterminationType: ["CashOut", "LimitedCashOut", "NoCashOut", "Unknown"],
  LoanPurposeType: ["MortgageModification", "Other", "Purchase", "Refinance", "Unknown"],
  MortgageType: [
    ...["Conventional", "FHA", "LocalAgency", "Other", "PublicAndIndianHousing", "StateAgency"],
    ...["USDARuralDevelopment", "VA"],
  ],
  AutomatedUnderwritingSystemType: ["DesktopUnderwriter", "LoanProspector", "Other"],
  PartyRoleType: ["Borrower", "Builder", "GiftDonor", "LoanOriginator", "Other", "PropertySeller", "RealEstateAgent"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Characters that Desktop Underwriter reads of an element. */
export const LENGTHS = {
  AssetAccountIdentifier: 30,
  LiabilityAccountIdentifier: 30,
  FullName: 150,
  FirstName: 35,
  MiddleName: 35,
  LastName: 35,
  SuffixName: 4,
  ContactPointEmailValue: 80,
  ContactPointTelephoneValue: 10,
} as const;

/** The number of the loan at the lender, as Desktop Underwriter reads it. */
export const LENDER_LOAN_LENGTH = 15;

/** So many of an element Desktop Underwriter reads in a deal. */
export const COUNTS = { ASSET: 50, LIABILITY: 50, PARTY: 10, LOAN: 4, PURCHASE_CREDIT: 12, borrowers: 4 } as const;
