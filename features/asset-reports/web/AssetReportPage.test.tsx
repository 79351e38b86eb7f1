import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AssetReport, ReportAccount } from "#features/asset-reports/contract.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aBank, aBorrower, withReport } from "#features/borrowers/web/test-borrower.ts";
import { signIn } from "#features/identity/web/test-sign-in.ts";
import { loadConfig } from "#kit/web/config.ts";
import { answerHttp, refusal, type Answer } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { AssetReportPage } from "./AssetReportPage.tsx";
import { anAccount, aReport, aRetrieved, aTransaction } from "./test-report.ts";

// The pattern itself is the address here: the borrower's id is the text "$id".
const AT = "/borrower/asset-report/$id";
const BORROWER = "GET /account/borrower/$id";
const PROGRESS = "GET /account/asset-report-progress/$id";
const RETRIEVE = "GET /account/retrieve-asset-report/$id";
const DOWNLOAD = "GET /account/download-asset-report/$id";
const TOKEN = "POST /plaid/create-link-token";
const EXCHANGE = "POST /plaid/exchange-public-token";
const GENERATE = "POST /plaid/generate-asset-report";

const fresh = aBorrower({ id: "$id" });
const connected = aBorrower({ id: "$id", status: "bank-connected", items: [aBank()] });
const ready = withReport({ id: "$id" });

beforeEach(() => void signIn());

interface Scene {
  readonly borrower: Borrower;
  readonly report?: AssetReport | null;
  readonly accounts?: ReportAccount[];
  readonly answers?: Readonly<Record<string, Answer>>;
}

async function show({ borrower, report = null, accounts, answers }: Scene) {
  const server = answerHttp({
    [BORROWER]: borrower,
    [PROGRESS]: { report },
    [RETRIEVE]: aRetrieved(accounts),
    ...answers,
  });
  await renderAt(AT, <AssetReportPage />);
  await screen.findByRole("button", { name: "Generate report" });
  return server;
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => userEvent.click(button(name));

const CONFIG = { environment: "local", scripts: { plaidLink: "http://link.test/dialog.js" } };
type Callbacks = Record<"onSuccess" | "onExit", (...facts: unknown[]) => void> & { token: string };
const opened = { create: vi.fn<(callbacks: Callbacks) => object>() };

/** The provider's script: what it leaves on the window, and that it has come. */
async function withDialog(): Promise<void> {
  await loadConfig(() => Promise.resolve(Response.json(CONFIG)));
  opened.create.mockReset().mockImplementation(() => ({ open: vi.fn(), destroy: vi.fn() }));
  Object.assign(window, { Plaid: opened });
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    (script as HTMLScriptElement).dispatchEvent(new Event("load"));
  });
}

describe("before there is a report", () => {
  test("without a bank: says so, asks for no report, and bars what cannot be done with the reason", async () => {
    const server = await show({ borrower: fresh });
    screen.getByText("No bank is connected yet");
    expect(button("Generate report").title).toContain("Connect one first");
    expect(button("Download report").title).toContain("Generate one first");
    expect(server.count(RETRIEVE)).toBe(0);
  });

  test("a connected bank leads on to the report", async () => {
    const server = await show({
      borrower: connected,
      answers: { [GENERATE]: { assetReportId: "r", state: "queued" } },
    });
    screen.getByText("The bank is connected, the report is next");
    await press("Generate report");
    await waitFor(() => expect(server.requests.at(-1)?.call).not.toBe(GENERATE));
    expect(server.requests.find(({ call }) => call === GENERATE)?.body).toEqual({ borrowerId: "$id" });
    expect(server.count(BORROWER)).toBe(2);
  });

  test("an unconfirmed person learns why nothing can be connected yet", async () => {
    signIn({ emailConfirmed: false });
    await show({ borrower: fresh });
    expect(button("Connect bank").title).toContain("Confirm your email address");
  });
});

describe("while a report is made", () => {
  const generating = aReport({ state: "generating", step: "received" });

  test("its steps are seen, also after a reload of the page", async () => {
    await show({ borrower: { ...connected, reportState: "generating" }, report: generating });
    const steps = await screen.findByRole("list", { name: "Report progress" });
    expect(
      within(steps)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Bank asked, done", "Answer received, done", "Figures read, now", "Ready, to come"]);
    expect(button("Generate report").title).toContain("being made");
  });

  test("the page finds out by itself that it is ready, without the socket", async () => {
    let polls = 0;
    await show({
      borrower: connected,
      answers: {
        [BORROWER]: () => (polls > 0 ? ready : { ...connected, reportState: "generating" }),
        [PROGRESS]: () => ({ report: polls++ > 0 ? aReport() : generating }),
      },
    });
    await screen.findByText("Figures read");
    await screen.findByRole("heading", { name: "Transactions" }, { timeout: 10_000 });
  });

  test("the present report stays readable", async () => {
    await show({ borrower: { ...ready, reportState: "generating" }, report: generating });
    await screen.findByText("A newer report is being made");
    screen.getByRole("heading", { name: "Transactions" });
  });
});

describe("what is refused is said in the page", () => {
  test.each([
    [refusal(409, "NO_BANK_CONNECTION"), "No bank is connected"],
    [refusal(409, "LIMIT_REACHED"), "10 reports were made today"],
    [refusal(502, "PROVIDER_UNAVAILABLE"), "The bank-data provider does not answer"],
    [refusal(409, "INVALID_STATUS_TRANSITION"), "This borrower is closed"],
  ])("%s", async (answer, title) => {
    const server = await show({ borrower: connected, answers: { [GENERATE]: answer } });
    await press("Generate report");
    await screen.findByText(title);
    expect(server.visited).toEqual([]);
  });

  test("a bank that wants a new log-in can be repaired in update mode", async () => {
    await withDialog();
    let items = [aBank()];
    const server = await show({
      borrower: connected,
      answers: {
        [BORROWER]: () => ({ ...connected, items }),
        [GENERATE]: () => ((items = [aBank({ status: "login_required" })]), refusal(409, "BANK_LOGIN_REQUIRED")),
        [TOKEN]: refusal(502, "PROVIDER_UNAVAILABLE"),
      },
    });
    await press("Generate report");
    await screen.findByText("The bank asks for a new log-in");
    await userEvent.click(await screen.findByRole("button", { name: "Repair First Platypus Bank" }));
    await screen.findByText("The bank-data provider does not answer");
    expect(server.requests.at(-1)).toEqual({ call: TOKEN, body: { borrowerId: "$id", itemId: aBank().id } });
  });

  test("a report that failed says what happened", async () => {
    const error = { code: "TIMEOUT", message: "The bank-data provider did not deliver within 15 minutes." };
    await show({ borrower: connected, report: aReport({ state: "failed", step: "asked", error }) });
    await screen.findByText("The last report failed");
    screen.getByText(/did not deliver within 15 minutes/);
  });
});

describe("a ready report", () => {
  test("says first how much, whose, as of when, and until when that is good", async () => {
    await show({ borrower: ready });
    const answer = within(await screen.findByRole("region", { name: "Summary" }));
    answer.getByText("Dana Reyes holds 2 accounts at First Platypus Bank, as of Nov 2, 2026.");
    answer.getByText(/Fresh until Mar 2, 2027|Out of date since Mar 2, 2027/);
    expect(answer.getAllByRole("definition")[0]?.textContent).toBe("$1,250.00");
  });

  test("reads the balance of each day by keyboard", async () => {
    await show({ borrower: ready });
    const line = await screen.findByRole("slider", { name: "Balance by day, Checking 0000" });
    expect(line.getAttribute("aria-valuetext")).toBe("Nov 2, 2026: $1,250.00");
  });

  test("shows money out with a true minus sign, searched by amount", async () => {
    const lines = [aTransaction(), aTransaction({ id: "t2", description: "PAYROLL", amountCents: -250_000 })];
    await show({ borrower: ready, accounts: [anAccount({ transactions: lines })] });
    const table = within(await screen.findByRole("table", { name: "Transactions" }));
    table.getByText("\u2212$55");
    await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "2500.00");
    expect(table.getAllByRole("row")).toHaveLength(2);
    table.getByText("PAYROLL");
  });

  test("is asked for once, and again only when the borrower's latest report is another", async () => {
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

  test("is downloaded with a progress bar on the way", async () => {
    const gate = Promise.withResolvers<object>();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await show({ borrower: ready, answers: { [DOWNLOAD]: () => gate.promise } });
    await press("Download report");
    await screen.findByRole("progressbar", { name: "Download" });
    gate.resolve(new Response("%PDF", { headers: { "content-disposition": 'attachment; filename="report.pdf"' } }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  });
});

describe("the bank dialog", () => {
  test("what it shares is exchanged, and the page shows the connected borrower", async () => {
    await withDialog();
    const linkToken = { linkToken: "link-1", expiration: "2026-11-02T16:00:00Z" };
    const server = await show({ borrower: fresh, answers: { [TOKEN]: linkToken, [EXCHANGE]: connected } });
    await press("Connect bank");
    await waitFor(() => expect(opened.create).toHaveBeenCalledOnce());
    const [callbacks] = opened.create.mock.lastCall!; // called, as the line before waited for
    expect(callbacks.token).toBe("link-1");
    callbacks.onSuccess("public-1", { institution: { name: "First Platypus Bank" }, accounts: [] });
    await screen.findByText("The bank is connected, the report is next");
    expect(server.requests.find(({ call }) => call === EXCHANGE)?.body).toEqual({
      borrowerId: "$id",
      publicToken: "public-1",
      institution: { name: "First Platypus Bank" },
      accounts: [],
    });
  });

  test("left without a word, nothing is said; left after a refusal, why and what to do", async () => {
    await withDialog();
    await show({ borrower: fresh, answers: { [TOKEN]: { linkToken: "link-1", expiration: "" } } });
    await press("Connect bank");
    await waitFor(() => expect(opened.create).toHaveBeenCalledTimes(1));
    opened.create.mock.lastCall?.[0].onExit(null, {});
    await waitFor(() => expect(button("Connect bank").getAttribute("aria-busy")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();

    await press("Connect bank");
    await waitFor(() => expect(opened.create).toHaveBeenCalledTimes(2));
    opened.create.mock.lastCall?.[0].onExit({ error_code: "ITEM_LOCKED" }, {});
    await screen.findByText(/has locked this log-in/);
  });
});
