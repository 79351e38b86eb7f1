import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { CurrentPeriodPage } from "./CurrentPeriodPage.tsx";
import { OwnBilling } from "./OwnBilling.tsx";
import { StatementPage } from "./StatementPage.tsx";
import { StatementsPage } from "./StatementsPage.tsx";
import { aLine, aPeriod, aStatement } from "./test-statement.ts";

const PERIOD = "GET /admin/billing/get-current-period";
const LINES = "GET /admin/billing/get-non-billed-line-items";
const STATEMENTS = "GET /admin/billing/get-statements";
const STATEMENT = "GET /admin/billing/get-statement/$id";
const OWN = "GET /account/billing";

beforeEach(async () => {
  await readTestConfig();
  signIn();
});

const rowsOf = (table: HTMLElement) => within(table).getAllByRole("row").slice(1);
const words = () => document.body.textContent;

describe("the current period", () => {
  const show = async (
    period = aPeriod(),
    lines = [aLine(), aLine({ description: "Refreshed asset report", amount: 1000 })],
  ) => {
    answerHttp({ [PERIOD]: period, [LINES]: lines });
    await renderAt("/admin/billing/current-period", <CurrentPeriodPage />);
    await screen.findByText("So far this month");
  };

  test("shows the total, when it closes and what a report costs, then every line", async () => {
    await show();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Current Period");
    expect(words()).toContain("$75.00");
    expect(words()).toContain("Closes on Dec 1, 2026");
    expect(words()).toContain("Asset report$25.00");
    const rows = rowsOf(await screen.findByRole("table", { name: "Non-billed line items" }));
    expect(rows).toHaveLength(2);
    // On a phone the table has no column for the date.
    expect(within(rows[0]!).getAllByRole("cell")[1]!.textContent).toContain("Oct 12, 2026");
    expect(screen.queryByRole("alert")).toBe(null);
  });

  test("shows how much of the cap is used", async () => {
    await show(aPeriod({ spendCap: 10_000, spent: 7500 }));
    expect(screen.getByRole("progressbar", { name: "Spend cap used" }).getAttribute("aria-valuenow")).toBe("75");
    expect(words()).toContain("$25.00 left");
  });

  test("shows a remainder of the cap that is too small for a report", async () => {
    await show(aPeriod({ spendCap: 6000, spent: 5000 }));
    expect(words()).toContain("$10.00 left, not enough for another report at $25.00.");
  });

  test.each([
    [7999, null],
    [8000, "ask"],
    [9999, "ask"],
    [10_000, "stop"],
    [12_500, "stop"],
  ])("with %i of 10000 cents of the cap used its bar has the tone %s", async (spent, tone) => {
    await show(aPeriod({ spendCap: 10_000, spent }));
    expect(screen.getByRole("progressbar", { name: "Spend cap used" }).getAttribute("data-tone")).toBe(tone);
  });

  test("shows where to set a cap only to a user who may set one", async () => {
    await show();
    expect(words()).not.toContain("Set one under Organization");
    signIn({ role: "admin" });
    await show();
    expect(words()).toContain("Set one under Organization");
  });

  test("shows an alert if the figures differ from the provider's", async () => {
    const drift = { since: "2026-11-02T08:00:00Z", checkedAt: "2026-11-20T08:00:00Z", ours: 7500, theirs: 5000 };
    await show(aPeriod({ drift }));
    const alarm = screen.getByRole("alert").textContent;
    expect(alarm).toContain("We have $75.00, the provider has $50.00");
  });

  test("shows an empty month as empty", async () => {
    await show(aPeriod({ amount: 0, spent: 0 }), []);
    await screen.findByText("No charges yet");
  });
});

describe("statements", () => {
  const three = [
    aStatement({ number: "ST-202610-0003", amount: 10_000 }),
    aStatement({ number: "ST-202609-0002", amount: 5000, status: "paid", paidBefore: 5000 }),
    aStatement({ number: "ST-202608-0001", amount: 2500, status: "past_due" }),
  ];
  const show = async (statements = three) => {
    answerHttp({ [STATEMENTS]: statements });
    await renderAt("/admin/billing/statements", <StatementsPage />);
    await screen.findByText("ST-202610-0003");
    return screen.getByRole("table", { name: "Statements" });
  };

  test("list number, period, status, amount and what is due, and each links to its own page", async () => {
    const [first] = rowsOf(await show());
    expect(first!.textContent).toContain("ST-202610-0003");
    expect(first!.textContent).toContain("Oct 1, 2026 to Oct 31, 2026");
    expect(first!.textContent).toContain("$100.00");
    expect(within(first!).getByRole("link").getAttribute("href")).toBe(
      `/admin/billing/statements/view/${three[0]!.id}`,
    );
    expect(screen.queryByText("Acme Lending")).toBe(null);
  });

  test("are filtered by a range of amounts that includes both ends; either end may be open", async () => {
    const table = await show();
    const numbers = () => rowsOf(table).map((row) => /ST-\d+-\d+/.exec(row.textContent)?.[0]);
    await userEvent.type(screen.getByLabelText("Minimum amount"), "50");
    await waitFor(() => expect(numbers()).toEqual(["ST-202610-0003", "ST-202609-0002"]));
    await userEvent.type(screen.getByLabelText("Maximum amount"), "50");
    await waitFor(() => expect(numbers()).toEqual(["ST-202609-0002"]));
    await userEvent.clear(screen.getByLabelText("Minimum amount"));
    await waitFor(() => expect(numbers()).toEqual(["ST-202609-0002", "ST-202608-0001"]));
  });

  test("show their organization to a user with several organizations", async () => {
    const other = { id: crypto.randomUUID(), name: "Beta Credit" };
    const table = await show([...three, aStatement({ organization: other })]);
    within(table).getByText("Beta Credit");
    within(table).getByRole("columnheader", { name: "Organization" });
  });
});

describe("a statement", () => {
  const lineItems = [
    aLine({ amount: 2500 }),
    aLine({ amount: 2500 }),
    aLine({ type: "subscription", description: "Basic monthly", amount: 2500 }),
    aLine({ type: "adjustment", description: "Reversal", amount: -500 }),
  ];

  test("has its own page: its lines by kind, its sums, where to pay, and files to download", async () => {
    answerHttp({ [STATEMENT]: aStatement({ id: "$id", amount: 7000, paidBefore: 2500, credits: -500, lineItems }) });
    await renderAt("/admin/billing/statements/view/$id", <StatementPage />);
    await screen.findByRole("heading", { level: 1, name: "Statement ST-202610-0002" });
    expect(rowsOf(screen.getByRole("table", { name: "Asset report" })).at(-1)?.textContent).toBe("Total2$50.00");
    screen.getByRole("table", { name: "Adjustment" });
    expect(words()).toContain("Charged by card$25.00Subscription, already charged to the card");
    expect(words()).toContain("By invoice$45.00Due by Nov 15, 2026");
    expect(document.querySelector("[data-words]")?.getAttribute("data-words")).toBe(", billed by Keyturn");
    expect(screen.getByRole("link", { name: "Pay this statement" }).getAttribute("href")).toBe(
      "https://pay.example/in_1",
    );
    screen.getByRole("button", { name: "Download PDF" });
    screen.getByRole("button", { name: "Download CSV" });
  });

  test("shows what an earlier credit paid as no longer due", async () => {
    answerHttp({ [STATEMENT]: aStatement({ amount: 5000, creditUsed: 2000, lineItems }) });
    await renderAt("/admin/billing/statements/view/$id", <StatementPage />);
    await screen.findByText("Credit used");
    expect(words()).toContain("Credit used$20.00");
    expect(words()).not.toContain("Charged by card");
    expect(words()).toContain("By invoice$30.00");
  });

  test.each([
    [2000, "Charged by card$20.00Subscription, already charged to the card, less refunds"],
    [-500, "Refunded to the card−$5.00Already refunded"],
  ])("shows a refund of the card provider as a refund (%i)", async (paidBefore, reported) => {
    answerHttp({ [STATEMENT]: aStatement({ amount: 7000, paidBefore, lineItems }) });
    await renderAt("/admin/billing/statements/view/$id", <StatementPage />);
    await screen.findByText("Total", { selector: "span" });
    expect(words()).toContain(reported);
  });

  test("that is paid asks for nothing", async () => {
    answerHttp({ [STATEMENT]: aStatement({ status: "paid", paidAt: "2026-11-03T12:00:00Z", lineItems }) });
    await renderAt("/admin/billing/statements/view/$id", <StatementPage />);
    await screen.findByText("Paid");
    expect(screen.queryByRole("link", { name: "Pay this statement" })).toBe(null);
    expect(words()).toContain("Settled on Nov 3, 2026");
  });

  test("that failed to load says so and can be loaded again", async () => {
    answerHttp({ [STATEMENT]: refusal(404, "NOT_FOUND") });
    await renderAt("/admin/billing/statements/view/$id", <StatementPage />);
    await screen.findByText("We couldn't load the statement");
  });
});

test("a user who is alone sees the month, its lines and the statements on one page", async () => {
  const { lineItems: _lines, ...statement } = aStatement();
  answerHttp({ [OWN]: { currentPeriod: aPeriod(), lineItems: [aLine()], statements: [statement] } });
  await renderAt("/account/billing/subscription", <OwnBilling />);
  await screen.findByText("So far this month");
  screen.getByRole("button", { name: "Download PDF of ST-202610-0002" });
  screen.getByRole("link", { name: "Pay ST-202610-0002" });
  expect(rowsOf(screen.getByRole("table", { name: "Non-billed line items" }))).toHaveLength(1);
});
