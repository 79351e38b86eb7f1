import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { Consent } from "#features/borrowers/contract.ts";
import { aBorrower } from "#features/borrowers/web/test-borrower.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { BorrowerLink } from "#features/borrower-portal/contract.ts";
import { answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { renderAt } from "#platform/web/test-router.tsx";
import { aLink } from "../test-portal-page.tsx";
import { stateOfLink, BorrowerLinksPanel } from "./BorrowerLinksPanel.tsx";
import { marksOf } from "./use-borrower-marks.ts";

const BORROWER = aBorrower();
const READ = `GET /account/visit-links/${BORROWER.id}`;
const SEND = "POST /account/send-visit-link";
const SENT = "2026-11-20T12:00:00Z";
const ann = aLink({ firstName: "Ann", lastName: "Lee", email: "ann@example.net" });

beforeEach(() => void signIn());

async function show(links: BorrowerLink[], send: Answer = [], borrower = BORROWER) {
  const server = answerHttp({ [READ]: links, [SEND]: send });
  await renderAt("/", <BorrowerLinksPanel borrower={borrower} />);
  await screen.findByText("Dana Reyes");
  return server;
}

test("each person on the loan is sent their own link, and the result shows right away", async () => {
  const server = await show([aLink(), ann], [aLink(), { ...ann, sentAt: SENT }]);
  await userEvent.click(screen.getByRole("button", { name: "Invite Ann Lee" }));
  await screen.findByRole("button", { name: "Send a new link to Ann Lee" });
  expect(toastStore.get().at(-1)).toMatchObject({ header: "Invitation sent" });
  expect(server.requests.find(({ call }) => call === SEND)?.body).toEqual({
    id: BORROWER.id,
    email: "ann@example.net",
  });
});

test("a person whose bank was connected without a link is not invited, but sent a link", async () => {
  await show([aLink({ banks: 1 })]);
  screen.getByRole("button", { name: "Send a new link to Dana Reyes" });
});

test.each([
  [409, "LIMIT_REACHED", /reached today's limit of 500 links/],
  [409, "INVALID_STATUS_TRANSITION", /closed, so nothing was sent/],
] as const)("a refusal, %i %s, shows a message", async (status, code, words) => {
  await show([aLink()], refusal(status, code));
  await userEvent.click(screen.getByRole("button", { name: "Invite Dana Reyes" }));
  await screen.findByText(words);
});

test("no link can be emailed for a closed borrower, or by a user who may only read", async () => {
  const server = await show([aLink()], [], aBorrower({ status: "closed" }));
  const button = screen.getByRole("button", { name: "Invite Dana Reyes" });
  expect(button.title).toContain("This borrower is closed");
  await userEvent.click(button);
  expect(server.count(SEND)).toBe(0);
  signIn({ role: "observer" });
  await waitFor(() => expect(button.title).toContain("Your role is read-only here"));
});

describe("in one word", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const sent = { sentAt: SENT, expiresAt: "2026-12-04T12:00:00Z" };
  test.each<[string, Partial<BorrowerLink>]>([
    ["Not invited yet", {}],
    ["Link sent", sent],
    ["Link ended", { ...sent, expiresAt: "2026-11-21T12:00:00Z" }],
    ["Opened", { ...sent, openedAt: SENT }],
    ["Consent given, no bank yet", { ...sent, openedAt: SENT, consentedAt: SENT }],
    ["1 bank connected", { ...sent, consentedAt: SENT, banks: 1 }],
    ["Consent withdrawn", { ...sent, consentedAt: SENT, revokedAt: "2026-11-21T12:00:00Z" }],
    ["2 banks connected", { ...sent, revokedAt: SENT, consentedAt: "2026-11-21T12:00:00Z", banks: 2 }],
  ])("%s", (word, facts) => {
    expect(stateOfLink(aLink(facts), now).word).toBe(word);
  });
});

const CONSENT_GIVEN: Consent = {
  method: "online",
  recordedBy: null,
  at: "2026-11-20T13:00:00Z",
  textVersion: "2026-11-27",
  sha256: "ab12",
  purpose: "Verify the funds for a home loan",
  days: 90,
  keptDays: 1095,
  signedOn: null,
  documentId: null,
  withdrawnAt: null,
};

test("the timeline shows what each person did over all their links, and nothing that they did not do", () => {
  const later = "2026-11-21T12:00:00Z";
  const attested = { ...CONSENT_GIVEN, method: "attested", recordedBy: "Pat Rivera", at: later } as const;
  const marks = marksOf([
    // A new link was sent since, and is not opened yet.
    aLink({ sentAt: later, openings: [SENT], consents: [{ ...CONSENT_GIVEN, withdrawnAt: later }, attested] }),
    ann,
  ]);
  expect(marks).toEqual([
    { label: "Dana Reyes opened the link", at: SENT },
    { label: "Dana Reyes agreed", at: CONSENT_GIVEN.at },
    { label: "Dana Reyes withdrew consent", at: later },
    { label: "Pat Rivera attested to Dana Reyes's signed authorization", at: later },
  ]);
});
