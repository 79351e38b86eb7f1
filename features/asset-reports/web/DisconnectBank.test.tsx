import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aBank, aBorrower, withReport } from "#features/borrowers/web/test-borrower.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { DisconnectBank } from "./DisconnectBank.tsx";

const CALL = "POST /account/disconnect-bank";

beforeEach(() => void signIn({ role: "editor" }));

async function ask(borrower: Borrower) {
  const server = answerHttp({ [CALL]: borrower });
  await renderAt("/", <DisconnectBank borrower={borrower} bank={aBank()} />);
  await userEvent.click(screen.getByRole("button", { name: "Disconnect First Platypus Bank" }));
  await waitFor(() => expect(confirmStore.get()).not.toBeNull());
  return server;
}

test("disconnecting says what stops and what stays, and does nothing before it is confirmed", async () => {
  const server = await ask(withReport());
  expect(confirmStore.get()?.text).toContain("Reports keep the data that was already read");
  confirmStore.get()?.answer(false);
  expect(server.count(CALL)).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Disconnect First Platypus Bank" }));
  confirmStore.get()?.answer(true);
  await waitFor(() => expect(server.count(CALL)).toBe(1));
  expect(server.requests.find(({ call }) => call === CALL)?.body).toEqual({
    itemId: aBank().id,
  });
});

test("a report in progress stops with its bank, and the question says so", async () => {
  await ask(aBorrower({ status: "bank-connected", reportState: "generating", items: [aBank()] }));
  expect(confirmStore.get()?.text).toContain("The report being generated stops; it isn't charged.");
});
