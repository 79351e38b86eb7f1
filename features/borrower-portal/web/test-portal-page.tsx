import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { onTestFinished, vi } from "vitest";
import type { BorrowerNeed, BorrowerLink, BorrowerSession, BorrowerTask } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { type Answer, answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { CONSENT } from "#features/borrowers/labels.ts";
import { loadConfig } from "#platform/web/config.ts";
import { BorrowerPortalPage } from "./BorrowerPortalPage.tsx";
import { endBorrowerSession, storeBorrowerSession } from "./portal-client.ts";

// The pattern itself is the address here: the borrower's id is the text "$id".
export const AT = "/borrower/$id";
export const READ = "GET /visit";

export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const press = async (name: string | RegExp) => userEvent.click(await button(name));

/** The page in an open borrower session. */
export async function show(session: BorrowerSession, answers: Readonly<Record<string, Answer>> = {}) {
  inSession();
  const server = await answerPortal({ [READ]: session, ...answers });
  await renderAt(AT, <BorrowerPortalPage />);
  await screen.findByRole("heading", { level: 1, name: PAGES.titleOf("Acme Lending") });
  return server;
}

export const LINK_TOKEN = "a".repeat(43);

export function aBorrowerSession(facts: Partial<BorrowerSession> = {}): BorrowerSession {
  return {
    borrowerId: "$id",
    firstName: "Dana",
    lastName: "Reyes",
    email: "dana@example.net",
    lender: {
      name: "Acme Lending",
      nmlsId: "123456",
      phone: "+15550102030",
      logoURL: null,
      officerName: "Regina Registered",
      officerNmlsId: null,
      officerPhone: null,
      replyTo: "regina@example.com",
    },
    daysRequested: 90,
    retentionDays: 730,
    consent: null,
    consentText: { version: CONSENT.version, text: CONSENT.agree },
    banks: [],
    isReportReady: false,
    tasks: [],
    needs: [],
    documents: [],
    posts: [],
    endsAt: "2026-11-22T14:00:00Z",
    ...facts,
  };
}

export const AGREED = { version: CONSENT.version, at: "2026-11-22T12:00:00Z" };

export function aTask(facts: Partial<BorrowerTask> = {}): BorrowerTask {
  return {
    transactionId: "deposit-1",
    institutionName: "First Platypus Bank",
    accountName: "Checking",
    mask: "0000",
    date: "2026-10-14",
    description: "MOBILE DEPOSIT",
    amountCents: 1_250_000,
    letter: "To Acme Lending: this money came from: ______",
    gift: null,
    answer: null,
    ...facts,
  };
}

export function anAnswer(
  facts: Partial<NonNullable<BorrowerTask["answer"]>> = {},
): NonNullable<BorrowerTask["answer"]> {
  return {
    evidenceId: "evidence-1",
    kind: "gift",
    text: "My mother gave it to me.",
    signedName: "Dana Reyes",
    signedAt: "2026-11-20T12:00:00Z",
    state: "proposed",
    reason: null,
    documents: [],
    ...facts,
  };
}

export function aLink(facts: Partial<BorrowerLink> = {}): BorrowerLink {
  return {
    firstName: "Dana",
    lastName: "Reyes",
    email: "dana@example.net",
    sentAt: null,
    expiresAt: null,
    openedAt: null,
    sentBy: null,
    asks: [],
    openings: [],
    consents: [],
    consentedAt: null,
    revokedAt: null,
    banks: 0,
    ...facts,
  };
}

/** Answers the page's own calls and those of the borrower session, which use separate clients. */
export async function answerPortal(answers: Readonly<Record<string, Answer>>) {
  await loadConfig(() =>
    Promise.resolve(
      Response.json({
        environment: "local",
        backendURL: "http://test",
        testHost: "",
        scripts: { plaidLink: LINK_SCRIPT },
      }),
    ),
  );
  const server = answerHttp(answers);
  vi.stubGlobal("fetch", server.fetch);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    sessionStorage.clear();
    endBorrowerSession("none");
  });
  return server;
}

const LINK_SCRIPT = "http://link.test/dialog.js";

/** A borrower whose session is already open. */
export function inSession(): void {
  storeBorrowerSession("visit-token");
}

export const aNeed = (facts: Partial<BorrowerNeed> = {}): BorrowerNeed => ({
  ...{ id: "need-1", kind: "document", subject: "r1", state: "asked", amountCents: null, date: null },
  ...{ documentKind: "pay_stub", note: "The last 30 days.", reason: null, dueOn: "2026-12-01" },
  ...facts,
});
