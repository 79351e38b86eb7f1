import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Confirmation } from "#features/underwriting/rules/evaluation.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { refusal } from "#platform/web/test-http.ts";
import { aRetrieved } from "../test-report.ts";
import { press, RETRIEVE, rich, show } from "./test-ready-report.tsx";

const KEEP = "POST /account/confirm-fact";
const REMOVE = "POST /account/remove-withheld-bank";
const stranger = {
  ...rich,
  transactions: [],
  withheldCount: 63,
  owners: [{ names: ["GREGORY OSTRANDER"], emails: [], phones: [], addresses: [] }],
};

beforeEach(() => void signIn());

test("accounts of a person who is not on the loan are the first thing on the page, with what is withheld", async () => {
  await show({ accounts: [stranger] });
  const [first] = screen.getAllByRole("alert");
  expect(first!.textContent).toMatch(/^None of these accounts belongs to .+\. Stop and verify identity\./);
  expect(first!.textContent).toContain("63 transactions are withheld");
  expect(first!.textContent).toContain("GREGORY OSTRANDER");
  const summary = screen.getByRole("region", { name: "Summary" });
  expect(first!.compareDocumentPosition(summary) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("keeping them needs a reason", async () => {
  const server = await show({ accounts: [stranger], answers: { [KEEP]: refusal(409, "STALE") } });
  await press("Keep: the holder is verified");
  await press("Keep");
  expect(server.count(KEEP)).toBe(0);
  await userEvent.type(screen.getByLabelText(/Reason/), "Her father, seen in person.");
  await press("Keep");
  await waitFor(() => expect(server.count(KEEP)).toBe(1));
  expect(server.requests.find(({ call }) => call === KEEP)?.body).toMatchObject({
    kind: "holder",
    subject: { itemId: expect.any(String) },
    reason: "Her father, seen in person.",
  });
  await screen.findByText(/Reload the page|changed/i);
});

test("disconnecting asks first, because the data is deleted", async () => {
  const server = await show({ accounts: [stranger], answers: { [REMOVE]: refusal(409, "STALE") } });
  await press("Disconnect and delete");
  expect(server.count(REMOVE)).toBe(0);
});

test("withholding them again first says that the report is no longer shared with investors", async () => {
  const confirmation = {
    id: "d1",
    kind: "holder",
    subject: { itemId: "item" },
    reason: "Her father.",
    hasDocument: false,
  };
  const retrieved = aRetrieved([stranger], { confirmations: [confirmation as Confirmation] });
  const UNDO = "POST /account/undo-decision";
  const server = await show({ answers: { [RETRIEVE]: retrieved, [UNDO]: refusal(409, "STALE") } });
  const askToWithhold = async () => {
    await press("Withhold again");
    return confirmStore.get()!; // it was asked just now
  };
  const { text, answer } = await askToWithhold();
  expect(text).toContain("no longer shared with investors");
  act(() => answer(false));
  expect(server.count(UNDO)).toBe(0);
  const asked = await askToWithhold();
  act(() => asked.answer(true));
  await waitFor(() => expect(server.count(UNDO)).toBe(1));
});

test("a report without such accounts has no banner", async () => {
  await show();
  expect(screen.queryByText(/Stop and verify identity/)).toBeNull();
});
