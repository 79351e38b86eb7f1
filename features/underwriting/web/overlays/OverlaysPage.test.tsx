import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { BackTest, OverlayVersion } from "#features/underwriting/contract.ts";
import { FINDING_CODES } from "#features/underwriting/rules/overlay.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { findingLabel } from "#features/underwriting/rules/overlay-texts.ts";
import { OverlaysPage } from "./OverlaysPage.tsx";

const ADA = { id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001", name: "Ada Admin" };

const overlay = (facts: Partial<OverlayVersion> = {}): OverlayVersion => ({
  ...{ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b011", number: 1, name: "Strict deposits", programName: null, version: 2 },
  settings: {
    ...{ limits: { incomePercent: 40 }, atMost: [], documents: [], programsOff: [] },
    atLeast: [{ code: "EMD_PAID_BY_GIFT", severity: "blocker" }],
  },
  ...{ effectiveFrom: "2026-11-28", state: "proposed", createdBy: ADA, createdAt: "2026-11-20T12:00:00Z" },
  ...{ isOwn: false, proposedBy: ADA, proposedAt: "2026-11-21T12:00:00Z", decidedBy: null, decidedAt: null },
  ...{ reason: null, endedOn: null, endedBy: null },
  ...facts,
});
const READ = "GET /admin/overlay";
const page = (one: OverlayVersion) => ({ overlays: [one], today: "2026-11-28", hasApprover: true });

beforeEach(() => void signIn({ role: "admin" }));

test.each<[OverlayVersion["state"], string, string]>([
  ["draft", "Propose", "Its first day is past. Edit the draft and choose a later one."],
  ["proposed", "Approve", "Its first day is past. Withdraw it, then choose a later one in the draft."],
])("an overlay whose first day is past says what to do: %s", async (state, act, words) => {
  answerHttp({ [READ]: page(overlay({ state, effectiveFrom: "2026-11-27" })) });
  await renderAt("/admin/overlays", <OverlaysPage />);
  const button = await screen.findByRole("button", { name: `${act} Strict deposits, version 1` });
  expect(button.title).toBe(words);
});

test("a withdrawn overlay is a draft again, and the page says so", async () => {
  answerHttp({
    [READ]: page(overlay()),
    [`POST /admin/overlay/${overlay().id}/withdraw`]: overlay({ state: "draft" }),
  });
  await renderAt("/admin/overlays", <OverlaysPage />);
  await userEvent.click(await screen.findByRole("button", { name: "More for Strict deposits, version 1" }));
  await userEvent.click(screen.getByRole("button", { name: "Withdraw", hidden: true }));
  await waitFor(() =>
    expect(toastStore.get().at(-1)).toMatchObject({
      header: "Overlay withdrawn",
      body: "Strict deposits, version 1 is a draft again.",
    }),
  );
});

describe("proposing", () => {
  const draft = overlay({ state: "draft" });
  const TESTS = "GET /admin/back-test";
  const PROPOSE = `POST /admin/overlay/${draft.id}/propose`;

  const TESTED: BackTest = {
    ...{ id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b021", subject: { kind: "overlay", overlayId: draft.id } },
    ...{ state: "finished", total: 24, tested: 24, changed: 3, notTested: [], startedBy: ADA.name },
    ...{ createdAt: "2026-11-20T13:00:00Z", endedAt: "2026-11-20T13:01:00Z" },
  };

  async function ask(tests: readonly BackTest[]) {
    const { requests } = answerHttp({ [READ]: page(draft), [TESTS]: tests, [PROPOSE]: overlay() });
    await renderAt("/admin/overlays", <OverlaysPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Propose Strict deposits, version 1" }));
    return { requests, dialog: within(screen.getByRole("dialog", { name: "Propose Strict deposits, version 1?" })) };
  }

  test("asks first, and does nothing when canceled", async () => {
    const { requests, dialog } = await ask([]);
    dialog.getByText(/didn't work on this draft approves or rejects it\. Until then it can't be edited/);
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(requests.filter(({ call }) => call === PROPOSE)).toEqual([]);
  });

  test("is done once confirmed", async () => {
    const { dialog } = await ask([]);
    await userEvent.click(dialog.getByRole("button", { name: "Propose overlay" }));
    await waitFor(() => expect(toastStore.get().at(-1)).toMatchObject({ header: "Overlay proposed" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("an overlay that was never tested leads to its test", async () => {
    const { dialog } = await ask([]);
    await userEvent.click(await dialog.findByRole("button", { name: "Test on past reports" }));
    screen.getByRole("dialog", { name: "Test Strict deposits, version 1" });
  });

  test("a tested overlay shows what its test found", async () => {
    const { dialog } = await ask([TESTED]);
    await dialog.findByText(/^Tested on past reports .*: 3 of 24 reports change\.$/);
    expect(dialog.queryByRole("button", { name: "Test on past reports" })).toBeNull();
  });
});

test("findings are named in words of their own, in the list and in the form", async () => {
  answerHttp({ [READ]: page(overlay({ state: "draft" })) });
  await renderAt("/admin/overlays", <OverlaysPage />);
  await screen.findByText("Earnest money that may be a gift");
  const labels = FINDING_CODES.map(findingLabel);
  expect(new Set(labels).size).toBe(FINDING_CODES.length);
});

test("a change of a finding's least severity is listed though its most severity stays", async () => {
  const severities = (least: "review" | "info") => ({
    ...{ limits: {}, documents: [], programsOff: [], atLeast: [{ code: "EMD_PAID_BY_GIFT", severity: least }] },
    atMost: [{ code: "EMD_PAID_BY_GIFT", severity: "review" as const }],
  });
  const own = { programName: "Own program", state: "inForce" } as const;
  const before = overlay({ ...own, settings: severities("info") });
  const after = overlay({ ...own, id: ADA.id, number: 2, state: "proposed", settings: severities("review") });
  answerHttp({ [READ]: { ...page(after), overlays: [after, before] } });
  await renderAt("/admin/overlays", <OverlaysPage />);
  const changes = (await screen.findByText("Changes from version 1")).parentElement!;
  expect(within(changes).getByRole("listitem", { hidden: true }).textContent).toBe(
    "Earnest money that may be a gift: At least “For information” → At least “To review”",
  );
});
