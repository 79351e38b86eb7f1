import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aBorrower } from "#features/borrowers/web/test-borrower.ts";
import { answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { BorrowerRecords, LegalHoldNotice } from "./BorrowerRecords.tsx";

const DELETE = "POST /account/delete-borrower";
const HOLD = "POST /admin/borrower/legal-hold";
const ADA = "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1b01";
const ON_HOLD = aBorrower({ legalHold: { at: "2026-11-20T12:00:00Z", by: ADA, reason: "Subpoena 24-1181" } });

beforeEach(() => void signIn({ role: "admin" }));

async function show(borrower: Borrower, answers: Record<string, Answer> = {}) {
  const server = answerHttp({
    "GET /account/member": [{ userId: ADA, firstName: "Ada", lastName: "Admin", role: "admin" }],
    ...answers,
  });
  const { router } = await renderAt(
    "/",
    <>
      <LegalHoldNotice borrower={borrower} />
      <BorrowerRecords borrower={borrower} />
    </>,
  );
  return { server, router };
}

const open = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const submit = (name: string) => userEvent.click(screen.getAllByRole("button", { name }).at(-1)!);

test("a borrower is deleted only after their name is typed, and the list follows", async () => {
  const { server, router } = await show(aBorrower(), { [DELETE]: () => null });
  await open("Delete borrower");
  await userEvent.type(screen.getByLabelText("Type “Dana Reyes” to confirm"), "Dana");
  await submit("Delete borrower");
  await screen.findByText("This isn't the borrower's name");
  expect(server.count(DELETE)).toBe(0);
  await userEvent.type(screen.getByLabelText("Type “Dana Reyes” to confirm"), " reyes");
  await submit("Delete borrower");
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/borrowers/all"));
  expect(server.requests.find(({ call }) => call === DELETE)?.body).toMatchObject({ name: "Dana reyes" });
});

test("the list follows even when the page closes before the reply, because it found the borrower gone", async () => {
  const reply = Promise.withResolvers<null>();
  answerHttp({ [DELETE]: () => reply.promise });
  let close = () => {};
  function ClosingPage() {
    const [isOpen, setOpen] = useState(true);
    close = () => setOpen(false);
    return isOpen && <BorrowerRecords borrower={aBorrower()} />;
  }
  const { router } = await renderAt("/", <ClosingPage />);
  await open("Delete borrower");
  await userEvent.type(screen.getByLabelText("Type “Dana Reyes” to confirm"), "Dana Reyes");
  await submit("Delete borrower");
  act(() => close());
  reply.resolve(null);
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/borrowers/all"));
});

test.each([
  ["LEGAL_HOLD", /An admin has to lift it first/],
  ["HAS_REPORT", /an admin has to delete it. Nothing was deleted/],
] as const)("a deletion that is refused, %s, says why and keeps what was typed", async (code, words) => {
  await show(aBorrower(), { [DELETE]: refusal(409, code) });
  await open("Delete borrower");
  await userEvent.type(screen.getByLabelText("Type “Dana Reyes” to confirm"), "Dana Reyes");
  await submit("Delete borrower");
  await screen.findByText(words);
  expect(screen.getByLabelText<HTMLInputElement>("Type “Dana Reyes” to confirm").value).toBe("Dana Reyes");
});

test("an admin sets a legal hold with a reason", async () => {
  const { server } = await show(aBorrower(), { [HOLD]: ON_HOLD });
  await open("Set legal hold");
  await submit("Set legal hold");
  await screen.findByText("Enter a reason");
  expect(server.count(HOLD)).toBe(0);
  await userEvent.type(screen.getByLabelText("Reason"), "Subpoena 24-1181");
  await submit("Set legal hold");
  await waitFor(() =>
    expect(server.requests.find(({ call }) => call === HOLD)?.body).toMatchObject({
      isOn: true,
      reason: "Subpoena 24-1181",
    }),
  );
});

test("a legal hold is shown with who set it and why, and nothing can be deleted", async () => {
  const { server } = await show(ON_HOLD);
  await screen.findByText(/Ada Admin set it on/);
  screen.getByText(/Subpoena 24-1181/);
  const button = screen.getByRole("button", { name: "Delete borrower" });
  expect(button.title).toContain("A legal hold is on");
  await userEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(server.count(DELETE)).toBe(0);
  screen.getByRole("button", { name: "Lift legal hold" });
});

test("an officer may delete and not hold; a reader sees neither", async () => {
  signIn({ role: "editor" });
  await show(aBorrower());
  screen.getByRole("button", { name: "Delete borrower" });
  expect(screen.queryByRole("button", { name: "Set legal hold" })).toBeNull();
  signIn({ role: "observer" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Delete borrower" })).toBeNull());
});
