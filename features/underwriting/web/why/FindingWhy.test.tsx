import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { evaluate, type Question } from "#features/underwriting/rules/evaluate.ts";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import {
  bank,
  BASE,
  cashIn,
  cashOut,
  checking,
  evidence,
  investment,
  NORA,
  reportOf,
  savings,
  type Scenario,
} from "#features/underwriting/rules/test-report.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { FindingWhy } from "./FindingWhy.tsx";

/** Parts that are loaded on demand take longer on a busy machine. */
const PATIENT = { timeout: 10_000 };

async function open(scenario: Pick<Scenario, "accounts" | "evidence" | "loan" | "policy">, code: string) {
  const question: Question = {
    report: reportOf([bank({ accounts: scenario.accounts ?? [] })]),
    previous: null,
    loan: scenario.loan ?? BASE,
    borrowers: [NORA],
    evidence: scenario.evidence ?? [],
    confirmations: [],
    waivers: [],
    policy: scenario.policy ?? { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
  };
  const evaluation = evaluate(question);
  const finding = evaluation.findings.find((one) => one.code === code)!;
  const onLines = vi.fn<(finding: Finding) => void>();
  const copied = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  const [program] = finding.programs;
  await renderAt("/here", <FindingWhy {...{ question, evaluation, finding, onLines }} program={program!} />); // a finding has one
  const user = userEvent.setup();
  Object.defineProperty(navigator, "clipboard", { value: { writeText: copied }, configurable: true });
  const summary = screen.getByText("Why, and what would change it");
  await user.click(summary);
  await screen.findByRole("button", { name: "Copy explanation" }, PATIENT);
  return { user, onLines, copied };
}

const sectionOf = (title: string) => within(screen.getByRole("heading", { name: title }).closest("section")!); // headings are in one
const itemsOf = (title: string) =>
  sectionOf(title)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("why, and what would change it", () => {
  const deposit = cashIn("BRANCH DEPOSIT", 12_500_00, "2026-10-27");
  const large = {
    accounts: [checking({ id: "account-4471", cents: 60_000_00, lines: [deposit] })],
    evidence: [evidence("other", deposit, 3_000_00)],
  };

  test("under an overlay, it names the overlay's limit, the rule's, and both sources", async () => {
    const settings = { limits: { incomePercent: 40 }, atLeast: [], atMost: [], documents: [], programsOff: [] };
    const overlay = { id: "5f7c6f0a-64f5-4a3c-9a55-3b0c1f0d2e11", name: "Lakeside overlay", version: 3, settings };
    await open(
      { ...large, policy: { nsfReview: 3, nsfBlocker: 5, overlay: { ...overlay, programName: null } } },
      "LARGE_UNSOURCED",
    );
    expect(itemsOf("How it follows").join(" ")).toContain(
      "Share 40% (Lakeside overlay, version 3, in place of 50% by the rule) = $3,600.00",
    );
    expect(sectionOf("The rule").getByText(/B3-4.2-02 .*; Lakeside overlay \(version 3\)$/)).toBeTruthy();
  });

  test("a large deposit names what clears it, to the cent, and how it follows", async () => {
    await open(large, "LARGE_UNSOURCED");
    expect(itemsOf("What clears it")).toEqual([
      "Not a finding with the source of $5,000.00 of the deposit of $12,500.00 on Oct 27, 2026 documented.",
      "Not a finding at $7,500.00 or less.",
    ]);
    expect(itemsOf("What clears it and changes other findings")).toEqual([
      "Not a finding once someone confirms that it is the borrower's own transfer, with a document. Also changes findings under FHA.",
    ]);
    expect(itemsOf("How it follows")).toEqual([
      "UnsourcedAmount $12,500.00 (bank line) − Sourced $3,000.00 (accepted evidence) = $9,500.00",
      "ThresholdMonthly qualifying income $9,000.00 (loan terms) × Share 50% (rule) = $4,500.00",
      "Amount$12,500.00 is more than $4,500.00 (threshold)",
      "Unsourced$9,500.00 is more than $4,500.00 (threshold)",
    ]);
  });

  test("a change that has another effect says so", async () => {
    const withBonus = [deposit, cashIn("BRANCH DEPOSIT", 1_000_00, "2026-10-28")];
    await open({ accounts: [checking({ cents: 60_000_00, lines: withBonus })] }, "LARGE_UNSOURCED");
    expect(itemsOf("What clears it and changes other findings")).toContain(
      "Not a finding at $4,500.00 or less. Then look at: sum of unexplained deposits. Also changes findings under Freddie Mac and FHA.",
    );
  });

  test("a finding that stays for information says so", async () => {
    const cash = cashIn("COUNTER CASH DEPOSIT", 2_000_00, "2026-10-06");
    const opened = savings({ cents: 2_000_00, days: 41, everyday: false, lines: [cash] });
    await open({ accounts: [checking({ cents: 60_000_00 }), opened] }, "RECENTLY_OPENED");
    expect(itemsOf("What clears it and changes other findings")[0]).toMatch(
      /^Not a finding with the source of the deposit of \$2,000\.00 on Oct 6, 2026 documented\..* It stays for information\./,
    );
  });

  test("its bank lines lead to the transactions", async () => {
    const { user, onLines } = await open(large, "LARGE_UNSOURCED");
    const table = within(screen.getByRole("table", { name: "Bank lines: Large deposit" }));
    expect(table.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "Oct 27, 2026",
      "BRANCH DEPOSIT",
      "Checking …4471",
      "$12,500.00",
    ]);
    await user.click(table.getByRole("button", { name: "Show in transactions: BRANCH DEPOSIT, Oct 27, 2026" }));
    expect(onLines.mock.lastCall?.[0].transactionIds).toEqual([deposit.id]);
  });

  test("the rule is given in plain English with its source", async () => {
    await open(large, "LARGE_UNSOURCED");
    const rule = sectionOf("The rule");
    rule.getByText(/^Purchases only\. Tests every deposit of the last 60 days/);
    rule.getByText(/^Fannie Mae Selling Guide B3-4\.2-02 \(12\/14\/2022\)/);
    expect(rule.getByRole("link").getAttribute("href")).toBe("/rules#R3");
  });

  test("all of it is copied as text", async () => {
    const { user, copied } = await open(large, "LARGE_UNSOURCED");
    await user.click(screen.getByRole("button", { name: "Copy explanation" }));
    await screen.findByText("Explanation copied.");
    const text = copied.mock.lastCall?.[0] ?? "";
    expect(text).toMatch(/^Large deposit: \$9,500\.00 of the deposit of \$12,500\.00/);
    expect(text).toContain("\n\nWhat clears it\n- Not a finding with the source of $5,000.00");
    expect(text).toContain("\n\nWhat clears it and changes other findings\n- Not a finding once someone confirms");
    expect(text).toContain("\n\nHow it follows\n- Unsourced: Amount $12,500.00 (bank line)");
    expect(text).toContain("\n\nBank lines\n- Oct 27, 2026, BRANCH DEPOSIT, Checking …4471, $12,500.00");
    expect(text).toContain("\n- Fannie Mae: Fannie Mae Selling Guide B3-4.2-02 (12/14/2022)");
  });

  test("many bank lines are counted, and those that are not listed are numbered", async () => {
    const fees = Array.from({ length: 15 }, (_, at) => cashOut("NSF FEE", 35_00 + at, `2026-10-${10 + at}`));
    await open({ accounts: [checking({ cents: 60_000_00, lines: fees })] }, "RETURNED_ITEMS");
    expect(itemsOf("How it follows")).toContain("In 12 months15 is at least 5 (blocks from, your policy)");
    expect(screen.getByRole("table").querySelectorAll("tbody tr")).toHaveLength(12);
    screen.getByText("and 3 more, in the transactions below");
  });

  test("a finding that nothing changes says why", async () => {
    await open({ accounts: [checking({ cents: 60_000_00 }), investment("529", { cents: 900_00 })] }, "NOT_ELIGIBLE");
    sectionOf("What clears it").getByText(
      "This is for information. It doesn't hold up the loan, so there is nothing to change.",
    );
    expect(screen.queryByRole("heading", { name: "What clears it and changes other findings" })).toBeNull();
  });
});
