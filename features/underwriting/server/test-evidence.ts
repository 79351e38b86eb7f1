import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { calls } from "#app/server/calls.ts";
import type { Lender, Person } from "#testing/lender.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { TestProduct } from "#testing/product.ts";
import { connect, generate } from "#features/asset-reports/server/test-bank.ts";
import type { Borrower, Loan } from "#features/borrowers/contract.ts";
import type { ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";

/** With this income any deposit above a dollar is large. */
export const SMALL_INCOME: Loan = {
  transactionType: "purchase",
  program: "fannie",
  occupancy: "primary",
  units: 1,
  salesPrice: 40_000_000,
  appraisedValue: 40_000_000,
  loanAmount: 32_000_000,
  monthlyIncome: 200,
  pitia: 250_000,
};

export async function aReported(
  test: TestProduct,
  lender: Lender,
  person: Person,
  {
    loan = SMALL_INCOME,
    username = "user_golden",
    owner = "registered",
  }: { loan?: Loan; username?: string; owner?: RoleName } = {},
): Promise<Borrower> {
  const borrower = await lender.hasBorrower({ firstName: "Alberta", lastName: "Charleson", loan }, owner);
  await connect(test, person, borrower.id, { username });
  expect(await generate(person, borrower.id)).toMatchObject({ state: "ready" });
  return borrower;
}

/** Posted deposits of the newest report that are no transfer and no pay, the largest first. */
export async function depositsOf(person: Person, borrowerId: string): Promise<ReportTransaction[]> {
  const { body } = await person.send(calls.retrieveAssetReport, { id: borrowerId });
  const large = new Set(
    body.findings.filter(({ code }) => code === "LARGE_UNSOURCED").flatMap(({ transactionIds }) => transactionIds),
  );
  return body.parsedReport.items
    .flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions))
    .filter(({ id }) => large.has(id))
    .sort((a, b) => a.amountCents - b.amountCents);
}

/** A document as small as one can be, and another each time. */
export function aDocument(of: string = randomUUID()): Blob {
  return new Blob([`%PDF-1.4\n% ${of}\n%%EOF\n`]);
}
