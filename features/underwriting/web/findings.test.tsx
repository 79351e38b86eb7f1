import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Evidence } from "#features/underwriting/contract.ts";
import {
  bank,
  BASE,
  cashIn,
  cashOut,
  checking,
  evaluated,
  findings,
  loanWith,
  READ_AT,
  reportOf,
  type Scenario,
} from "#features/underwriting/rules/test-report.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { UNDEPOSITED_GIFTS } from "./evidence-target.ts";
import { EvidenceSummary } from "./EvidenceSummary.tsx";
import { anEvidence } from "./test-evidence.ts";
import { evidenceFor } from "./finding-labels.ts";
import { NotEvaluated } from "./NotEvaluated.tsx";
import { countedFrom, waterfallOf } from "./Waterfall.tsx";
import { linesFor } from "./report-lines.ts";

describe("EvidenceSummary", () => {
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
      anEvidence({
        id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b012",
        transactionId: null,
        sourcedCents: 0,
        state: "accepted",
      }),
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
});

describe("finding labels", () => {
  const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 8_900_00, "2026-10-22");
  const banked = checking({ cents: 40_000_00, lines: [wire] });
  const places = (code: string, emd: number) => {
    const [finding] = findings(evaluated({ accounts: [banked], loan: loanWith({ emd }) }), code);
    const { byLine, others } = evidenceFor(
      finding as Finding,
      [{ line: wire, account: banked.at(READ_AT) }],
      new Map(),
    );
    return { lines: [...byLine.keys()], others: others.map(({ target }) => target.transactionId) };
  };

  test("a missing receipt for earnest money is not attached to the payments that were found", () => {
    expect(places("EMD_DIFFERS", 9_500_00)).toEqual({ lines: [], others: [null] });
  });
});

describe("NotEvaluated", () => {
  const show = (loan: Loan) =>
    renderAt(
      "/here",
      <NotEvaluated
        program="fannie"
        notEvaluated={[{ ruleId: "R7b", programs: ["fannie"], missing: ["reserveMonthsRequired"] }]}
        loan={loan}
        overlay={undefined}
        onTerms={vi.fn()}
      />,
    );

  test("missing reserves link to the loan terms", async () => {
    await show({ program: "fannie" });
    screen.getByRole("button", { name: "required reserves" });
  });

  test("reserves entered for the loan's own program are not requested again", async () => {
    await show({ program: "fha", reserveMonthsRequired: 2 });
    screen.getByText(/apply to the loan's own program\. Change the program to evaluate it under Fannie Mae\.$/);
    expect(screen.queryByRole("button", { name: "required reserves" })).toBeNull();
  });
});

describe("Waterfall", () => {
  const stepsOf = (cents: number, more: Partial<Scenario> = {}) => {
    const lines = [cashIn("BRANCH DEPOSIT", 1_250_000, "2026-11-06")];
    return waterfallOf(evaluated({ accounts: [checking({ cents, lines })], ...more }).funds.fannie);
  };

  test("reductions and remaining amounts add up, step by step", () => {
    expect(stepsOf(10_000_000).map(({ label, cents }) => [label, cents])).toEqual([
      ["Accounts that count", 10_000_000],
      ["Unexplained deposits taken off", -1_250_000],
      ["Available to close", 8_750_000],
      ["Cash to close", -2_800_000],
      ["Remaining after closing", 5_950_000],
      ["Reserves", 5_950_000],
    ]);
  });

  test("what counts is the balances and the difference of each account, with its reason", () => {
    const held = checking({ id: "held", cents: 5_000_000, availableCents: 4_900_000 });
    const other = checking({ id: "other", cents: 700_000, owners: ["GREGORY OSTRANDER"] });
    const { funds, figures } = evaluated({ accounts: [held, checking({ id: "whole", cents: 300_000 }), other] });
    const { balanceCents, changes, countedCents } = countedFrom(funds.fannie, figures);
    expect([balanceCents, countedCents]).toEqual([6_000_000, 5_200_000]);
    expect(changes.map(({ account, changeCents }) => [account.accountId, changeCents, account.countsWhy])).toEqual([
      ["held", -100_000, "Without held funds"],
      ["other", -700_000, expect.stringMatching(/./)],
    ]);
  });

  test("bars extend from the previous total to the new one", () => {
    const [bank, taken] = stepsOf(10_000_000);
    expect(bank?.bar).toEqual({ from: 0, to: 100 });
    expect(taken?.bar).toEqual({ from: 87.5, to: 100 });
  });

  test("a shortfall is drawn below zero", () => {
    const short = stepsOf(1_250_000).find(({ label }) => label === "Remaining after closing");
    expect(short).toMatchObject({ cents: -2_800_000, isTotal: true });
    expect(short?.bar?.from).toBe(0);
  });

  test("a term that the loan does not have is not drawn", () => {
    const { loanAmount: _, ...loan } = BASE;
    const unknown = stepsOf(10_000_000, { loan }).filter(({ cents }) => cents === null);
    expect(unknown.map(({ bar }) => bar)).toEqual([null, null, null]);
  });
});

describe("report lines", () => {
  test("a stored line's mark that turns the reading direction is not shown", () => {
    const line = cashIn("PAY\u202eLLOR", 5_00, "2026-11-01");
    const report = reportOf([bank({ accounts: [checking({ cents: 5_00, lines: [line] })] })]);
    expect(linesFor(report, new Set([line.id])).get(line.id)?.line.description).toBe("PAYLLOR");
  });
});
