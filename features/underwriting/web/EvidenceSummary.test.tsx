import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Evidence } from "#features/underwriting/contract.ts";
import { bank, cashIn, checking, reportOf } from "#features/underwriting/rules/test-report.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { UNDEPOSITED_GIFTS } from "./evidence-target.ts";
import { EvidenceSummary } from "./EvidenceSummary.tsx";
import { anEvidence } from "./test-evidence.ts";

const line = cashIn("BRANCH DEPOSIT", 1_250_000, "2026-10-15", { id: "t1" });
const report = reportOf([bank({ accounts: [checking({ cents: 2_000_000, lines: [line] })] })]);
const BORROWER = anEvidence().borrowerId;

beforeEach(() => void signIn());

async function show(evidence: Evidence[]) {
  answerHttp({ [`GET /account/evidence/${BORROWER}`]: { evidence, loose: [] } });
  const onOpen = vi.fn();
  await renderAt("/here", <EvidenceSummary borrowerId={BORROWER} report={report} accounts={[]} onOpen={onOpen} />);
  return onOpen;
}

test("evidence to review links to its deposit, and a gift that is not deposited yet links to the gifts", async () => {
  const onOpen = await show([
    anEvidence(),
    anEvidence({ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b012", transactionId: null, sourcedCents: 0, state: "accepted" }),
  ]);
  await screen.findByText("Gift of $5,000.00, deposited Oct 15, 2026");
  screen.getByText("Gift of $5,000.00, not deposited yet");
  await userEvent.click(screen.getByRole("button", { name: "Review Gift, deposited Oct 15, 2026" }));
  expect(onOpen).toHaveBeenLastCalledWith(expect.objectContaining({ transactionId: "t1", amountCents: 1_250_000 }));
  await userEvent.click(screen.getByRole("button", { name: "Open Gift, not deposited yet" }));
  expect(onOpen).toHaveBeenLastCalledWith(UNDEPOSITED_GIFTS);
});

test("evidence for a deposit that the newest report does not have has no link", async () => {
  await show([anEvidence({ transactionId: "gone" })]);
  await screen.findByText("Gift of $5,000.00, for a line of an earlier report");
  expect(screen.queryByRole("button", { name: /Review|Open/ })).toBeNull();
});

test("without any evidence it says so", async () => {
  await show([]);
  await screen.findByText("No evidence has been added yet.");
});
