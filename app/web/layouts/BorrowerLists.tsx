// Puts the actions of higher features into the lists of borrowers; no feature imports another's page.
import { generateAssetReport } from "#features/asset-reports/contract.ts";
import { REFUSALS } from "#features/asset-reports/messages.ts";
import { pricesWords } from "#features/billing/web/report-prices/report-price.ts";
import { AdminBorrowersPage } from "#features/borrowers/web/list/AdminBorrowersPage.tsx";
import { BorrowersPage } from "#features/borrowers/web/list/BorrowersPage.tsx";
import { type BulkAction, each } from "#features/borrowers/web/list/BulkActions.tsx";
import { borrowerCan } from "#features/borrowers/web/borrower-can.ts";
import { send } from "#platform/web/http/client.ts";

const MESSAGES = Object.fromEntries(Object.entries(REFUSALS.generate).map(([code, { text }]) => [code, text]));

const GENERATE: BulkAction = {
  label: "Generate report",
  done: "queued for a new report",
  excludes: ({ borrower }) => borrowerCan.generateReport(borrower).why,
  asks: (borrowers) => ({
    title: `Generate reports for ${borrowers}?`,
    text: pricesWords(),
    confirm: "Generate reports",
  }),
  run: (rows) => each(rows, ({ id }) => send(generateAssetReport, { borrowerId: id }), MESSAGES),
};

const ACTIONS = [GENERATE];

export function OwnBorrowers() {
  return <BorrowersPage actions={ACTIONS} />;
}

export function AllBorrowers() {
  return <AdminBorrowersPage actions={ACTIONS} />;
}
