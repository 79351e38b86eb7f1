import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Decision, Review } from "#features/underwriting/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { ReviewsPage } from "./ReviewsPage.tsx";
import { WaitingDecisions } from "./WaitingDecisions.tsx";

const BORROWER = "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001";
const REVIEW: Review = {
  ...{ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b011", borrowerId: BORROWER, borrowerName: "Dana Reyes" },
  ...{ loanNumber: "AC-7", what: "evidence", kind: "gift", confirmation: null, amountCents: 500_000 },
  ...{ transactionId: "t1", findingKey: null, addedBy: { id: BORROWER, name: "Pat Rivera" } },
  ...{ since: "2026-11-03T12:00:00Z", needsOther: true },
};

beforeEach(() => void signIn());

test("lists what waits, with a link to the report, and says when someone else is needed", async () => {
  answerHttp({ "GET /account/review": [REVIEW] });
  await renderAt("/account/reviews", <ReviewsPage />);
  const link = await screen.findByRole("link", { name: "Review Gift, $5,000.00, Dana Reyes" });
  expect(link.getAttribute("href")).toBe(`/borrower/asset-report/${BORROWER}?review=${REVIEW.id}`);
  screen.getByText(/Loan AC-7. Added by Pat Rivera/);
  screen.getByText("Needs someone else");
});

test("says that nothing waits", async () => {
  answerHttp({ "GET /account/review": [] });
  await renderAt("/account/reviews", <ReviewsPage />);
  await screen.findByText("Nothing to review");
});

const DECISION: Decision = {
  ...{ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b021", borrowerId: BORROWER, kind: "confirmation" },
  ...{ confirmation: "resubmitted", subject: {}, findingKey: null, programs: [], reason: "Sent again.", documents: [] },
  ...{ loanBalanceCents: null, decidedBy: { id: BORROWER, name: "Pat Rivera", role: "editor" } },
  ...{ decidedAt: "2026-11-03T12:00:00Z", isWaiting: true, needsOther: false, acceptedBy: null, acceptedAt: null },
  ...{ undoneBy: null, undoneAt: null },
};
const LIST = `GET /account/decision/${BORROWER}`;
const ACCEPT = "POST /account/accept-decision";
const TITLE = "The debts were added and the loan was resubmitted";

test("a colleague's confirmation is accepted, and someone who was faster is named as the reason why not", async () => {
  const server = answerHttp({ [LIST]: [DECISION], [ACCEPT]: refusal(409, "STALE") });
  await renderAt("/here", <WaitingDecisions borrowerId={BORROWER} findings={[]} overlay={undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: `Accept: ${TITLE}` }));
  await waitFor(() => expect(server.count(ACCEPT)).toBe(1));
  await screen.findByText(/Someone else has already accepted or undone this/);
});

test("who proposed it can only withdraw it", async () => {
  answerHttp({ [LIST]: [{ ...DECISION, needsOther: true }] });
  await renderAt("/here", <WaitingDecisions borrowerId={BORROWER} findings={[]} overlay={undefined} />);
  expect((await screen.findByRole("button", { name: `Accept: ${TITLE}` })).title).toContain("second person");
  expect(screen.getByRole("button", { name: `Withdraw: ${TITLE}` }).title).toBe("");
});
