import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { BorrowerDocument } from "#features/underwriting/contract.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aSentDocument, anEvidence } from "../test-evidence.ts";
import { DocumentsPanel } from "./DocumentsPanel.tsx";
import { marksOf } from "./use-document-marks.ts";

const { borrowerId } = anEvidence();
const LIST = `GET /account/documents/${borrowerId}`;
const EVIDENCE = `GET /account/evidence/${borrowerId}`;
const UPLOAD = `POST /account/evidence-document/${borrowerId}`;
const REVIEW = "POST /account/review-document";
const REMOVE = "POST /account/remove-evidence-document";

beforeEach(() => void signIn());

async function show(documents: BorrowerDocument[], answers: Readonly<Record<string, Answer>> = {}) {
  const server = answerHttp({ [LIST]: documents, [EVIDENCE]: { evidence: [anEvidence()], loose: [] }, ...answers });
  await renderAt("/", <DocumentsPanel borrowerId={borrowerId} />);
  await screen.findByRole("heading", { name: "Documents" });
  return server;
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const aFile = (name: string) => new File(["%PDF-1.7"], name, { type: "application/pdf" });

test("each document shows what it is, who sent it, its scan, its state and its evidence", async () => {
  const rejected = aSentDocument({
    ...{ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b022", name: "letter.pdf", kind: "gift_letter", scannedAt: null },
    ...{ state: "rejected", reason: "It is not signed.", sentBy: null, evidenceId: anEvidence().id },
  });
  await show([aSentDocument(), rejected]);
  const [first, second] = await within(await screen.findByRole("list", { name: "Documents" })).findAllByRole(
    "listitem",
  );
  for (const text of ["statement.pdf", "To review", "Bank statement", "1.3 MB", "From Dana Reyes", "No virus found"])
    within(first!).getByText(text, { normalizer: (shown) => shown.replaceAll("\u00a0", " ") });
  for (const text of ["Rejected", "Gift letter", "Not scanned for viruses", "Reason: It is not signed."])
    within(second!).getByText(text);
  within(second!).getByText("From a former person on the loan");
  await within(second!).findByText(/^For Gift of \$5,000\.00, added/);
});

test("a document is accepted at once and rejected with a reason", async () => {
  const server = await show([aSentDocument()], { [REVIEW]: aSentDocument({ state: "accepted" }) });
  await press("Accept statement.pdf");
  await waitFor(() => expect(server.count(REVIEW)).toBe(1));
  await press("Reject statement.pdf");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Reject" }).title).toContain("Enter a reason first");
  await userEvent.type(dialog.getByLabelText("Reason"), "The last page is missing.");
  await userEvent.click(dialog.getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const { id, version } = aSentDocument();
  expect(server.requests.filter(({ call }) => call === REVIEW).map(({ body }) => body)).toEqual([
    { id, state: "accepted", reason: null, version },
    { id, state: "rejected", reason: "The last page is missing.", version },
  ]);
});

test("someone else's change is explained", async () => {
  await show([aSentDocument()], { [REVIEW]: refusal(409, "STALE") });
  await press("Accept statement.pdf");
  await screen.findByText(/Someone else changed this document/);
});

test("a deletion asks first", async () => {
  const server = await show([aSentDocument()], { [REMOVE]: () => new Response(null, { status: 204 }) });
  await press("Delete statement.pdf");
  expect(confirmStore.get()?.title).toBe("Delete statement.pdf?");
  confirmStore.get()?.answer(false);
  await press("Delete statement.pdf");
  confirmStore.get()?.answer(true);
  await waitFor(() => expect(server.count(REMOVE)).toBe(1));
});

test("several files are uploaded as one type, and one that could not be scanned can be sent again", async () => {
  let isDown = true;
  const kinds: (string | null)[] = [];
  const server = await show([], {
    [UPLOAD](_, query) {
      kinds.push(query.get("kind"));
      if (query.get("name") === "june.pdf" && isDown) return refusal(502, "PROVIDER_UNAVAILABLE");
      return aSentDocument();
    },
  });
  await screen.findByText(/No documents yet/);
  await userEvent.selectOptions(screen.getByLabelText("Type of the documents to add"), "pay_stub");
  await userEvent.upload(screen.getByLabelText("Document"), [aFile("may.pdf"), aFile("june.pdf")]);
  await screen.findByText(/june\.pdf: we couldn't check it for viruses/);
  isDown = false;
  await press("Try again");
  await waitFor(() => expect(server.count(UPLOAD)).toBe(3));
  await waitFor(() => expect(screen.queryByText(/june\.pdf/)).toBeNull());
  expect(kinds).toEqual(["pay_stub", "pay_stub", "pay_stub"]);
});

test.each([
  [422, "VIRUS_FOUND", /contains a virus/],
  [422, "PASSWORD_PROTECTED", /protected with a password/],
] as const)("a refused file, %i %s, says why", async (status, code, words) => {
  await show([], { [UPLOAD]: refusal(status, code) });
  await userEvent.upload(screen.getByLabelText("Document"), aFile("may.pdf"));
  await screen.findByText(words);
});

test("a user who may only read can view and download, and nothing else", async () => {
  signIn({ role: "observer" });
  await show([aSentDocument()]);
  for (const act of ["Accept", "Reject", "Edit", "Delete"])
    expect((await screen.findByRole("button", { name: `${act} statement.pdf` })).title).toContain("read-only");
  for (const act of ["View", "Download"])
    expect(screen.getByRole("button", { name: `${act} statement.pdf` }).title).not.toContain("read-only");
});

test("the timeline shows when each person last sent documents, and when all were accepted", () => {
  const early = aSentDocument({ createdAt: "2026-11-01T12:00:00Z" });
  const late = aSentDocument({ createdAt: "2026-11-02T12:00:00Z" });
  const own = aSentDocument({ isFromBorrower: false, sentBy: "Regina Registered" });
  expect(marksOf([early, late, own])).toEqual([{ label: "Dana Reyes sent documents", at: late.createdAt }]);
  const accepted = aSentDocument({ state: "accepted", reviewedAt: "2026-11-03T12:00:00Z" });
  expect(marksOf([accepted, own]).at(-1)).toEqual({ label: "All documents accepted", at: "2026-11-03T12:00:00Z" });
  expect(marksOf([own])).toEqual([]);
});
