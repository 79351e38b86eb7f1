import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import {
  type ListedBorrower,
  type LoanFileLoan,
  LoanFileFault,
  LoanFileProblem,
} from "#features/borrowers/contract.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBorrower } from "../test-borrower.ts";
import { ImportBorrowersPage } from "./ImportBorrowersPage.tsx";
import { faultText, problemText } from "./loan-file-texts.ts";

const AT = "/account/borrowers/import";
const PREVIEW = "POST /account/loan-file/preview";
const CREATE = "POST /account/borrower";

const person = (firstName: string, email: string) => ({
  ...{ firstName, middleName: "", lastName: "Reyes", suffix: "", email, phone: "" },
});

const LOAN: LoanFileLoan = {
  loanNumber: "LN-42",
  people: [person("Dana", "dana@example.net"), person("Lee", "")],
  loan: { transactionType: "purchase", loanAmount: 14_250_000 },
  problems: [{ field: "salesPrice", code: "AMOUNT", found: "425,00", line: 12 }],
};

const aFile = (content: BlobPart = "<MESSAGE/>", name = "loan.xml") => new File([content], name, { type: "text/xml" });

async function open(loans: readonly LoanFileLoan[], more: object = {}, known: readonly ListedBorrower[] = []) {
  const server = answerHttp({ "GET /account/borrower": known, [PREVIEW]: { fault: null, loans }, ...more });
  await renderAt(AT, <ImportBorrowersPage />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Choose a file" }).ariaDisabled).not.toBe("true"));
  await userEvent.upload(screen.getByLabelText("Borrower file"), aFile());
  return server;
}

beforeEach(() => void signIn());

test("a loan is shown with what could not be read and what is missing, and saved only when it is imported", async () => {
  const server = await open([LOAN], { [CREATE]: aBorrower({ id: "new" }) });
  await screen.findByRole("heading", { name: "Dana Reyes and Lee Reyes" });
  screen.getByText("Sales price: 425,00 is not an amount (line 12)");
  screen.getByText(/Still needed for an answer: .*sales price/);
  screen.getByText("$142,500.00");
  expect(screen.queryByRole("button", { name: /^Import/ }), "a person has no email").toBeNull();
  screen.getByText("Email required");
  screen.getByText("Email needed");

  await userEvent.type(screen.getByLabelText("Email of Lee Reyes"), "dana@example.net");
  screen.getByText("Each person needs their own email");
  await userEvent.clear(screen.getByLabelText("Email of Lee Reyes"));
  await userEvent.type(screen.getByLabelText("Email of Lee Reyes"), "lee@example.net");
  expect(server.count(CREATE)).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Import 1 loan" }));
  await waitFor(() => expect(confirmStore.get()?.title).toBe("Import and invite 1 borrower?"));
  confirmStore.get()!.answer(true); // just seen
  await screen.findByText("Imported");
  const [sent] = server.requests.filter(({ call }) => call === CREATE);
  expect(sent?.body).toMatchObject({
    ...{ firstName: "Dana", email: "dana@example.net", loanNumber: "LN-42", loan: LOAN.loan, invite: true },
    coBorrowers: [{ firstName: "Lee", lastName: "Reyes", email: "lee@example.net" }],
  });
  expect(screen.getByRole("link", { name: "Open the borrower" }).getAttribute("href")).toContain("/view/new");
});

describe("a borrower who exists", () => {
  const KNOWN = aBorrower({
    lastName: "Reyes",
    loanNumber: "LN-42",
    version: 7,
    loan: { loanAmount: 10_000_000, units: 2 },
  });
  const UPDATE = `PUT /account/borrower-loan/${KNOWN.id}`;

  test("is recognized by the loan number: the file's terms replace theirs, and nothing else changes", async () => {
    const server = await open([LOAN], { [UPDATE]: KNOWN }, [KNOWN]);
    await screen.findByText(/is already in your list/);
    expect(screen.queryByLabelText(/^Email of/)).toBeNull();
    screen.getByText("$100,000.00", { exact: false });
    await userEvent.click(screen.getByRole("button", { name: "Update 1 loan" }));
    await screen.findByText("Updated");
    expect(server.count(CREATE)).toBe(0);
    expect(server.requests.find(({ call }) => call === UPDATE)?.body).toEqual({
      version: 7,
      loan: { units: 2, ...LOAN.loan },
    });
  });

  test("is recognized by the email where a loan has no number", async () => {
    await open([{ ...LOAN, loanNumber: "" }], {}, [aBorrower({ lastName: "REYES", email: "DANA@example.net" })]);
    await screen.findByText(/is already in your list/);
  });

  test.each([
    { by: "LN-42", loan: LOAN, known: KNOWN },
    { by: "dana@example.net", loan: { ...LOAN, loanNumber: "" }, known: { ...KNOWN, email: "dana@example.net" } },
  ])("in a list too long to read whole is searched for by $by", async ({ by, loan, known }) => {
    const searched: string[] = [];
    const others = Array.from({ length: PAGE_ROWS }, (_, at) => aBorrower({ id: `b${at}`, loanNumber: `X-${at}` }));
    const work = { "needs-you": 0, waiting: 0, expiring: 0, closing: 0 };
    await open([loan], {
      "GET /account/borrower-counts": { total: LIST_ROWS, work },
      "GET /account/borrower": (_request: unknown, query: URLSearchParams) => {
        const search = query.get("search");
        if (search === null) return others;
        searched.push(search);
        return search === by ? [known] : [];
      },
    });
    await screen.findByText(/is already in your list/);
    screen.getByRole("button", { name: "Update 1 loan" });
    expect(searched).toEqual([...(loan.loanNumber ? [loan.loanNumber] : []), "dana@example.net"]);
  });

  test("by another name is a reason to look twice", async () => {
    await open([LOAN], {}, [aBorrower({ firstName: "Elena", lastName: "Vasquez", loanNumber: "LN-42" })]);
    await screen.findByText("This loan is Elena Vasquez's in your list");
    screen.getByText(/The file is about Dana Reyes\./);
  });

  test("who changed in the meantime is not overwritten", async () => {
    await open([LOAN], { [UPDATE]: refusal(409, "STALE") }, [KNOWN]);
    await userEvent.click(await screen.findByRole("button", { name: "Update 1 loan" }));
    await screen.findByText(/Someone else updated this borrower. Nothing was changed./);
  });
});

test("the same borrower twice in a file is imported once", async () => {
  const one = { ...LOAN, people: [person("Dana", "dana@example.net")] };
  await open([one, one]);
  await screen.findByText("Another loan in this file has the same borrower.");
  screen.getByRole("button", { name: "Import 1 loan" });
});

test("a file that cannot be read is named with the reason", async () => {
  await open([], { [PREVIEW]: { fault: { code: "DOCTYPE", line: 2, found: null }, loans: [] } });
  await screen.findByText(/declares a document type, .* The error is in line 2\./);
});

test("a file that is too large is not sent", async () => {
  const server = answerHttp({ "GET /account/borrower": [] });
  await renderAt(AT, <ImportBorrowersPage />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Choose a file" }).ariaDisabled).not.toBe("true"));
  await userEvent.upload(screen.getByLabelText("Borrower file"), aFile(new Uint8Array(2_000_001)));
  await screen.findByText(/larger than 2 MB/);
  expect(server.count(PREVIEW)).toBe(0);
});

test("each fault has a sentence of its own, but the two of unreadable characters", () => {
  const texts = LoanFileFault.shape.code.options.map((code) => faultText({ code, line: null, found: null }));
  for (const text of texts) expect(text).toMatch(/\.$/);
  expect(new Set(texts).size).toBe(texts.length - 1);
});

test.each(LoanFileProblem.shape.code.options)("the problem %s names the field and the value", (code) => {
  expect(problemText({ field: "emd", code, found: "x12", line: 3 })).toMatch(/^Earnest money deposit: .* \(line 3\)$/);
});
