import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Condition, Decision } from "#features/underwriting/contract.ts";
import { balancesBefore } from "#features/underwriting/rules/test-report.ts";
import { anEvidence } from "#features/underwriting/web/test-evidence.ts";
import { refusal } from "#platform/web/test-http.ts";
import { anAccount, aRetrieved } from "../test-report.ts";
import {
  answer,
  funds,
  LOAN,
  PATIENT,
  press,
  PURCHASE,
  RETRIEVE,
  rich,
  setTheScene,
  show,
} from "./test-ready-report.tsx";

describe("clearing", () => {
  const CONFIRM = "POST /account/confirm-fact";
  const WAIVE = "POST /account/waive-finding";
  const UNDO = "POST /account/undo-decision";
  const UPLOAD = "POST /account/evidence-document/$id";
  const PAT = { id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b031", name: "Pat Rivera", role: "admin" };

  beforeEach(setTheScene);

  const decision: Decision = {
    id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b032",
    borrowerId: anEvidence().borrowerId,
    kind: "confirmation",
    confirmation: "borrower",
    subject: {},
    findingKey: null,
    programs: [],
    reason: "Same phone number",
    documents: [],
    loanBalanceCents: null,
    decidedBy: PAT,
    decidedAt: "2026-11-03T12:00:00Z",
    isWaiting: false,
    needsOther: false,
    acceptedBy: null,
    acceptedAt: null,
    undoneBy: null,
    undoneAt: null,
  };

  const FHA = { ...PURCHASE, program: "fha", creditScore: 700 } as const;
  const similar = anAccount({
    ...rich,
    owners: [{ names: ["DANNA REYES"], emails: [], phones: [], addresses: [] }],
    transactions: [],
    historicalBalances: balancesBefore("2026-11-02", 90, 10_000_000, []),
  });
  const bodyOf = (server: Awaited<ReturnType<typeof show>>, call: string) =>
    server.requests.findLast((request) => request.call === call)?.body;
  const button = (name: RegExp) => screen.getAllByRole("button", { name })[0]!; // the caller expects one

  describe("a confirmation", () => {
    test("names the person on the loan, asks for a reason, and offers Undo", async () => {
      const server = await show({
        accounts: [similar],
        answers: { [CONFIRM]: decision, [UNDO]: { ...decision, undoneBy: PAT, undoneAt: "2026-11-03T12:01:00Z" } },
      });
      await userEvent.click(button(/^Confirm this is the borrower/));
      const dialog = within(await screen.findByRole("dialog", { name: "Confirm this is the borrower" }, PATIENT));
      const confirm = dialog.getByRole("button", { name: "Confirm" });
      expect(confirm.title).toBe("Enter a reason first.");
      expect(dialog.getByLabelText("“DANNA REYES” at the bank is")).toHaveProperty("value", "Dana Reyes");
      await userEvent.type(dialog.getByLabelText("Reason"), "Same phone number");
      await userEvent.click(confirm);
      await screen.findByText("Confirmed. This account holder is the borrower.");
      expect(bodyOf(server, CONFIRM)).toEqual({
        borrowerId: "$id",
        kind: "borrower",
        subject: { bankName: "DANNA REYES", person: "Dana Reyes" },
        reason: "Same phone number",
        documentIds: [],
        loanBalanceCents: null,
        evaluationNumber: 1,
      });
      await waitFor(() => expect(server.count(RETRIEVE)).toBeGreaterThan(1));
      await press("Undo");
      await waitFor(() => expect(bodyOf(server, UNDO)).toEqual({ id: decision.id }));
      await waitFor(() => expect(screen.queryByText(/^Confirmed\./)).toBeNull());
    });

    test("that needs a document cannot be given without one", async () => {
      const stranger = anAccount({
        ...similar,
        owners: [{ names: ["MAX MOE"], emails: [], phones: [], addresses: [] }],
      });
      const document = { ...anEvidence().documents[0], id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b041" };
      const server = await show({ accounts: [stranger], answers: { [CONFIRM]: decision, [UPLOAD]: document } });
      await userEvent.click(button(/^Confirm this is the borrower/));
      const dialog = within(await screen.findByRole("dialog", {}, PATIENT));
      await userEvent.type(dialog.getByLabelText("Reason"), "Married name");
      const confirm = dialog.getByRole("button", { name: "Confirm" });
      expect(confirm.title).toBe("Add a document first.");
      await userEvent.upload(
        dialog.getByLabelText("Document"),
        new File(["%PDF-1.7"], "id.pdf", { type: "application/pdf" }),
      );
      await userEvent.click(confirm);
      await waitFor(() => expect(server.count(CONFIRM)).toBe(1));
      expect(bodyOf(server, CONFIRM)).toMatchObject({ documentIds: [document.id] });
    });
  });

  describe("a waiver", () => {
    test("is an admin's, under the program on show, with a reason", async () => {
      signIn({ role: "admin" });
      const server = await show({ loan: FHA, answers: { [WAIVE]: { ...decision, kind: "waiver" } } });
      await userEvent.click(button(/^Waive: Large deposit/));
      const dialog = within(await screen.findByRole("dialog", { name: "Waive this finding" }, PATIENT));
      await userEvent.type(dialog.getByLabelText("Reason"), "Seen in person");
      await userEvent.click(dialog.getByRole("button", { name: "Waive" }));
      await screen.findByText("Waived: Large deposit. No figure changes.");
      expect(bodyOf(server, WAIVE)).toMatchObject({ programs: ["fha"], reason: "Seen in person", evaluationNumber: 1 });
    });

    test("is not for an editor, who sees why", async () => {
      signIn({ role: "editor" });
      await show({ loan: FHA });
      expect(button(/^Waive: Large deposit/).title).toContain("Only an admin can waive a finding.");
    });
  });

  test("an account is left out by its content key, and counts again after Undo", async () => {
    const server = await show({ accounts: [similar] });
    await userEvent.click(button(/^Leave account out: Checking/));
    await screen.findByText("Left out Checking …0000. None of its money counts.");
    expect(bodyOf(server, LOAN)).toMatchObject({
      loan: { leftOutAccounts: ["FIRST PLATYPUS|0000|DEPOSITORY|CHECKING"] },
      version: 1,
    });
    await press("Undo");
    await waitFor(() => expect(server.count(LOAN)).toBe(2));
    expect(bodyOf(server, LOAN)).toEqual({ loan: PURCHASE, version: 2 });
  });

  test("what must be cleared is listed under the answer and links to its finding", async () => {
    await show({ loan: FHA });
    await userEvent.click(answer().getByRole("button", { name: /^Large deposit: Nov 1, 2026, BRANCH DEPOSIT/ }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("needs a documented source"));
  });

  describe("a cleared condition", () => {
    const condition: Condition = {
      key: "LARGE",
      program: "fannie",
      ruleId: "R3",
      code: "LARGE_UNSOURCED",
      severity: "blocker",
      title: "Large deposit",
      text: "The deposit of $9,000.00 has no documented source.",
      subject: null,
      accountIds: [],
      transactionIds: [],
      state: "confirmed",
      history: [
        {
          state: "open",
          at: "2026-11-02T12:01:00Z",
          by: null,
          reason: null,
          evidenceId: null,
          decisionId: null,
          documents: [],
          factsHash: "a",
          ruleSetVersion: "2026-11-23",
          outcomeBefore: null,
          outcomeAfter: "open",
        },
        {
          state: "confirmed",
          at: "2026-11-03T12:00:00Z",
          by: PAT,
          reason: "Own savings account",
          evidenceId: null,
          decisionId: decision.id,
          documents: [{ id: "d", name: "statement.pdf", sha256: "ab12" }],
          factsHash: "a",
          ruleSetVersion: "2026-11-23",
          outcomeBefore: "open",
          outcomeAfter: "enough",
        },
      ],
    };

    test("shows who confirmed it, when and why, and can be undone", async () => {
      const server = await show({
        answers: { [RETRIEVE]: aRetrieved([rich], { loan: PURCHASE }, [condition]), [UNDO]: decision },
      });
      const cleared = within(screen.getByRole("list", { name: "Cleared conditions", hidden: true }));
      cleared.getByText(/by Pat Rivera \(admin\)/);
      cleared.getByText("“Own savings account”");
      cleared.getByText("SHA-256 ab12");
      cleared.getByText("Answer: Open conditions → Enough");
      await userEvent.click(cleared.getByRole("button", { name: "Undo: Large deposit, confirmed", hidden: true }));
      await waitFor(() => expect(bodyOf(server, UNDO)).toEqual({ id: decision.id }));
    });
  });

  test("every computed figure is folded below the accounts, one line for each part", async () => {
    await show();
    for (const name of [
      "Deposits",
      "Account owners",
      "Recurring income",
      "Debts",
      "Rent",
      "Returned items and overdrafts",
    ])
      screen.getByRole("heading", { name, level: 3 });
    const fold = screen.getByRole("heading", { name: "Deposits", level: 3 }).closest("details")!; // it heads one
    expect(fold.querySelector("summary")?.textContent).toContain(
      "1 deposit: 0 identified, 1 to document under Fannie Mae",
    );
    await userEvent.click(fold.querySelector("summary")!);
    const table = within(await screen.findByRole("table", { name: "Deposits" }));
    table.getByRole("row", { name: /BRANCH DEPOSIT.*Large, unsourced/ });
  });
});

describe("OtherTerms", () => {
  beforeEach(setTheScene);

  describe("other terms", () => {
    test("change the figures right away, and nothing else until they are saved", async () => {
      const server = await show();
      await press("What if: try other terms");
      const amount = await screen.findByRole("textbox", { name: "Loan amount" }, PATIENT);
      await userEvent.clear(amount);
      await userEvent.type(amount, "300,000");
      await waitFor(() => expect(funds("Cash to close")).toBe("−$100,000.00"));
      answer().getByText(
        "$12,500.00 short of closing under Fannie Mae. Clearing what is open could restore up to $12,500.00.",
      );
      expect(screen.getAllByText("What if: nothing is saved yet")).toHaveLength(2);
      expect(server.count(LOAN)).toBe(0);
      await press("Reset");
      await waitFor(() => expect(funds("Cash to close")).toBe("−$20,000.00"));
      fireEvent.change(screen.getByRole("slider", { name: "Loan amount" }), { target: { value: "39000000" } });
      await press("Save these terms");
      await waitFor(() => expect(server.count(LOAN)).toBe(1));
      expect(server.requests.find(({ call }) => call === LOAN)?.body).toEqual({
        loan: { ...PURCHASE, loanAmount: 39_000_000 },
        version: 1,
      });
      await waitFor(() => expect(server.count(RETRIEVE)).toBe(2));
      expect(funds("Cash to close")).toBe("−$10,000.00");
    });

    test("are answered where the user tries them, and only that answer is read aloud", async () => {
      await show();
      await press("What if: try other terms");
      const panel = within(await screen.findByRole("region", { name: "Try other terms" }, PATIENT));
      const words = await screen.findByRole("textbox", { name: "Loan amount" });
      await userEvent.clear(words);
      await userEvent.type(words, "300,000");
      const reported = await panel.findByText(
        "$12,500.00 short of closing under Fannie Mae. Clearing what is open could restore up to $12,500.00.",
      );
      expect(reported.getAttribute("aria-live")).toBe("polite");
      const above = answer().getByText(
        "$12,500.00 short of closing under Fannie Mae. Clearing what is open could restore up to $12,500.00.",
      );
      expect(above.getAttribute("aria-live")).toBe("off");
      await press("Close");
      expect(above.getAttribute("aria-live")).toBe("polite");
    });

    test.each([
      ["-99999999999999", "Loan amount cannot be negative"],
      ["abc", "Enter dollars and cents, such as 1,250 or 99.50"],
      ["3850000000000000000", "Loan amount is too large. The largest is $1,000,000,000.00"],
    ])("that are invalid, such as %s, show an error at their field and cannot be saved", async (typed, words) => {
      const server = await show();
      await press("What if: try other terms");
      const amount = await screen.findByRole("textbox", { name: "Loan amount" }, PATIENT);
      await userEvent.clear(amount);
      await userEvent.type(amount, "390,000");
      await userEvent.clear(amount);
      await userEvent.type(amount, typed);
      const keep = screen.getByRole("button", { name: "Save these terms" });
      await userEvent.click(keep);
      expect(amount).toHaveProperty("value", typed);
      expect(amount.getAttribute("aria-invalid")).toBe("true");
      expect(document.getElementById(amount.getAttribute("aria-describedby") ?? "")?.textContent).toBe(words);
      expect(keep.title).toBe("Correct the marked field first");
      expect(server.count(LOAN)).toBe(0);
      await press("Reset");
      const again = screen.getByRole("textbox", { name: "Loan amount" });
      expect(again).toHaveProperty("value", "380,000");
      expect(again.getAttribute("aria-invalid")).toBeNull();
    });

    test("take the focus, and return it to the terms", async () => {
      await show();
      await press("What if: try other terms");
      const price = await screen.findByRole("textbox", { name: "Sales price" }, PATIENT);
      await waitFor(() => expect(document.activeElement).toBe(price));
      await press("Close");
      expect(document.activeElement).toBe(screen.getByRole("complementary", { name: "Loan terms" }));
    });

    test("saved just after another user's stay in the form, with a message", async () => {
      await show({ answers: { [LOAN]: refusal(409, "STALE") } });
      await press("What if: try other terms");
      fireEvent.change(await screen.findByRole("slider", { name: "Sales price" }, PATIENT), {
        target: { value: "41000000" },
      });
      await press("Save these terms");
      await screen.findByText(/Your terms aren't saved yet/);
      expect(screen.getByRole("textbox", { name: "Sales price" })).toHaveProperty("value", "410,000");
    });
  });
});
