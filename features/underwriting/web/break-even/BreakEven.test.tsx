import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import { evaluate } from "#features/underwriting/rules/evaluate.ts";
import type { EvaluationInputs } from "#features/underwriting/rules/evaluation.ts";
import { BASE, bank, checking, loanWith, NORA, reportOf } from "#features/underwriting/rules/test-report.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import type { RetrievedEvaluation } from "../use-evaluation.ts";
import { BreakEven } from "./BreakEven.tsx";

/** $32,000.00 in the bank; 5% down and $8,000.00 of costs. */
async function show(loan: Loan = loanWith({ appraisedValue: 600_000_00 }), days = 90) {
  const report = reportOf([bank({ accounts: [checking({ id: "account-71", cents: 32_000_00, days })] })]);
  const inputs: EvaluationInputs = {
    loan,
    borrowers: [NORA],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
  };
  const evaluation = evaluate({ ...inputs, report, previous: null });
  const onTry = vi.fn();
  const onTerms = vi.fn();
  await renderAt(
    "/",
    <BreakEven
      retrieved={{ ...evaluation, inputs, parsedReport: report } as RetrievedEvaluation}
      evaluation={{ ...evaluation, loan, isTried: false, isMissingRules: false }}
      program="fannie"
      onTry={onTry}
      onTerms={onTerms}
    />,
  );
  await screen.findByRole("heading", { name: "Break-even" });
  return { onTry, onTerms };
}

const figure = async (title: string) => (await screen.findByText(title)).closest("div")!;
const cell = (name: string) => screen.findByRole("gridcell", { name });
const HERE = "$400,000.00 with 5% down: Enough, these terms";

describe("BreakEven", () => {
  test("shows each figure with the rule that limits it and a link to that rule", async () => {
    await show();
    const price = await figure("Highest price");
    expect(price.textContent).toContain("$480,000.00");
    expect(price.textContent).toContain("The loan amount stays 95% of the price.");
    expect(price.textContent).toContain("Limited by cash to close (Fannie Mae Selling Guide B3-4.1-01).");
    expect(
      within(price)
        .getByRole("link", { name: /^Rule R7:/ })
        .getAttribute("href"),
    ).toBe("/rules#R7");
    expect((await figure("Lowest down payment")).textContent).toMatch(/\$12,000\.00 \(3%\).*the minimum down payment/);
    expect((await figure("Largest unexplained amount")).textContent).toContain("$4,000.00");
    expect((await figure("Latest closing day")).textContent).toMatch(/Mar 16, 2027.*the age of the bank data/);
  });

  test("a figure can be tried in the form above", async () => {
    const { onTry } = await show();
    await userEvent.click(await screen.findByRole("button", { name: "Try $480,000.00" }));
    expect(onTry).toHaveBeenCalledWith({ salesPrice: 480_000_00, loanAmount: 456_000_00 });
  });

  test("another program has figures of its own", async () => {
    await show();
    await screen.findByText("Highest price");
    await userEvent.click(screen.getByRole("tab", { name: "FHA" }));
    expect((await figure("Lowest down payment")).textContent).toContain("$14,000.00 (3.5%)");
    expect((await figure("Lowest down payment")).textContent).toContain("the minimum required investment");
  });

  test("with an open condition the figure says that it must be cleared first", async () => {
    await show(loanWith({ appraisedValue: 600_000_00 }), 40);
    expect((await figure("Highest price")).textContent).toMatch(
      /\$480,000\.00.*Once the open conditions are cleared\./,
    );
  });

  test("when nothing closes it says so and names what is short", async () => {
    await show(loanWith({ closingCosts: 90_000_00 }));
    expect((await figure("Highest price")).textContent).toMatch(/None.*No price closes\..*Limited by cash to close/);
    expect(screen.queryByRole("button", { name: /^Try/ })).toBeNull();
  });

  test("a missing term is named, with the way to enter it", async () => {
    const { onTerms } = await show(loanWith({ prepaids: undefined }));
    expect(await screen.findByText("Not evaluated under Fannie Mae yet.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /prepaids/i }));
    expect(onTerms).toHaveBeenCalledWith("prepaids");
  });

  test("a program without rules has no break-even", async () => {
    await show(loanWith({ program: "other" }));
    expect(screen.getByText(/doesn't evaluate this loan's program, so there is no break-even/)).toBeTruthy();
  });

  test("a refinance has no price and no map", async () => {
    await show(loanWith({ transactionType: "rate_term", salesPrice: undefined, emd: undefined, payoff: 375_000_00 }));
    await screen.findByText("Latest closing day");
    expect(screen.queryByText("Highest price")).toBeNull();
    expect(screen.queryByRole("grid")).toBeNull();
  });
});

describe("the map", () => {
  test("the arrow keys move from the entered terms, and Enter tries a cell", async () => {
    const { onTry } = await show();
    const here = await cell(HERE);
    expect(here.getAttribute("aria-current")).toBe("true");
    expect(screen.getAllByRole("gridcell").filter(({ tabIndex }) => tabIndex === 0)).toEqual([here]);
    here.focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("$420,000.00 with 10% down: Short");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{Enter}");
    expect(onTry).toHaveBeenCalledWith({ salesPrice: 420_000_00, loanAmount: 405_300_00 });
    await userEvent.keyboard("{Control>}{Home}{/Control}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("$320,000.00 with 0% down: Not allowed");
    await userEvent.keyboard("{ArrowLeft}{ArrowUp}{End} ");
    expect(onTry).toHaveBeenLastCalledWith({ salesPrice: 480_000_00, loanAmount: 480_000_00 });
  });

  test("a click tries a cell", async () => {
    const { onTry } = await show();
    await userEvent.click(await cell("$360,000.00 with 5% down: Enough"));
    expect(onTry).toHaveBeenCalledWith({ salesPrice: 360_000_00, loanAmount: 342_000_00 });
  });

  test("the same is a table of words", async () => {
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));
    const table = screen.getByRole("table", { name: "Price and down payment under Fannie Mae" });
    const row = within(table).getByRole("row", { name: /^\$400,000\.00/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["Not allowed", "Enough", "Enough", "Enough", "Short", "Short", "Short", "Short"]);
    await userEvent.click(screen.getByRole("button", { name: "Show as map" }));
    await waitFor(() => expect(screen.getByRole("grid", { name: "Price and down payment" })).toBeTruthy());
  });

  test("a price between the columns has a column of its own", async () => {
    await show({ ...BASE, appraisedValue: 600_000_00, salesPrice: 412_300_00, loanAmount: 391_685_00 });
    expect(await cell("$412,300.00 with 5% down: Enough, these terms")).toBeTruthy();
    expect(screen.getByRole("columnheader", { name: "$412,300.00" }).textContent).toBe("$412.3k");
  });
});
