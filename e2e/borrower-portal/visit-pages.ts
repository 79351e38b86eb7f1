import { generateAssetReport } from "../../features/asset-reports/contract.ts";
import { expect, type Page } from "@playwright/test";
import { type Borrower, type Loan, createBorrower, findOwnBorrower } from "../../features/borrowers/contract.ts";
import { type Client, withToken } from "../api.ts";
import { shareBank } from "../borrower-pages.ts";
import { linkIn, newestMailTo } from "../new-person.ts";
import { type BorrowerLink, findVisit, listVisitLinks } from "../../features/borrower-portal/contract.ts";

/** As wide as most phones. */
export const PHONE = { viewport: { width: 390, height: 844 } } as const;

/** Of user_golden, whose report asks for explanations. */
export const GOLDEN_PERSON = { firstName: "Alberta", lastName: "Charleson" } as const;

/** A price that closes under Fannie Mae only once the deposit of $12,500.00 is explained. */
export const GOLDEN_LOAN: Loan = {
  transactionType: "purchase",
  program: "fannie",
  underwriting: "aus",
  occupancy: "primary",
  units: 1,
  salesPrice: 47_000_000,
  appraisedValue: 47_000_000,
  loanAmount: 39_900_000,
  monthlyIncome: 850_000,
  pitia: 315_000,
  closingCosts: 980_000,
  prepaids: 320_000,
  credits: 200_000,
  emd: 500_000,
  applicationDate: "2026-10-05",
  noteDate: "2026-12-04",
  reserveMonthsRequired: 0,
};
/** The deposit that the end-to-end tests explain, as people read it. */
export const GOLDEN_DEPOSIT = "$12,500.00";

/** Of user_deposits, whose two deposits FHA wants documented. */
export const DEPOSITS_LOAN: Loan = {
  transactionType: "purchase",
  program: "fha",
  underwriting: "aus",
  occupancy: "primary",
  units: 1,
  salesPrice: 30_000_000,
  appraisedValue: 30_000_000,
  loanAmount: 28_900_000,
  monthlyIncome: 700_000,
  creditScore: 700,
  pitia: 200_000,
  closingCosts: 300_000,
  prepaids: 100_000,
  credits: 0,
  emd: 0,
  disclosedLiabilities: [{ creditor: "Toyota Motor Credit", monthlyPayment: 43_000, type: "installment" }],
};
/** The deposits, as people read them. */
export const SMALLER_DEPOSIT = "$8,000.00";
export const LARGER_DEPOSIT = "$12,000.00";

let invited = 0;

/** A borrower who was invited through the API, with a unique address. */
export async function inviteBorrower(
  officer: Client,
  details: Partial<Pick<Borrower, "firstName" | "lastName" | "loan" | "coBorrowers">> = {},
): Promise<Borrower> {
  const number = `${process.pid}${++invited}`;
  const { status, body } = await officer.send(createBorrower, {
    firstName: "Vera",
    lastName: `Visitor${number}`,
    email: `vera.${number}@example.net`,
    ...details,
    invite: true,
  });
  if (status !== 201) throw new Error(`the invitation failed: ${JSON.stringify(body)}`);
  return body;
}

/** The link in the newest email that asks for bank data or brings a new link. */
export async function visitLinkTo(email: string, subject = "verify your funds"): Promise<URL> {
  return linkIn(await newestMailTo(email, subject));
}

/** Goes from the email to the page that says who asks. */
export async function openVisit(page: Page, link: URL): Promise<void> {
  await page.goto(link.href);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verify your funds" })).toBeVisible();
}

export async function agree(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Agree and continue" }).click();
  await expect(page.getByRole("button", { name: "Connect bank" })).toBeVisible();
}

/** Goes from the email to a connected bank. */
export async function agreeAndConnect(page: Page, username = "user_good"): Promise<void> {
  await agree(page);
  await shareBank(page, { username });
  await expect(page.getByRole("heading", { level: 2, name: "Connected" })).toBeVisible();
}

interface Letter {
  readonly text: string;
  readonly name: string;
}

/** Explains a deposit in the borrower's own words, and signs. */
export async function explainDeposit(page: Page, amount: string, { text, name }: Letter): Promise<void> {
  await page.getByRole("button", { name: `Answer: ${amount}` }).click();
  await page.getByRole("radio", { name: "I sold something" }).check();
  await page.getByLabel("Your letter").fill(text);
  await page.getByRole("checkbox", { name: /agree to sign electronically/ }).check();
  await page.getByLabel("Sign by typing your full name").fill(name);
  await page.getByRole("button", { name: "Sign and send" }).click();
  await expect(page.getByText("will review it")).toBeVisible();
}

export const DONOR = "Maria Fox";

/** Names the donor of a deposit, and returns the link that is emailed to them. */
export async function askDonor(page: Page, amount: string): Promise<URL> {
  const email = `maria.${process.pid}${++invited}@example.net`;
  await page.getByRole("button", { name: `Answer: ${amount}` }).click();
  await page.getByRole("radio", { name: "It is a gift" }).check();
  await page.getByLabel("Their full name").fill(DONOR);
  await page.getByLabel("Who they are to you").fill("mother");
  await page.getByLabel("Their email").fill(email);
  await page.getByRole("button", { name: "Email them the letter" }).click();
  await expect(page.getByText(`We emailed ${DONOR} at ${email}`)).toBeVisible();
  return linkIn(await newestMailTo(email, "sign a gift letter"));
}

/** The donor reads and signs on a page of their own. */
export async function signAsDonor(page: Page, link: URL): Promise<void> {
  await page.goto(link.href);
  await page.getByLabel("Your address").fill("1 Elm Street, Springfield, IL 62701");
  await page.getByLabel("Your phone").fill("(555) 010-7788");
  await page.getByRole("checkbox", { name: /agree to sign electronically/ }).check();
  await page.getByLabel("Sign by typing your full name").fill(DONOR);
  await page.getByRole("button", { name: "Sign the letter" }).click();
  await expect(page.getByText("Thank you. The letter is signed.")).toBeVisible();
}

/** A PDF of one line, small and whole. */
export function aPdf(words: string): { name: string; mimeType: string; buffer: Buffer } {
  const body = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n% ${words}\ntrailer<</Root 1 0 R>>\n%%EOF\n`;
  return { name: "gift-letter.pdf", mimeType: "application/pdf", buffer: Buffer.from(body) };
}

// What the API knows of a borrower session: its token, its links, and the report made from it.

export const OFFICER = "registered@example.com";

/** The visit's token of this tab. */
export const visitToken = (page: Page) => page.evaluate(() => sessionStorage.getItem("borrowerVisit"));

export const readVisit = (token: string | null) => withToken(token ?? "").send(findVisit);

export async function linksOf(officer: Client, { id }: Pick<Borrower, "id">): Promise<BorrowerLink[]> {
  return (await officer.send(listVisitLinks, { id })).body;
}

export async function makeReport(officer: Client, { id }: Pick<Borrower, "id">): Promise<void> {
  const asked = await officer.send(generateAssetReport, { borrowerId: id });
  expect(asked.status).toBe(202);
  const status = async () => (await officer.send(findOwnBorrower, { id })).body.status;
  await expect.poll(status, { timeout: 30_000 }).toBe("report-ready");
}
