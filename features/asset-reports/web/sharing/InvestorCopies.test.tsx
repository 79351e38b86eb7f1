import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { InvestorCopy } from "#features/asset-reports/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { refusal } from "#platform/web/test-http.ts";
import { INVESTOR_COPIES, press, ready, RETRIEVE, show } from "../test-report-page.tsx";
import { aReport, aRetrieved, REPORT_ID } from "../test-report.ts";

const CREATE = "POST /account/investor-copy";
const END = "POST /account/end-investor-copy";

const aCopy = (facts: Partial<InvestorCopy> = {}): InvestorCopy => ({
  id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b051",
  borrowerId: "$id",
  reportId: REPORT_ID,
  investor: "fannie",
  token: "a-sandbox-3TAU2CWVYBDVRHUCAAAI27ULU4",
  createdBy: "Robin Vale",
  createdAt: "2026-11-02T15:00:00Z",
  ...facts,
});
const shown = { ...ready, latestReportId: REPORT_ID };

async function answerQuestion(isYes: boolean): Promise<string> {
  await waitFor(() => expect(confirmStore.get()).not.toBeNull());
  const { title, answer } = confirmStore.get()!; // it was asked just now
  answer(isYes);
  return title;
}

describe("InvestorCopies", () => {
  beforeEach(() => void signIn());

  test("the menu shares the report after a question, and the page then shows the token", async () => {
    let copies: InvestorCopy[] = [];
    const answers = { [INVESTOR_COPIES]: () => copies, [CREATE]: () => (copies = [aCopy()])[0] };
    const server = await show({ borrower: shown, answers });
    await screen.findByRole("heading", { name: "Transactions" });
    expect(screen.queryByRole("heading", { name: "Shared with investors" })).toBeNull();
    await press("Share with Fannie Mae");
    expect(await answerQuestion(false)).toBe("Share this report with Fannie Mae?");
    expect(server.count(CREATE)).toBe(0);
    await press("Share with Fannie Mae");
    await answerQuestion(true);
    const list = await screen.findByRole("list", { name: "Shared with investors" });
    expect(list.textContent).toContain("a-sandbox-3TAU2CWVYBDVRHUCAAAI27ULU4");
    expect(list.textContent).toContain("Enter the token in Desktop Underwriter. Shared by Robin Vale on");
    expect(server.requests.find(({ call }) => call === CREATE)?.body).toEqual({
      borrowerId: "$id",
      investor: "fannie",
    });
    expect(server.count(RETRIEVE)).toBe(2);
  });

  test("the token is copied with one click", async () => {
    const user = userEvent.setup();
    await show({ borrower: shown, answers: { [INVESTOR_COPIES]: [aCopy()] } });
    await user.click(await screen.findByRole("button", { name: "Copy token" }));
    expect(await navigator.clipboard.readText()).toBe(aCopy().token);
  });

  test("sharing stops after a question, and the section goes with its last copy", async () => {
    let copies = [aCopy(), aCopy({ id: "other", investor: "freddie", createdBy: null })];
    const server = await show({
      borrower: shown,
      answers: { [INVESTOR_COPIES]: () => copies, [END]: () => (copies = []) && null },
    });
    const list = await screen.findByRole("list", { name: "Shared with investors" });
    expect(list.textContent).toContain("Loan Product Advisor. Shared by a deleted user");
    await userEvent.click(within(list).getByRole("button", { name: "Stop sharing with Freddie Mac" }));
    expect(await answerQuestion(true)).toBe("Stop sharing with Freddie Mac?");
    await waitFor(() => expect(screen.queryByRole("list", { name: "Shared with investors" })).toBeNull());
    expect(server.requests.find(({ call }) => call === END)?.body).toEqual({ id: "other" });
  });

  test("a copy of an earlier report says so", async () => {
    await show({ borrower: shown, answers: { [INVESTOR_COPIES]: [aCopy({ reportId: "earlier" })] } });
    await screen.findByText(/An earlier report\. Enter the token/);
  });

  test("a refusal says what to do", async () => {
    await show({ borrower: shown, answers: { [CREATE]: refusal(409, "DATA_WITHHELD") } });
    await screen.findByRole("heading", { name: "Transactions" });
    await press("Share with Freddie Mac");
    await answerQuestion(true);
    await screen.findByText("Transactions of another person are withheld");
  });

  test("a report from files, a consumer report and an observer have nothing to share with", async () => {
    const retrieved = aRetrieved();
    const cases = [
      { role: "registered", data: { ...retrieved, parsedReport: { ...retrieved.parsedReport, source: "files" } } },
      { role: "registered", data: { ...retrieved, report: aReport({ product: "consumer_report" }) } },
      { role: "observer", data: retrieved },
    ] as const;
    for (const { role, data } of cases) {
      signIn({ role });
      await show({ borrower: shown, answers: { [RETRIEVE]: data } });
      await screen.findByRole("heading", { name: "Transactions" });
      expect(screen.queryByRole("button", { name: /^Share with/ })).toBeNull();
      cleanup();
    }
  });
});
