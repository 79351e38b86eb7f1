import { afterEach, expect, test } from "vitest";
import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import { aBorrower } from "#features/borrowers/web/test-borrower.ts";
import { DEPOSIT_EXPLAINED } from "#features/underwriting/contract.ts";
import { CONSENT_TAKEN_BACK } from "#features/visits/contract.ts";
import { makeQueryClient } from "#kit/web/http/query.ts";
import { answerHttp } from "#kit/web/test-http.ts";
import { toastStore } from "#kit/web/toasts.ts";
import { noteLive } from "./live-notes.ts";

afterEach(() => toastStore.set([]));

test("consent taken back is told with the name of the borrower, wherever its officer is", async () => {
  answerHttp({ "GET /account/borrower/dana": aBorrower({ id: "dana" }) });
  await noteLive(makeQueryClient(), { type: CONSENT_TAKEN_BACK, id: "dana", version: 1 });
  expect(toastStore.get().map(({ header, body }) => [header, body])).toEqual([
    ["Consent taken back", expect.stringContaining("Dana Reyes")],
  ]);
});

test("an answer about a deposit is told with the name of the borrower", async () => {
  answerHttp({ "GET /account/borrower/dana": aBorrower({ id: "dana" }) });
  await noteLive(makeQueryClient(), { type: DEPOSIT_EXPLAINED, id: "dana", version: 1 });
  expect(toastStore.get().map(({ header, body }) => [header, body])).toEqual([
    ["A question was answered", expect.stringContaining("Dana Reyes")],
  ]);
});

test("what pages follow by themselves is no note, and nothing is read for it", async () => {
  const server = answerHttp({});
  await noteLive(makeQueryClient(), { type: BORROWER_UPDATED, id: "dana", version: 1 });
  expect([toastStore.get(), server.requests]).toEqual([[], []]);
});

test("of a borrower who is not mine to see nothing is told", async () => {
  answerHttp({});
  await noteLive(makeQueryClient(), { type: CONSENT_TAKEN_BACK, id: "dana", version: 1 });
  expect(toastStore.get()).toEqual([]);
});
