import { MISMO, NAMESPACES } from "#providers/mismo/element-model.ts";

/** A file with elements that we do not read, as loan origination systems write them; its values are our own. */
export function aLoanFile(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<MESSAGE xmlns="${MISMO.namespace}" xmlns:ULAD="${NAMESPACES.ULAD}" xmlns:xlink="${NAMESPACES.xlink}" MISMOReferenceModelIdentifier="${MISMO.version}">
<DEAL_SETS><DEAL_SET><DEALS><DEAL>
<COLLATERALS><COLLATERAL><SUBJECT_PROPERTY>
<ADDRESS><CityName>Austin</CityName><StateCode>TX</StateCode></ADDRESS>
<PROPERTY_DETAIL><AttachmentType>Detached</AttachmentType>
<FinancedUnitCount>1</FinancedUnitCount>
<PropertyEstimatedValueAmount>149000.00</PropertyEstimatedValueAmount>
<PropertyUsageType>PrimaryResidence</PropertyUsageType></PROPERTY_DETAIL>
<PROPERTY_VALUATIONS><PROPERTY_VALUATION><PROPERTY_VALUATION_DETAIL>
<PropertyValuationAmount>151000.00</PropertyValuationAmount></PROPERTY_VALUATION_DETAIL></PROPERTY_VALUATION></PROPERTY_VALUATIONS>
<SALES_CONTRACTS><SALES_CONTRACT>
<SALES_CONCESSIONS><SALES_CONCESSION><SalesConcessionAmount>750.00</SalesConcessionAmount></SALES_CONCESSION></SALES_CONCESSIONS>
<SALES_CONTRACT_DETAIL><SalesContractAmount>151000.00</SalesContractAmount></SALES_CONTRACT_DETAIL>
</SALES_CONTRACT></SALES_CONTRACTS></SUBJECT_PROPERTY></COLLATERAL></COLLATERALS>
<LIABILITIES>
<LIABILITY><LIABILITY_DETAIL><LiabilityAccountIdentifier>3563A019732</LiabilityAccountIdentifier>
<LiabilityMonthlyPaymentAmount>123.00</LiabilityMonthlyPaymentAmount><LiabilityType>Installment</LiabilityType></LIABILITY_DETAIL>
<LIABILITY_HOLDER><NAME><FullName>Mountain Bank</FullName></NAME></LIABILITY_HOLDER></LIABILITY>
<LIABILITY><LIABILITY_DETAIL><LiabilityMonthlyPaymentAmount>44.00</LiabilityMonthlyPaymentAmount><LiabilityType>Revolving</LiabilityType></LIABILITY_DETAIL>
<LIABILITY_HOLDER><NAME><FullName>Hemlocks</FullName></NAME></LIABILITY_HOLDER></LIABILITY>
</LIABILITIES>
<LOANS><LOAN LoanRoleType="SubjectLoan" xlink:label="LOAN_1">
<AMORTIZATION><AMORTIZATION_RULE><AmortizationType>Fixed</AmortizationType></AMORTIZATION_RULE></AMORTIZATION>
<DOCUMENT_SPECIFIC_DATA_SETS><DOCUMENT_SPECIFIC_DATA_SET><URLA><URLA_DETAIL>
<EstimatedClosingCostsAmount>1800.00</EstimatedClosingCostsAmount>
<MIAndFundingFeeFinancedAmount>2493.00</MIAndFundingFeeFinancedAmount>
<PrepaidItemsEstimatedAmount>799.00</PrepaidItemsEstimatedAmount></URLA_DETAIL>
<URLA_TOTAL><EXTENSION><OTHER><ULAD:URLA_TOTAL_EXTENSION>
<ULAD:URLATotalSellerCreditsAmount>2000.00</ULAD:URLATotalSellerCreditsAmount>
</ULAD:URLA_TOTAL_EXTENSION></OTHER></EXTENSION></URLA_TOTAL></URLA></DOCUMENT_SPECIFIC_DATA_SET></DOCUMENT_SPECIFIC_DATA_SETS>
<HOUSING_EXPENSES>
${expense("631.02", "FirstMortgagePrincipalAndInterest")}
${expense("27.00", "OtherMortgageLoanPrincipalAndInterest")}
${expense("53.00", "HomeownersInsurance")}
${expense("86.00", "RealEstateTax")}
${expense("35.00", "HomeownersAssociationDuesAndCondominiumFees")}
${expense("1400.00", "Rent", "Present")}
</HOUSING_EXPENSES>
<LOAN_DETAIL><BalloonIndicator>false</BalloonIndicator><TotalSubordinateFinancingAmount>4500.00</TotalSubordinateFinancingAmount></LOAN_DETAIL>
<LOAN_IDENTIFIERS><LOAN_IDENTIFIER><LoanIdentifier>100012300000000004</LoanIdentifier><LoanIdentifierType>MERS_MIN</LoanIdentifierType></LOAN_IDENTIFIER>
<LOAN_IDENTIFIER><LoanIdentifier>LN-2026-0042</LoanIdentifier><LoanIdentifierType>LenderLoan</LoanIdentifierType></LOAN_IDENTIFIER></LOAN_IDENTIFIERS>
<PURCHASE_CREDITS>
<PURCHASE_CREDIT>
<PurchaseCreditAmount>368.00</PurchaseCreditAmount><PurchaseCreditSourceType>BorrowerPaidOutsideClosing</PurchaseCreditSourceType></PURCHASE_CREDIT>
<PURCHASE_CREDIT><PurchaseCreditAmount>1000.00</PurchaseCreditAmount><PurchaseCreditType>EarnestMoney</PurchaseCreditType></PURCHASE_CREDIT>
<PURCHASE_CREDIT><PurchaseCreditAmount>75.00</PurchaseCreditAmount><PurchaseCreditSourceType>RealEstateAgent</PurchaseCreditSourceType></PURCHASE_CREDIT>
</PURCHASE_CREDITS>
<TERMS_OF_LOAN><BaseLoanAmount>142500.00</BaseLoanAmount><LoanPurposeType>Purchase</LoanPurposeType>
<MortgageType>FHA</MortgageType><NoteRatePercent>3.250</NoteRatePercent></TERMS_OF_LOAN></LOAN>
<LOAN LoanRoleType="RelatedLoan"><TERMS_OF_LOAN><LienPriorityType>SecondLien</LienPriorityType><NoteAmount>4500.00</NoteAmount></TERMS_OF_LOAN></LOAN>
</LOANS>
<PARTIES>
<PARTY><INDIVIDUAL><CONTACT_POINTS>
<CONTACT_POINT><CONTACT_POINT_EMAIL><ContactPointEmailValue>dana@example.net</ContactPointEmailValue></CONTACT_POINT_EMAIL></CONTACT_POINT>
${phone("5125550100", "Home")}
${phone("5125550142", "Mobile")}
</CONTACT_POINTS><NAME><FirstName>Dana</FirstName><LastName>Reyes</LastName></NAME></INDIVIDUAL>
<ROLES><ROLE xlink:label="BORROWER_1"><BORROWER><CURRENT_INCOME><CURRENT_INCOME_ITEMS>
${income("5000.00")}
${income("250.00")}
</CURRENT_INCOME_ITEMS></CURRENT_INCOME></BORROWER><ROLE_DETAIL><PartyRoleType>Borrower</PartyRoleType></ROLE_DETAIL></ROLE></ROLES>
<TAXPAYER_IDENTIFIERS><TAXPAYER_IDENTIFIER><TaxpayerIdentifierType>SocialSecurityNumber</TaxpayerIdentifierType><TaxpayerIdentifierValue>991919991</TaxpayerIdentifierValue></TAXPAYER_IDENTIFIER></TAXPAYER_IDENTIFIERS></PARTY>
<PARTY><INDIVIDUAL><NAME><FirstName>Lee</FirstName><LastName>Reyes</LastName><MiddleName>N</MiddleName><SuffixName>JR</SuffixName></NAME></INDIVIDUAL>
<ROLES><ROLE xlink:label="BORROWER_2"><BORROWER><CURRENT_INCOME><CURRENT_INCOME_ITEMS>
${income("10000.00")}
</CURRENT_INCOME_ITEMS></CURRENT_INCOME></BORROWER><ROLE_DETAIL><PartyRoleType>Borrower</PartyRoleType></ROLE_DETAIL></ROLE></ROLES></PARTY>
<PARTY><INDIVIDUAL><NAME><FirstName>Alicia</FirstName><LastName>Owens</LastName></NAME></INDIVIDUAL>
<ROLES><ROLE><ROLE_DETAIL><PartyRoleType>PropertySeller</PartyRoleType></ROLE_DETAIL></ROLE></ROLES></PARTY>
<PARTY><LEGAL_ENTITY><LEGAL_ENTITY_DETAIL><FullName>Acme Lending</FullName></LEGAL_ENTITY_DETAIL></LEGAL_ENTITY>
<ROLES><ROLE><ROLE_DETAIL><PartyRoleType>LoanOriginationCompany</PartyRoleType></ROLE_DETAIL></ROLE></ROLES></PARTY>
</PARTIES>
</DEAL></DEALS></DEAL_SET></DEAL_SETS></MESSAGE>
`;
}

function expense(amount: string, type: string, timing = "Proposed"): string {
  return (
    `<HOUSING_EXPENSE><HousingExpensePaymentAmount>${amount}</HousingExpensePaymentAmount>` +
    `<HousingExpenseTimingType>${timing}</HousingExpenseTimingType><HousingExpenseType>${type}</HousingExpenseType></HOUSING_EXPENSE>`
  );
}

function income(amount: string): string {
  return (
    "<CURRENT_INCOME_ITEM><CURRENT_INCOME_ITEM_DETAIL>" +
    `<CurrentIncomeMonthlyTotalAmount>${amount}</CurrentIncomeMonthlyTotalAmount><IncomeType>Base</IncomeType>` +
    "</CURRENT_INCOME_ITEM_DETAIL></CURRENT_INCOME_ITEM>"
  );
}

function phone(number: string, role: string): string {
  return (
    `<CONTACT_POINT><CONTACT_POINT_TELEPHONE><ContactPointTelephoneValue>${number}</ContactPointTelephoneValue></CONTACT_POINT_TELEPHONE>` +
    `<CONTACT_POINT_DETAIL><ContactPointRoleType>${role}</ContactPointRoleType></CONTACT_POINT_DETAIL></CONTACT_POINT>`
  );
}
