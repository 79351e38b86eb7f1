// Files of loan origination systems: a loan is imported, and its report is downloaded as MISMO and for Freddie Mac.
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { findOwnBorrower, listBorrowers } from "../../features/borrowers/contract.ts";
import { apiPerson, bodyOf } from "../api.ts";
import { test } from "../fixtures.ts";
import { logIn } from "../login.ts";
import { newPerson } from "../new-person.ts";
import { knownBy } from "../visitors.ts";

const NAMESPACE = "http://www.mismo.org/residential/2009/schemas";

const expense = (amount: string, type: string) =>
  `<HOUSING_EXPENSE><HousingExpensePaymentAmount>${amount}</HousingExpensePaymentAmount>` +
  `<HousingExpenseTimingType>Proposed</HousingExpenseTimingType><HousingExpenseType>${type}</HousingExpenseType></HOUSING_EXPENSE>`;

const party = (first: string, email: string) =>
  `<PARTY><INDIVIDUAL>${email && `<CONTACT_POINTS><CONTACT_POINT><CONTACT_POINT_EMAIL><ContactPointEmailValue>${email}</ContactPointEmailValue></CONTACT_POINT_EMAIL></CONTACT_POINT></CONTACT_POINTS>`}` +
  `<NAME><FirstName>${first}</FirstName><LastName>Reyes</LastName></NAME></INDIVIDUAL>` +
  `<ROLES><ROLE><ROLE_DETAIL><PartyRoleType>Borrower</PartyRoleType></ROLE_DETAIL></ROLE></ROLES></PARTY>`;

const loanFile = ({ price, number }: { price: string; number: string }) => ({
  name: "loan.xml",
  mimeType: "text/xml",
  buffer: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<MESSAGE xmlns="${NAMESPACE}" MISMOReferenceModelIdentifier="3.4.032420160128"><DEAL_SETS><DEAL_SET><DEALS><DEAL>
<COLLATERALS><COLLATERAL><SUBJECT_PROPERTY>
<PROPERTY_DETAIL><FinancedUnitCount>1</FinancedUnitCount><PropertyUsageType>PrimaryResidence</PropertyUsageType></PROPERTY_DETAIL>
<SALES_CONTRACTS><SALES_CONTRACT><SALES_CONTRACT_DETAIL>
<SalesContractAmount>${price}</SalesContractAmount>
</SALES_CONTRACT_DETAIL></SALES_CONTRACT></SALES_CONTRACTS></SUBJECT_PROPERTY></COLLATERAL></COLLATERALS>
<LIABILITIES><LIABILITY><LIABILITY_DETAIL><LiabilityMonthlyPaymentAmount>312.50</LiabilityMonthlyPaymentAmount>
<LiabilityType>Installment</LiabilityType></LIABILITY_DETAIL><LIABILITY_HOLDER><NAME><FullName>Mountain Bank</FullName></NAME></LIABILITY_HOLDER></LIABILITY></LIABILITIES>
<LOANS><LOAN LoanRoleType="SubjectLoan">
<HOUSING_EXPENSES>${expense("2149.29", "FirstMortgagePrincipalAndInterest")}${expense("312.00", "RealEstateTax")}</HOUSING_EXPENSES>
<LOAN_IDENTIFIERS><LOAN_IDENTIFIER><LoanIdentifier>${number}</LoanIdentifier><LoanIdentifierType>LenderLoan</LoanIdentifierType></LOAN_IDENTIFIER></LOAN_IDENTIFIERS>
<PURCHASE_CREDITS><PURCHASE_CREDIT><PurchaseCreditAmount>10000.00</PurchaseCreditAmount><PurchaseCreditType>EarnestMoney</PurchaseCreditType></PURCHASE_CREDIT></PURCHASE_CREDITS>
<TERMS_OF_LOAN><BaseLoanAmount>340000.00</BaseLoanAmount><LoanPurposeType>Purchase</LoanPurposeType><MortgageType>FHA</MortgageType></TERMS_OF_LOAN>
</LOAN></LOANS>
<PARTIES>${party("Dana", "dana.reyes@example.net")}${party("Lee", "")}</PARTIES>
</DEAL></DEALS></DEAL_SET></DEAL_SETS></MESSAGE>`),
});

test("a loan is previewed with its errors, imported by keyboard on a phone, and updated by a later file", async ({
  visitors,
}) => {
  const { email, password, api } = await newPerson();
  const page = await visitors.arrive({ viewport: { width: 390, height: 844 } });
  await logIn(page, email, password);
  await page.goto("/account/borrowers/import");
  const chooser = page.getByLabel("Borrower file");
  await chooser.setInputFiles({
    ...loanFile({ price: "425000.00", number: "x" }),
    buffer: Buffer.from('<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><m>&a;</m>'),
  });
  await expect(page.getByText("declares a document type")).toBeVisible();

  await chooser.setInputFiles(loanFile({ price: "425,00", number: "LN-2026-0042" }));
  await expect(page.getByRole("heading", { name: "Dana Reyes and Lee Reyes" })).toBeVisible();
  await expect(page.getByText("Sales price: 425,00 is not an amount (line 6)")).toBeVisible();
  await expect(page.getByText(/Still needed for an answer: .*sales price/)).toBeVisible();
  await page.getByLabel("Email of Lee Reyes").focus();
  await page.keyboard.type("lee.reyes@example.net");
  expect(await page.evaluate(() => document.documentElement.scrollWidth), "nothing is cut at 390 px").toBe(390);
  await page.getByLabel("Send the invitations now").uncheck();
  await page.getByRole("button", { name: "Import 1 loan" }).press("Enter");
  await expect(page.getByText("Imported", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Open the borrower" }).press("Enter");
  await expect(page.getByText("Earnest money deposit")).toBeVisible();
  const id = page.url().split("/").at(-1)!; // the address of a borrower ends in it
  const imported = bodyOf(await api.send(findOwnBorrower, { id }));
  expect(imported).toMatchObject({
    coBorrowers: [{ firstName: "Lee", email: "lee.reyes@example.net" }],
    loan: { program: "fha", pitia: 246_129, emd: 1_000_000, disclosedLiabilities: [{ monthlyPayment: 31_250 }] },
  });
  expect(imported.loan.salesPrice).toBeUndefined();

  await page.goto("/account/borrowers/import");
  await chooser.setInputFiles(loanFile({ price: "425000.00", number: "LN-2026-0042" }));
  await expect(page.getByText("Dana Reyes is already in your list")).toBeVisible();
  await page.getByRole("button", { name: "Update 1 loan" }).click();
  await expect(page.getByText("Updated", { exact: true })).toBeVisible();
  expect(bodyOf(await api.send(findOwnBorrower, { id })).loan.salesPrice).toBe(42_500_000);
});

test("a report is downloaded as MISMO and for Freddie Mac, and its MISMO file is recognized", async ({ visitors }) => {
  const officer = await apiPerson("registered@example.com");
  const { body: borrowers } = await officer.send(listBorrowers);
  const borrower = borrowers.find((one) => one.latestReportId !== null && one.loanNumber !== null)!; // the sample lender has one
  const page = await visitors.arrive(knownBy(officer));
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  const downloaded = async (label: string) => {
    await page.getByRole("button", { name: "More formats and sharing" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: label }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };
  const mismo = await downloaded("Download MISMO 3.4");
  expect(mismo.name).toMatch(/\.mismo\.xml$/);
  expect(mismo.text).toContain(`<LoanIdentifier>${borrower.loanNumber}</LoanIdentifier>`);
  expect(mismo.text).toMatch(/<AssetAccountIdentifier>\w{1,4}<\/AssetAccountIdentifier>/);
  const freddie = await downloaded("Download Freddie Mac JSON");
  expect(freddie.name).toMatch(/\.freddie-mac\.json$/);
  const form = JSON.parse(freddie.text) as { DEAL: { SERVICES: { SERVICE: { VERIFICATION_OF_ASSET: object } } } };
  expect(form.DEAL.SERVICES.SERVICE.VERIFICATION_OF_ASSET).toHaveProperty(
    ["REPORTING_INFORMATION", "ReportingInformationIdentifier"],
    borrower.latestReportId,
  );

  await page.goto("/account/borrowers/import");
  const file = { name: mismo.name, mimeType: "application/xml", buffer: Buffer.from(mismo.text) };
  await page.getByLabel("Borrower file").setInputFiles(file);
  await expect(page.getByText(`${borrower.firstName} ${borrower.lastName} is already in your list`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Update 1 loan" })).toBeVisible();
});
