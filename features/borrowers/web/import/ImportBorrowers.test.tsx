import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBorrower } from "../test-borrower.ts";
import { ImportBorrowersPage } from "./ImportBorrowersPage.tsx";
import { IMPORT_ROWS, readImport } from "./read-rows.ts";

const fileOf = (content: BlobPart) => new File([content], "pipeline.csv", { type: "text/csv" });

async function rowsOf(content: BlobPart, known = [aBorrower()]) {
  const read = await readImport(fileOf(content), () => Promise.resolve(known));
  if ("error" in read) throw new Error(read.error);
  return read;
}

const HEADING = "First Name,Last Name,E-mail,Mobile,Loan #";

describe("reading the file", () => {
  test("columns are found by the names of loan origination systems, in any order", async () => {
    const { rows, ignored } = await rowsOf(
      'Loan ID;Borrower Last Name;Borrower First Name;Email Address;Cell Phone;Branch\r\n AC-9 ;"O\'Neil";Ann;ann@example.net;(555) 010-2030;West\r\n',
    );
    expect(rows[0]?.details).toMatchObject({
      firstName: "Ann",
      lastName: "O'Neil",
      email: "ann@example.net",
      phone: "+15550102030",
      loanNumber: "AC-9",
      suffix: null,
      coBorrowers: [],
    });
    expect(ignored).toEqual(["Branch"]);
  });

  test("a co-borrower comes in the same line and needs their own email", async () => {
    const heading = "First name,Last name,Email,Co-borrower first name,Co-borrower last name,Co-borrower email";
    const { rows } = await rowsOf(
      `${heading}\nAnn,Lee,ann@example.net,Bo,Lee,bo@example.net\nCy,Lee,cy@example.net,Di,Lee,CY@example.net`,
    );
    expect(rows[0]?.details?.coBorrowers).toEqual([{ firstName: "Bo", lastName: "Lee", email: "bo@example.net" }]);
    expect(rows[1]?.errors).toEqual(["The co-borrower needs their own email"]);
  });

  test.each([
    ["Ann,,ann@example.net,,", ["Last name required"]],
    ["Ann,Lee,ann at example,,", ["Email is not valid"]],
    ["Ann,Lee,ann@example.net,12,", ["Phone is not valid"]],
    ["Ann,Lee,,12,", ["Email required", "Phone is not valid"]],
    ["Dana,Reyes,DANA@example.net,,", ["Already in your list"]],
    ["Ann,Lee,ann@example.net,,AC-1", [/another borrower in your organization has this loan number/i]],
  ])("the line %j names each error", async (line, errors) => {
    const { rows } = await rowsOf(`${HEADING}\n${line}`, [aBorrower({ loanNumber: "AC-1" })]);
    expect(rows[0]?.details).toBeNull();
    expect(rows[0]?.errors).toEqual(
      errors.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))),
    );
  });

  test("the same person may have two loans, but not the same one twice", async () => {
    const { rows } = await rowsOf(
      `${HEADING}\nAnn,Lee,ann@example.net,,A-1\nAnn,Lee,ann@example.net,,A-2\n\nAnn,Lee,ann@example.net,,A-2\nBo,Lee,bo@example.net,,A-1`,
    );
    expect(rows.map(({ line, errors }) => [line, ...errors])).toEqual([
      [2],
      [3],
      [5, "Same borrower as line 3"],
      [6, "Another line has this loan number"],
    ]);
  });

  test("a file that Excel on Windows wrote keeps its accents", async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(`${HEADING}\nJos`),
      0xe9,
      ...new TextEncoder().encode(",Lee,jose@example.net,,"),
    ]);
    expect((await rowsOf(bytes)).rows[0]?.details?.firstName).toBe("José");
  });

  test.each([
    ["", "We couldn't find these columns: First name, Last name, Email."],
    ["Name,Email\nAnn Lee,ann@example.net", "We couldn't find these columns: First name, Last name."],
    [HEADING, "This file has no borrowers."],
    ["First name,First,Last name,Email\n", "Two columns are named First name."],
    ["PK\u0003\u0004", "This is an Excel workbook."],
    [
      `${HEADING}\n${"Ann,Lee,ann@example.net,,\n".repeat(IMPORT_ROWS + 1)}`,
      `This file has ${IMPORT_ROWS + 1} borrowers.`,
    ],
    ["x".repeat(1_000_001), "This file is larger than 1 MB."],
  ])("a file that cannot be imported is refused with the reason", async (content, error) => {
    expect(await readImport(fileOf(content), () => Promise.resolve([]))).toEqual({
      error: expect.stringContaining(error),
    });
  });
});

describe("ImportBorrowersPage", () => {
  const AT = "/account/borrowers/import";
  const CREATE = "POST /account/borrower";
  beforeEach(() => void signIn());

  const importButton = (count: string) => screen.findByRole("button", { name: `Import ${count}` });

  test("shows what would be imported, creates the valid lines, and keeps a refused one to send again", async () => {
    let isFull = true;
    const server = answerHttp({
      "GET /account/borrower": [],
      [CREATE]: ({ body }) =>
        (body as { email: string }).email === "bo@example.net" && isFull
          ? refusal(409, "LOAN_NUMBER_TAKEN")
          : aBorrower({ id: (body as { email: string }).email }),
    });
    await renderAt(AT, <ImportBorrowersPage />);
    await waitFor(() => expect(screen.getByRole("button", { name: "Choose a file" }).ariaDisabled).not.toBe("true"));
    await userEvent.upload(
      screen.getByLabelText("Borrower file"),
      fileOf(`${HEADING}\nAnn,Lee,ann@example.net,,A-1\nBo,Lee,bo@example.net,,A-2\nCy,Lee,,,`),
    );
    await screen.findByText("2 ready, 1 with errors");
    expect(server.count(CREATE), "nothing is saved before it was seen").toBe(0);

    await userEvent.click(await importButton("2 borrowers"));
    const { title } = await waitFor(() => confirmStore.get()!); // until the question is open
    expect(title).toBe("Import and invite 2 borrowers?");
    confirmStore.get()!.answer(true);
    await screen.findByText("1 imported, 2 with errors");
    await screen.findByText(/Another borrower in your organization has this loan number/);

    isFull = false;
    await userEvent.click(screen.getByRole("checkbox", { name: "Send the invitations now" }));
    await userEvent.click(await importButton("1 borrower"));
    await screen.findByText("2 imported, 1 with errors");
    const sent = server.requests.filter(({ call }) => call === CREATE);
    expect(sent.map(({ body }) => body)).toMatchObject([
      { email: "ann@example.net", invite: true },
      { email: "bo@example.net", invite: true },
      { email: "bo@example.net", invite: false },
    ]);
    await screen.findByRole("link", { name: "Open the list" });
  });

  test("in a long list the borrowers of the file are looked up by their addresses", async () => {
    const searched: (string | null)[] = [];
    const full = Array.from({ length: PAGE_ROWS }, (_, at) => aBorrower({ id: `b${at}` }));
    answerHttp({
      "GET /account/borrower-counts": {
        total: LIST_ROWS,
        work: { "needs-you": 0, waiting: 0, expiring: 0, closing: 0 },
      },
      "GET /account/borrower": (_request, query) => {
        if (!query.has("search")) return full;
        searched.push(query.get("search"));
        return query.get("search") === "bo@example.net" ? [aBorrower({ id: "bo", email: "bo@example.net" })] : [];
      },
    });
    await renderAt(AT, <ImportBorrowersPage />);
    await waitFor(() => expect(screen.getByRole("button", { name: "Choose a file" }).ariaDisabled).not.toBe("true"));
    await userEvent.upload(
      screen.getByLabelText("Borrower file"),
      fileOf(
        `${HEADING}\nAnn,Lee,ann@example.net,,A-1\nBo,Lee,bo@example.net,,\nCy,Lee,,,\nAnn,Lee,ann@example.net,,A-2`,
      ),
    );
    await screen.findByText("2 ready, 2 with errors");
    screen.getByText("Already in your list");
    expect(searched).toEqual(["ann@example.net", "bo@example.net"]);
  });

  test("an observer sees why they cannot import", async () => {
    signIn({ role: "observer" });
    answerHttp({ "GET /account/borrower": [] });
    await renderAt(AT, <ImportBorrowersPage />);
    expect((await screen.findByRole("button", { name: "Choose a file" })).title).toContain("Your role is read-only");
  });
});
