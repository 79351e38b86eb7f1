import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { ApiKey } from "#features/developers/contract.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { confirmStore } from "#platform/web/confirm.ts";
import { ApiKeysPage } from "./ApiKeysPage.tsx";

function aKey(details: Partial<ApiKey> = {}): ApiKey {
  return {
    ...{ id: "key", name: "Loan system", scopes: ["borrowers:read"], addresses: [], secretEnd: "abcd", version: 1 },
    ...{ expiresAt: null, isExpired: false, previousEndsAt: null, lastUsedAt: null, lastUsedAddress: null },
    ...{ createdAt: "2026-11-01T12:00:00Z", createdByName: "Ada Admin" },
    ...details,
  };
}

const LIST = "GET /admin/api-key";
const UPDATE = "PUT /admin/api-key/key";
const ROTATE = "POST /admin/api-key/key/rotate";

test("what a colleague changed in a key is shown, and saved together with mine", async () => {
  signIn({ role: "admin" });
  let stored = aKey();
  const server = answerHttp({
    [LIST]: () => [stored],
    [UPDATE]: ({ body }) => {
      if ((body as ApiKey).version !== stored.version) return refusal(409, "STALE");
      return (stored = { ...stored, ...(body as ApiKey), version: stored.version + 1 });
    },
  });
  await renderAt("/admin/api-keys", <ApiKeysPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Edit Loan system" }));
  stored = aKey({ addresses: ["203.0.113.7"], version: 2 });
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Name"), " 2");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Someone else updated this key");
  dialog.getByText("Allowed IP addresses: using theirs, “203.0.113.7”");
  await userEvent.click(dialog.getByRole("button", { name: "Review changes" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Edit Loan system 2" });
  expect(server.requests.findLast(({ call }) => call === UPDATE)?.body).toEqual({
    name: "Loan system 2",
    scopes: ["borrowers:read"],
    addresses: ["203.0.113.7"],
    version: 2,
  });
});

test("a key that a colleague rotated first is not rotated again", async () => {
  signIn({ role: "admin" });
  const server = answerHttp({ [LIST]: [aKey()], [ROTATE]: refusal(409, "STALE") });
  await renderAt("/admin/api-keys", <ApiKeysPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Rotate Loan system" }));
  (await waitFor(() => confirmStore.get()!)).answer(true); // until the question is open
  await screen.findByText("Someone else changed this key. Look at it again, then repeat your change.");
  expect(server.count(LIST), "and the list is read again").toBe(2);
});
