import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { withReport } from "#features/borrowers/web/test-borrower.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { balancesBefore } from "#features/underwriting/rules/test-report.ts";
import { answerHttp, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { AssetReportPage } from "../AssetReportPage.tsx";
import { ConnectStep } from "../test-report-page.tsx";
import { anAccount, aRetrieved, aTransaction } from "../test-report.ts";

const AT = "/borrower/asset-report/$id";
export const LOAN = "PUT /account/borrower-loan/$id";
export const RETRIEVE = "GET /account/retrieve-asset-report/$id";
export const NOTIFY = "GET /borrower/notify-lender/$id";
export const PURCHASE: Loan = {
  transactionType: "purchase",
  underwriting: "aus",
  occupancy: "primary",
  units: 1,
  salesPrice: 40_000_000,
  appraisedValue: 40_000_000,
  loanAmount: 38_000_000,
  monthlyIncome: 1_000_000,
  pitia: 250_000,
  closingCosts: 0,
  prepaids: 0,
  credits: 0,
  emd: 0,
  reserveMonthsRequired: 2,
};
const lines = [
  aTransaction({
    id: "big",
    description: "BRANCH DEPOSIT",
    categoryPrimary: null,
    categoryDetailed: null,
    amountCents: -1_250_000,
  }),
  aTransaction({ id: "small" }),
];
export const rich = anAccount({
  currentCents: 10_000_000,
  availableCents: null,
  transactions: lines,
  historicalBalances: balancesBefore("2026-11-02", 90, 10_000_000, lines),
});
/** Parts that are loaded on demand take longer on a busy machine. */
export const PATIENT = { timeout: 10_000 };
export const borrower = withReport({ id: "$id" });

/** For `beforeEach`. */
export function setTheScene(): void {
  signIn();
  Element.prototype.scrollIntoView = vi.fn(); // jsdom has no layout to scroll
}

interface Scene {
  readonly loan?: Loan;
  readonly accounts?: ReportAccount[];
  readonly answers?: Readonly<Record<string, Answer>>;
  /** A heading that comes last. */
  readonly until?: string;
}

export async function show({ loan = PURCHASE, accounts = [rich], answers, until = "Transactions" }: Scene = {}) {
  const stored = { loan };
  const server = answerHttp({
    "GET /account/borrower/$id": () => ({ ...borrower, loan: stored.loan }),
    "GET /account/asset-report-progress/$id": { report: null },
    [RETRIEVE]: () => aRetrieved(accounts, { loan: stored.loan }),
    "GET /account/investor-copies/$id": [],
    "GET /account/evidence/$id": { evidence: [], loose: [] },
    "GET /account/decision/$id": [],
    "GET /account/comment/$id": { comments: [], mentionable: [] },
    [LOAN]({ body }: { body: unknown }) {
      stored.loan = (body as { loan: Loan }).loan;
      return { ...borrower, loan: stored.loan, version: 2 };
    },
    ...answers,
  });
  await renderAt(AT, <AssetReportPage connectStep={(props) => <ConnectStep {...props} />} />);
  await screen.findByRole("heading", { name: until });
  return server;
}

export const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
export const answer = () => within(screen.getByRole("region", { name: "Summary" }));
export const funds = (label: string) =>
  within(screen.getByRole("table", { name: /^Funds under/ }))
    .getByRole("row", { name: new RegExp(label) })
    .querySelector("td")?.textContent;
