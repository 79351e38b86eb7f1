import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { BORROWER, RETRIEVE, DOWNLOAD, GENERATE, ready, show, press } from "../test-report-page.tsx";
import { anAccount, aRetrieved, aTransaction } from "../test-report.ts";

beforeEach(() => void signIn());

describe("a ready report", () => {
  test("shows first how much, whose, as of when, and how long that is valid", async () => {
    await show({ borrower: ready });
    const answer = within(await screen.findByRole("region", { name: "Summary" }));
    answer.getByText("Dana Reyes holds 2 accounts at First Platypus Bank, as of Nov 2, 2026.");
    answer.getByText(/Valid through Mar 2, 2027|Expired Mar 2, 2027/);
    expect(answer.getAllByRole("definition")[0]?.textContent).toBe("$1,250.00");
  });

  test("names what the bank did not supply: one item in a sentence, more in a list", async () => {
    const warning = { code: "OWNERS_UNAVAILABLE", itemId: "item", message: "Owners are unavailable." };
    const retrieved = aRetrieved();
    await show({ borrower: ready, answers: { [RETRIEVE]: { ...retrieved, warnings: [warning] } } });
    expect((await screen.findByText(/Owners are unavailable\./)).textContent).toBe(
      "First Platypus Bank: Owners are unavailable.",
    );
    cleanup();
    const older = { ...warning, message: "History is short." };
    await show({ borrower: ready, answers: { [RETRIEVE]: { ...retrieved, warnings: [warning, older] } } });
    const second = await screen.findByText("First Platypus Bank: History is short.");
    expect(within(second.closest("ul")!).getAllByRole("listitem")).toHaveLength(2); // `!`: it is a list
  });

  test("shows the balance of each day by keyboard", async () => {
    await show({ borrower: ready });
    const line = await screen.findByRole("slider", { name: "Balance by day, Checking …0000" });
    expect(line.getAttribute("aria-valuetext")).toBe("Nov 2, 2026: $1,250.00");
  });

  test("shows money out with a true minus sign, and finds it by amount", async () => {
    const lines = [aTransaction(), aTransaction({ id: "t2", description: "PAYROLL", amountCents: -250_000 })];
    await show({ borrower: ready, accounts: [anAccount({ transactions: lines })] });
    const table = within(await screen.findByRole("table", { name: "Transactions" }));
    table.getByText("\u2212$55");
    await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "2500.00");
    expect(table.getAllByRole("row")).toHaveLength(2);
    table.getByText("PAYROLL");
  });

  test("is requested once, and again only if the borrower has a newer report", async () => {
    let latestReportId = ready.latestReportId;
    const server = await show({
      borrower: ready,
      answers: {
        [BORROWER]: () => ({ ...ready, latestReportId }),
        [GENERATE]: () => ((latestReportId = "newer"), { assetReportId: "newer", state: "queued" }),
      },
    });
    await screen.findByRole("region", { name: "Summary" });
    expect(server.count(RETRIEVE)).toBe(1);
    await press("Generate report");
    await waitFor(() => expect(server.count(RETRIEVE)).toBe(2));
  });

  test("is downloaded with a progress bar", async () => {
    const gate = Promise.withResolvers<object>();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await show({ borrower: ready, answers: { [DOWNLOAD]: () => gate.promise } });
    await press("Download report");
    await screen.findByRole("progressbar", { name: "Download" });
    gate.resolve(new Response("%PDF", { headers: { "content-disposition": 'attachment; filename="report.pdf"' } }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  });
});
