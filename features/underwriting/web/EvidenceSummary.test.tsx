import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Evidence } from "#features/underwriting/contract.ts";
import { account, deposit, reading } from "#features/underwriting/rules-edition-1/test-case.ts";
import { signIn } from "#features/identity/web/session/test-sign-in.ts";
import { answerHttp } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { EvidenceSummary } from "./EvidenceSummary.tsx";
import { anEvidence } from "./test-evidence.ts";

const line = { ...deposit(1_250_000, 10, { id: "t1" }), date: "2026-10-15" };
const BORROWER = anEvidence().borrowerId;

beforeEach(() => void signIn());

async function show(evidence: Evidence[]) {
  answerHttp({ [`GET /account/evidence/${BORROWER}`]: { evidence, loose: [] } });
  const onOpen = vi.fn();
  await renderAt(
    "/here",
    <EvidenceSummary borrowerId={BORROWER} report={reading(account({ transactions: [line] }))} onOpen={onOpen} />,
  );
  return onOpen;
}

test("what is to be reviewed leads to its deposit, a gift to come to the gifts", async () => {
  const onOpen = await show([
    anEvidence(),
    anEvidence({ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b012", transactionId: null, sourcedCents: 0, state: "accepted" }),
  ]);
  await screen.findByText("Gift of $5,000.00, deposited Oct 15, 2026");
  screen.getByText("Gift of $5,000.00, still to come");
  await userEvent.click(screen.getByRole("button", { name: "Review Gift, deposited Oct 15, 2026" }));
  expect(onOpen).toHaveBeenLastCalledWith(expect.objectContaining({ line }));
  await userEvent.click(screen.getByRole("button", { name: "Open Gift, still to come" }));
  expect(onOpen).toHaveBeenLastCalledWith(null);
});

test("evidence of a deposit that the newest report does not hold is told, and leads nowhere", async () => {
  await show([anEvidence({ transactionId: "gone" })]);
  await screen.findByText("Gift of $5,000.00, for a deposit of an earlier report");
  expect(screen.queryByRole("button", { name: /Review|Open/ })).toBeNull();
});

test("without any it says so", async () => {
  await show([]);
  await screen.findByText("No source is written down yet.");
});
