// Puts the actions of higher features into the lists of borrowers; no feature imports another's page.
import { generateAssetReport } from "#features/asset-reports/contract.ts";
import { REFUSALS } from "#features/asset-reports/messages.ts";
import { remindNow } from "#features/borrower-portal/contract.ts";
import { MESSAGES as NEED_MESSAGES } from "#features/borrower-portal/messages.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
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

const REMIND: BulkAction = {
  label: "Remind",
  done: "reminded",
  excludes: ({ status }) => (status === "closed" ? "This borrower is closed. Restore the borrower first." : undefined),
  asks: (borrowers) => ({
    title: `Remind ${borrowers}?`,
    text: "Everyone on these loans who hasn't done what was asked gets one email.",
    confirm: "Send reminders",
  }),
  run: (rows) => each(rows, ({ id, borrower }) => remindAll(id, borrower), REMINDER_MESSAGES),
};

/** Reminds everyone on the loan. Fails if no one was reminded. */
async function remindAll(borrowerId: string, borrower: Pick<Borrower, "email" | "coBorrowers">): Promise<void> {
  const people = [borrower, ...borrower.coBorrowers];
  const results = await Promise.allSettled(people.map(({ email }) => send(remindNow, { borrowerId, email })));
  const refused = results.filter((result) => result.status === "rejected");
  if (refused.length === results.length) throw refused[0]!.reason;
}

const REMINDER_MESSAGES = {
  ...NEED_MESSAGES.needs,
  NEED_RESOLVED: "Nothing that was asked is left to do.",
};

const ACTIONS = [GENERATE, REMIND];

export function OwnBorrowers() {
  return <BorrowersPage actions={ACTIONS} />;
}

export function AllBorrowers() {
  return <AdminBorrowersPage actions={ACTIONS} />;
}
