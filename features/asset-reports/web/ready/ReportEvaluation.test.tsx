import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anEvidence } from "#features/underwriting/web/test-evidence.ts";
import type { Difference } from "#features/underwriting/rules/evaluation.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { anAccount, aReport, aRetrieved, aTransaction } from "../test-report.ts";
import {
  NOTIFY,
  PATIENT,
  PURCHASE,
  RETRIEVE,
  answer,
  borrower,
  funds,
  press,
  rich,
  setTheScene,
  show,
} from "./test-ready-report.tsx";

beforeEach(setTheScene);

describe("the answer", () => {
  test("is at the top in one line, under Fannie Mae if the loan names no program", async () => {
    await show();
    answer().getByText(
      "Enough to close under Fannie Mae, with 27.00 months of reserves left; one deposit of $12,500.00 is not counted until it is explained.",
    );
    expect(funds("Remaining after closing")).toBe("$67,500.00");
  });

  test("is that of the loan's own program, and arrow keys show the others beside it", async () => {
    await show({ loan: { ...PURCHASE, program: "fha", creditScore: 700 } });
    answer().getByText(/once 1 open condition is cleared/);
    answer().getByText("FHA: Open conditions");
    answer().getByText("1 blocking");
    const fha = screen.getByRole("tab", { name: /FHA/ });
    expect(fha.getAttribute("aria-selected")).toBe("true");
    fha.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: /Fannie Mae/ }));
    screen.getByRole("table", { name: "Funds under Fannie Mae" });
  });

  test("is none for a loan of another program, whose tabs show figures alone", async () => {
    await show({ loan: { ...PURCHASE, program: "other" } });
    answer().getByText("No answer");
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Fannie Mae",
      "Freddie Mac",
      "FHA",
    ]);
    screen.getByText(/^No answer: Keyturn does not evaluate this loan's program\. \$[\d,.]+ would count under/);
    expect(screen.queryByText(/Enough|Explain \$/)).toBeNull();
    screen.getByRole("table", { name: /^Funds under/ });
  });

  test("without terms names what is missing, and links to that field", async () => {
    await show({ loan: { transactionType: "purchase", loanAmount: 38_000_000 } });
    answer().getByText("Not evaluated: loan terms are missing");
    await userEvent.click(screen.getByRole("tab", { name: /FHA/ }));
    const other = screen.getAllByText("Not evaluated: loan terms are missing").at(-1)!.parentElement!; // beside the answer
    within(other).getByRole("button", { name: "sales price" });
    await userEvent.click(answer().getByRole("button", { name: "sales price" }));
    const field = await screen.findByLabelText("Sales price", {}, PATIENT);
    await waitFor(() => expect(document.activeElement).toBe(field), PATIENT);
  });
});

describe("where nothing below the answer is visible", () => {
  beforeEach(() => {
    const nothing = { observe: () => undefined, disconnect: () => undefined };
    vi.stubGlobal(
      "IntersectionObserver",
      vi.fn(function () {
        return nothing;
      }),
    );
  });
  afterEach(() => void vi.unstubAllGlobals());

  test("the lines of a finding load the table and get the focus", async () => {
    await show({ until: "Findings" });
    expect(screen.queryByRole("table", { name: "Transactions" })).toBeNull();
    await userEvent.click(screen.getAllByRole("button", { name: /^Show in transactions/ })[0]!); // there is one
    const table = await screen.findByRole("table", { name: "Transactions" });
    expect(within(table).getAllByRole("row")).toHaveLength(2);
    await waitFor(() => expect(document.activeElement?.contains(table)).toBe(true));
  });

  test("trying other terms loads the rules", async () => {
    await show({ until: "Findings" });
    await press("What if: try other terms");
    const amount = await screen.findByRole("textbox", { name: "Loan amount" }, PATIENT);
    await userEvent.clear(amount);
    await userEvent.type(amount, "300,000");
    // On a busy machine the rules' modules take long to be transformed.
    await waitFor(() => expect(answer().queryByText(/short of closing/)).not.toBeNull(), { timeout: 50_000 });
    answer().getByText("What if: nothing is saved yet");
  }, 60_000);
});

describe("findings and lines", () => {
  test("a finding shows its lines among the others, and a line links back to its finding", async () => {
    await show();
    await userEvent.click(screen.getAllByRole("button", { name: /^Show in transactions/ })[0]!); // there is one
    const table = within(screen.getByRole("table", { name: "Transactions" }));
    expect(table.getAllByRole("row")).toHaveLength(2);
    await userEvent.click(table.getByRole("button", { name: /Show finding/ }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Large deposit"));
    await press("Show all transactions");
    expect(table.getAllByRole("row")).toHaveLength(3);
  });

  test("a deposit is explained from its finding", async () => {
    await show();
    await userEvent.click(screen.getAllByRole("button", { name: /Explain deposit/ })[0]!); // there is one
    const dialog = within(await screen.findByRole("dialog", { name: "Explain deposit" }, PATIENT));
    await dialog.findByText("$0.00 of $12,500.00 explained, $12,500.00 left", {}, PATIENT);
  });

  test("a deposit that was answered asks for a review, not for an explanation", async () => {
    const proposed = anEvidence({ transactionId: "big" });
    await show({ answers: { "GET /account/evidence/$id": { evidence: [proposed], loose: [] } } });
    const button = await screen.findByRole("button", { name: /^Review answer about deposit of/ }, PATIENT);
    const finding = button.closest<HTMLElement>("[data-finding]")!; // every line of a finding is in the list
    within(finding).getByText("Answered, to review");
    expect(within(finding).queryByRole("button", { name: /Explain deposit/ })).toBeNull();
  });

  test("evidence that was rejected leaves the deposit to be explained", async () => {
    const rejected = anEvidence({ transactionId: "big", state: "rejected" });
    await show({ answers: { "GET /account/evidence/$id": { evidence: [rejected], loose: [] } } });
    await screen.findByText("Rejected", {}, PATIENT);
    expect(screen.queryByText("Answered, to review")).toBeNull();
    expect(screen.getAllByRole("button", { name: /^Explain deposit/ }).length).toBeGreaterThan(0);
  });

  test("each account shows its owner", async () => {
    const other = anAccount({
      id: "other",
      name: "Other",
      owners: [{ names: ["Max Moe"], emails: [], phones: [], addresses: [] }],
    });
    await show({ accounts: [rich, other] });
    await screen.findByText("Borrower");
    screen.getByText("Not a borrower");
  });

  test("50,000 lines open and can be searched with only a few of them rendered", async () => {
    const many = Array.from({ length: 50_000 }, (_, at) =>
      aTransaction({
        id: `t${at}`,
        description: `PURCHASE ${at}`,
        categoryPrimary: null,
        categoryDetailed: null,
        amountCents: 1_000 + (at % 977),
      }),
    );
    await show({ accounts: [anAccount({ transactions: many })] });
    const table = screen.getByRole("table", { name: "Transactions" });
    await waitFor(() => expect(table.querySelectorAll("tbody tr td").length).toBeGreaterThan(0), PATIENT);
    await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "purchase 49999");
    await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(2), PATIENT);
    expect(document.querySelectorAll("tr").length).toBeLessThan(200);
  }, 30_000);
});

test("a printout says which lines it contains, and which file contains all", async () => {
  const many = Array.from({ length: 176 }, (_, at) => aTransaction({ id: `t${at}` }));
  await show({ accounts: [anAccount({ transactions: many })] });
  const printed = () => document.querySelector<HTMLElement>("[data-words]")?.dataset["words"];
  expect(printed()).toBe("Transactions 1–25 of 176 are printed; the PDF holds all.");
  await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "nothing like it");
  await waitFor(() => expect(printed()).toBeUndefined());
});

test("the lender is notified once, and the page shows who and when", async () => {
  await show({ answers: { [NOTIFY]: { notifiedAt: "2026-11-02T15:00:00Z", isNew: true } } });
  await press("Notify lender");
  await screen.findByText(/^Email sent to the loan officer on Nov 2, 2026/);
  expect(screen.queryByText(/the notice goes to you/)).toBeNull();
});

test("a loan officer who notifies the lender sees that they are the recipient", async () => {
  const own = { ...borrower, loan: PURCHASE, assignedUserId: signIn().id };
  const notified = { notifiedAt: "2026-11-02T15:00:00Z", isNew: false };
  await show({ answers: { "GET /account/borrower/$id": own, [NOTIFY]: notified } });
  await press("Notify lender");
  await screen.findByText(/^Email sent to you on Nov 2, 2026/);
  screen.getByText(/You're this borrower's loan officer\. Already sent within the last hour/);
});

describe("with an earlier report", () => {
  const NOTHING: Difference = {
    before: { reportId: "before", asOf: "2026-10-01" },
    after: { reportId: "after", asOf: "2026-11-02" },
    balances: [],
    newDeposits: [],
    newDebts: [],
    newFees: [],
    findingsOpened: [],
    findingsClosed: [],
  };

  async function showSince(difference: Difference) {
    await show({
      answers: {
        [RETRIEVE]: { ...aRetrieved([rich], { loan: PURCHASE }), report: aReport({ parentReportId: "before" }) },
        "GET /account/asset-report-difference/$id": { difference },
      },
    });
    await screen.findByRole("heading", { name: "Since the report of Oct 1, 2026" }, PATIENT);
  }

  test("the page lists the number of changes since then, and nothing else", async () => {
    const line = { accountId: "checking", date: "2026-11-01", description: "BRANCH DEPOSIT", cents: 1_250_000 };
    const { findings } = aRetrieved([rich], { loan: PURCHASE });
    await showSince({
      ...NOTHING,
      newDeposits: [{ ...line, transactionId: "big" }],
      findingsOpened: [findings[0]!, findings[0]!], // the large deposit is found
    });
    screen.getByText("1 new deposit, 2 findings opened");
  });

  test("the page says that nothing changed", async () => {
    await showSince(NOTHING);
    screen.getByText("Nothing changed since the report of Oct 1, 2026.");
  });
});
