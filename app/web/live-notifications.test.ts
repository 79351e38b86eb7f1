import { afterEach, expect, test } from "vitest";
import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import { aBorrower } from "#features/borrowers/web/test-borrower.ts";
import { DEPOSIT_EXPLAINED } from "#features/underwriting/contract.ts";
import { CONSENT_TAKEN_BACK } from "#features/borrower-portal/contract.ts";
import { makeQueryClient } from "#platform/web/http/query.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { onLiveEvent } from "./live-notifications.ts";

afterEach(() => toastStore.set([]));

test("a withdrawn consent is shown with the borrower's name, on whichever page the officer is", async () => {
  answerHttp({ "GET /account/borrower/dana": aBorrower({ id: "dana" }) });
  await onLiveEvent(makeQueryClient(), { type: CONSENT_TAKEN_BACK, id: "dana", version: 1 });
  expect(toastStore.get().map(({ header, body }) => [header, body])).toEqual([
    ["Consent withdrawn", expect.stringContaining("Dana Reyes")],
  ]);
});

test("an answer about a deposit is shown with the borrower's name", async () => {
  answerHttp({ "GET /account/borrower/dana": aBorrower({ id: "dana" }) });
  await onLiveEvent(makeQueryClient(), { type: DEPOSIT_EXPLAINED, id: "dana", version: 1 });
  expect(toastStore.get().map(({ header, body }) => [header, body])).toEqual([
    ["Question answered", expect.stringContaining("Dana Reyes")],
  ]);
});

test("an event that pages handle themselves shows no notification and reads nothing", async () => {
  const server = answerHttp({});
  await onLiveEvent(makeQueryClient(), { type: BORROWER_UPDATED, id: "dana", version: 1 });
  expect([toastStore.get(), server.requests]).toEqual([[], []]);
});

test("an event of a borrower whom the user may not see shows nothing", async () => {
  answerHttp({});
  await onLiveEvent(makeQueryClient(), { type: CONSENT_TAKEN_BACK, id: "dana", version: 1 });
  expect(toastStore.get()).toEqual([]);
});
