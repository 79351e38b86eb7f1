import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Evidence, Exhibit, SignedLetter } from "#features/underwriting/contract.ts";
import { cashIn, checking, READ_AT } from "#features/underwriting/rules/test-report.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { anEvidence, aSentDocument } from "./test-evidence.ts";
import { accountTarget, fileTarget, lineTarget, personTarget, type EvidenceTarget } from "./evidence-target.ts";
import { ExplainDepositPanel } from "./ExplainDepositPanel.tsx";

const BORROWER = anEvidence().borrowerId;
const LIST = `GET /account/evidence/${BORROWER}`;
const ADD = "POST /account/evidence";
const CHANGE = `PUT /account/evidence/${anEvidence().id}`;
const REVIEW = "POST /account/review-evidence";
const UPLOAD = `POST /account/evidence-document/${BORROWER}`;
const line = cashIn("BRANCH DEPOSIT", 1_250_000, "2026-11-06", { id: "t1" });
const account = checking({ cents: 2_000_000, lines: [line] }).at(READ_AT);
const paper = aSentDocument({ name: "letter.pdf", bytes: 1200, createdAt: "2026-11-03T12:00:00Z" });

const LETTER: SignedLetter = {
  ...{ text: "My mother gave it to me.", signedName: "Dana Reyes", signedAt: "2026-11-03T12:00:00Z", kind: "gift" },
  ...{ sourcedCents: 500_000, donor: null, amountCents: null, noRepayment: null },
  ...{ address: "203.0.113.7", consentVersion: "3" },
};
const EXHIBITS: Exhibit[] = [
  {
    ...{ number: 3, evidenceId: anEvidence().id, transactionId: "t1", sender: "Dana Reyes", at: LETTER.signedAt },
    ...{ sha256: "ab", isReplaced: false, letter: LETTER, classification: null, document: null },
  },
];

beforeEach(() => void signIn());

async function show(
  evidence: Evidence[] | (() => Evidence[]) = [],
  answers: Record<string, Answer> = {},
  target: EvidenceTarget = lineTarget({ line, account }),
) {
  const server = answerHttp({
    [LIST]: () => ({ evidence: typeof evidence === "function" ? evidence() : evidence, loose: [] }),
    ...answers,
  });
  const onClose = vi.fn();
  await renderAt(
    "/here",
    <ExplainDepositPanel borrowerId={BORROWER} target={target} exhibits={EXHIBITS} onClose={onClose} />,
  );
  await screen.findByRole("button", { name: "Done" });
  await screen.findAllByText(target.amountCents === null ? /Add|evidence|letter|statement/i : /left\b|Fully explained/);
  return { ...server, onClose };
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const pressEscape = (dialog: HTMLDialogElement) => fireEvent(dialog, new Event("cancel", { cancelable: true }));
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};

describe("new evidence", () => {
  test("is prefilled with what is left, and a gift shows what it lacks while it is written", async () => {
    await show([anEvidence({ state: "accepted", counts: true })]);
    screen.getByText("$5,000.00 of $12,500.00 explained, $7,500.00 left");
    await press("Add a source");
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "gift");
    expect(screen.getByLabelText("Amount it explains")).toHaveProperty("value", "7,500");
    screen.getByText(/^Missing: the donor's name, the donor's address, the donor's phone, the relationship/);
    await userEvent.type(screen.getByLabelText(/Donor's name/), "Marie Reyes");
    await screen.findByText(/^Missing: the donor's address, the donor's phone, the relationship, /);
  });

  test("explains no more than the deposit", async () => {
    const server = await show();
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "income");
    await type("Amount it explains", "12,500.01");
    await press("Save");
    await screen.findByText("Only $12,500.00 is left to explain");
    expect(server.count(ADD)).toBe(0);
  });

  test("is saved with its documents, to be reviewed", async () => {
    const server = await show([], { [ADD]: anEvidence(), [UPLOAD]: paper });
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "transfer");
    await userEvent.upload(
      screen.getByLabelText("Document"),
      new File(["%PDF-1.7"], "letter.pdf", { type: "application/pdf" }),
    );
    await press("Save");
    await waitFor(() => expect(server.count(UPLOAD)).toBe(1));
    expect(server.requests.find(({ call }) => call === ADD)?.body).toEqual({
      borrowerId: BORROWER,
      transactionId: "t1",
      kind: "transfer",
      sourcedCents: 1_250_000,
      note: "",
      state: "proposed",
    });
  });

  test("a refused document shows an error with its name, and neither the page nor the other document is lost", async () => {
    const sent: (string | null)[] = [];
    const server = await show([], {
      [ADD]: anEvidence(),
      [UPLOAD](_, query) {
        sent.push(query.get("name"));
        return query.get("name") === "notes.pdf" ? refusal(415, "UNSUPPORTED_MEDIA_TYPE") : paper;
      },
    });
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "transfer");
    for (const [name, text] of Object.entries({ "notes.pdf": "only text", "letter.pdf": "%PDF-1.7" }))
      await userEvent.upload(screen.getByLabelText("Document"), new File([text], name, { type: "application/pdf" }));
    await press("Save");
    await screen.findByText("Saved, but a document wasn't uploaded");
    screen.getByText("notes.pdf: the file isn't a PDF, JPG or PNG.");
    expect(sent).toEqual(["notes.pdf", "letter.pdf"]);
    expect(server.visited).toEqual([]);
    const chosen = within(screen.getByRole("list", { name: "Chosen documents" }));
    expect(chosen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("notes.pdf"),
    ]);
    await press("Leave out notes.pdf");
    await press("Save");
    await waitFor(() => expect(screen.queryByRole("list", { name: "Chosen documents" })).toBeNull());
    expect(server.count(ADD)).toBe(1);
    expect(server.count(UPLOAD)).toBe(2);
  });

  test.each(["Done", "Escape"])("that is half written is not discarded by %s without a question", async (way) => {
    const { onClose } = await show();
    const dialog = screen.getByRole<HTMLDialogElement>("dialog");
    const leave = () => (way === "Done" ? press("Done") : pressEscape(dialog));
    await leave();
    expect(onClose).toHaveBeenCalledTimes(1); // nothing is entered yet
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "gift");
    await userEvent.type(screen.getByLabelText(/Donor's name/), "Marie Reyes");
    await leave();
    await waitFor(() => expect(confirmStore.get()?.title).toBe("Discard changes?"));
    await act(async () => confirmStore.get()?.answer(false));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText(/Donor's name/)).toHaveProperty("value", "Marie Reyes");
    await leave();
    await waitFor(() => expect(confirmStore.get()).not.toBeNull());
    await act(async () => confirmStore.get()?.answer(true));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test("with a document that was not sent yet is not discarded without a question", async () => {
    const { onClose } = await show();
    await userEvent.upload(
      screen.getByLabelText("Document"),
      new File(["%PDF-1.7"], "letter.pdf", { type: "application/pdf" }),
    );
    await press("Done");
    await waitFor(() => expect(confirmStore.get()?.title).toBe("Discard changes?"));
    await act(async () => confirmStore.get()?.answer(true));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("a file that cannot be sent shows an error before it is sent", async () => {
    const server = await show();
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(
      screen.getByLabelText("Document"),
      new File(["MZ"], "letter.exe", { type: "application/x-msdownload" }),
    );
    await screen.findByText("letter.exe isn't a PDF, JPG or PNG.");
    expect(server.count(UPLOAD)).toBe(0);
  });
});

test("evidence that is not accepted yet is not shown as settled", async () => {
  await show([
    anEvidence({ state: "accepted", counts: true }),
    anEvidence({ id: anEvidence().id.replace(/^./, "f"), sourcedCents: 750_000 }),
  ]);
  screen.getByText("Fully explained, $7,500.00 not accepted yet");
});

describe("a review", () => {
  test("accepts evidence with a document, with the version that was shown", async () => {
    const server = await show([anEvidence({ documents: [paper] })], {
      [REVIEW]: anEvidence({ state: "accepted", version: 2 }),
    });
    await press("Accept");
    await waitFor(() => expect(server.count(REVIEW)).toBe(1));
    expect(server.requests.find(({ call }) => call === REVIEW)?.body).toEqual({
      id: anEvidence().id,
      state: "accepted",
      reason: null,
      version: 1,
    });
  });

  test("rejects with only a reason", async () => {
    const server = await show([anEvidence()], { [REVIEW]: anEvidence({ state: "rejected", version: 2 }) });
    await press("Reject");
    await press("Reject");
    await screen.findByText("Enter a reason");
    expect(server.count(REVIEW)).toBe(0);
    await userEvent.type(screen.getByLabelText("Reason for rejecting"), "Not signed");
    await press("Reject");
    await waitFor(() => expect(server.count(REVIEW)).toBe(1));
  });

  test("the focus moves into the opened form, and back to the item when it closes", async () => {
    await show([anEvidence()]);
    const focused = () => window.document.activeElement;
    const heading = screen.getByRole("heading", { name: "Gift" });
    await press("Reject");
    expect(focused()).toBe(screen.getByLabelText("Reason for rejecting"));
    await press("Cancel");
    expect(focused()).toBe(heading);
    await press("Edit Gift");
    expect(focused()).toBe(screen.getByLabelText("Kind"));
    await press("Cancel");
    expect(focused()).toBe(heading);
    await press("Add a source");
    expect(focused()).toBe(screen.getByLabelText("Kind"));
    await press("Cancel");
    expect(focused()).toBe(screen.getByRole("group", { name: "Evidence" }));
  });

  test("the focus stays at the item after its evidence was accepted", async () => {
    const accepted = anEvidence({ state: "accepted", version: 2, documents: [paper], counts: true });
    let now = anEvidence({ documents: [paper] });
    await show(() => [now], { [REVIEW]: () => (now = accepted) });
    await press("Accept");
    await screen.findByRole("button", { name: "Undo: Gift accepted" });
    expect(window.document.activeElement).toBe(screen.getByRole("heading", { name: "Gift" }));
  });

  test("another user's change is shown, with what they changed", async () => {
    let now = anEvidence({ documents: [paper] });
    await show(() => [now], {
      [REVIEW]() {
        now = anEvidence({ version: 2, sourcedCents: 400_000, documents: [paper] });
        return refusal(409, "STALE");
      },
    });
    await press("Accept");
    await screen.findByText("Someone else updated this evidence");
    screen.getByText(/Changed: Amount\. Your decision isn.t saved yet/);
  });

  test("typed text stays when another user saved first", async () => {
    let now = anEvidence();
    const server = await show(() => [now], {
      [CHANGE]() {
        if (now.version === 2) return anEvidence({ version: 3 });
        now = anEvidence({ version: 2, sourcedCents: 400_000 });
        return refusal(409, "STALE");
      },
    });
    await press("Edit Gift");
    await type("Note optional", "Seen by phone");
    await press("Save");
    await screen.findByText("Someone else updated this evidence");
    expect(screen.getByLabelText("Note optional")).toHaveProperty("value", "Seen by phone");
    await press("Review changes");
    await press("Save");
    await waitFor(() => expect(server.count(CHANGE)).toBe(2));
    expect(server.requests.findLast(({ call }) => call === CHANGE)?.body).toMatchObject({
      note: "Seen by phone",
      sourcedCents: 400_000,
      version: 2,
    });
  });
});

test("evidence without a document is accepted with a reason of ten characters or more", async () => {
  const server = await show([anEvidence()], { [REVIEW]: anEvidence({ state: "accepted", version: 2 }) });
  await press("Accept");
  expect(server.count(REVIEW)).toBe(0);
  const accept = screen.getByRole("button", { name: "Accept without a document" });
  expect(accept.title).toBe("Enter a reason of at least 10 characters, or add a document.");
  await userEvent.type(screen.getByLabelText("Reason for accepting without a document"), "Seen at the branch");
  expect(accept.title).toBe("");
  await press("Accept without a document");
  await waitFor(() => expect(server.count(REVIEW)).toBe(1));
  expect(server.requests.find(({ call }) => call === REVIEW)?.body).toMatchObject({
    state: "accepted",
    reason: "Seen at the branch",
  });
});

test("a statement is about its account and needs the days it covers", async () => {
  const target = accountTarget({ id: "checking", key: "BANK|0000|DEPOSITORY|CHECKING", name: "Checking …0000" }, [
    "statement",
  ]);
  const server = await show([], { [ADD]: anEvidence() }, target);
  screen.getByText("For Checking …0000.");
  screen.getByText(/^For a retirement or stock plan, only what is vested/);
  await press("Save");
  await screen.findByText("First day covered required");
  fireEvent.change(screen.getByLabelText("First day covered"), { target: { value: "2026-08-01" } });
  fireEvent.change(screen.getByLabelText("Last day covered"), { target: { value: "2026-09-30" } });
  await press("Save");
  await waitFor(() => expect(server.count(ADD)).toBe(1));
  expect(server.requests.find(({ call }) => call === ADD)?.body).toMatchObject({
    transactionId: null,
    accountId: "BANK|0000|DEPOSITORY|CHECKING",
    kind: "statement",
    periodFrom: "2026-08-01",
    periodTo: "2026-09-30",
  });
});

test("a receipt for the file asks for the day the payment cleared", async () => {
  const server = await show([], { [ADD]: anEvidence() }, fileTarget(["emd_receipt"], "No payment was found."));
  fireEvent.change(screen.getByLabelText("Amount on the receipt"), { target: { value: "8,000.00" } });
  fireEvent.change(screen.getByLabelText("Day it cleared optional"), { target: { value: "2026-09-14" } });
  await press("Save");
  await waitFor(() => expect(server.count(ADD)).toBe(1));
  expect(server.requests.find(({ call }) => call === ADD)?.body).toMatchObject({
    transactionId: null,
    kind: "emd_receipt",
    sourcedCents: 8_000_00,
    clearedOn: "2026-09-14",
  });
});

test("a receipt for a bank line needs no separate day", async () => {
  await show([], {}, lineTarget({ line, account }, ["emd_receipt"]));
  expect(screen.getByLabelText("Amount on the receipt")).toBeTruthy();
  expect(screen.queryByLabelText(/Day it cleared/)).toBeNull();
});

test("an access letter is prefilled with the account holder", async () => {
  const server = await show([], { [ADD]: anEvidence() }, personTarget("Bo Reed", undefined, ["access_letter"]));
  expect(screen.getByLabelText("Account holder who signed the letter")).toHaveProperty("value", "Bo Reed");
  await press("Save");
  await waitFor(() => expect(server.count(ADD)).toBe(1));
  expect(server.requests.find(({ call }) => call === ADD)?.body).toMatchObject({
    kind: "access_letter",
    person: "Bo Reed",
  });
});

test("an observer sees everything, and why nothing can be done", async () => {
  signIn({ role: "observer" });
  await show([anEvidence({ letter: LETTER, documents: [paper] })]);
  screen.getByText("My mother gave it to me.");
  screen.getByText(/Typed signature: Dana Reyes/);
  screen.getByRole("button", { name: "Download letter.pdf" });
  for (const name of ["Accept", "Reject", "Classify Gift", "Remove letter.pdf"])
    expect(screen.getByRole("button", { name }).title).toContain("Your role is read-only");
  expect(within(screen.getByRole("dialog")).queryByRole("button", { name: "Add a source" })).toBeNull();
});

describe("a signed letter", () => {
  const classification = { by: { id: BORROWER, name: "Pat Rivera" }, at: "2026-11-04T12:00:00Z" };

  test("shows what was signed and, beside it, how a colleague classified it", async () => {
    await show([anEvidence({ letter: LETTER, kind: "income", isFromBorrower: true, addedBy: null, classification })]);
    screen.getByText(/Signed as Gift, \$5,000.00. Typed signature: Dana Reyes/);
    screen.getByText(/from 203.0.113.7, consent version 3/);
    screen.getByText(/Classified by Pat Rivera as Income, \$5,000.00.*Exhibit 3/);
    screen.getByRole("button", { name: "Classify Income" });
  });

  test("that was replaced can be read, not reviewed, and explains nothing", async () => {
    await show([anEvidence({ letter: LETTER, state: "replaced" })]);
    screen.getByText("Replaced by a newer letter");
    screen.getByText("My mother gave it to me.");
    screen.getByText(/\$0.00 of \$12,500.00 explained/);
    for (const name of ["Accept", "Reject", "Classify Gift"]) expect(screen.queryByRole("button", { name })).toBeNull();
  });
});

test("who added evidence sees why a second person must accept it", async () => {
  await show([anEvidence({ needsOther: true, documents: [paper] })]);
  expect(screen.getByRole("button", { name: "Accept" }).title).toContain("requires a second person");
  expect(screen.getByRole("button", { name: "Reject" }).title).toBe("");
});

test("a gift letter with missing parts is accepted only as an exception, with a reason", async () => {
  const server = await show([anEvidence({ donor: {}, documents: [paper] })], { [REVIEW]: anEvidence() });
  await press("Accept with exception");
  expect(server.count(REVIEW)).toBe(0);
  await type("Reason for accepting with an exception", "The donor confirmed it in person.");
  await press("Accept with exception");
  await waitFor(() => expect(server.count(REVIEW)).toBe(1));
});
