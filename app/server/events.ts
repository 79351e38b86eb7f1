import { removeReportsAndBanks } from "#features/asset-reports/server/retention/provider-removals.ts";
import { endPlanOfClosed, followClosing } from "#features/asset-reports/server/expirations/plan-refresh.ts";
import { followEvaluation } from "#features/asset-reports/server/expirations/next-expiry.ts";
import { endWithheldCopies } from "#features/asset-reports/server/sharing/end-investor-copies.ts";
import {
  borrowerChanged,
  borrowerDeleted,
  lenderNotified,
  loanTermsChanged,
} from "#features/borrowers/server/events.ts";
import { memberRemoved, spendCapChanged } from "#features/organizations/server/events.ts";
import { registrationPolicy } from "#features/organizations/server/members/answer.ts";
import { forgetFormerMembers } from "#features/notifications/server/notifications.ts";
import { notifyOfReview } from "#features/notifications/server/notify.ts";
import { documentRejected, reportEvaluated } from "#features/underwriting/server/events.ts";
import { removeDocumentFiles } from "#features/underwriting/server/documents.ts";
import { evaluateChangedLoan } from "#features/underwriting/server/evaluate-newest.ts";
import { warnOfChangedCap } from "#features/billing/server/charges/spend-cap.ts";
import { endUnattended } from "#features/billing/server/subscriptions/running/cancel-on-delete.ts";
import { followBorrower } from "#features/borrower-portal/server/links.ts";
import { askForAnotherDocument } from "#features/borrower-portal/server/ask-needs.ts";
import { on, type EventHandler } from "#platform/server/events.ts";

/** Everything that one feature causes in a higher one. */
export const handlers: readonly EventHandler[] = [
  on(borrowerChanged, followBorrower),
  on(borrowerChanged, endPlanOfClosed),
  on(borrowerDeleted, removeDocumentFiles),
  on(borrowerDeleted, removeReportsAndBanks),
  on(lenderNotified, notifyOfReview),
  on(documentRejected, askForAnotherDocument),
  on(reportEvaluated, endWithheldCopies),
  on(reportEvaluated, followEvaluation),
  on(loanTermsChanged, evaluateChangedLoan),
  on(loanTermsChanged, followClosing),
  on(memberRemoved, endUnattended),
  on(memberRemoved, forgetFormerMembers),
  on(spendCapChanged, warnOfChangedCap),
];

/** The only rule that a lower feature asks of a higher one. */
export { registrationPolicy };
