import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { BORROWER_MESSAGES } from "#features/borrower-portal/messages.ts";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import { CONSENT } from "#features/borrowers/labels.ts";
import type { LinkPreview } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { type Answer, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { forgetMailedLink, takeEmailedLink } from "./landing/emailed-link.ts";
import {
  aBorrowerSession,
  AGREED,
  answerPortal,
  AT,
  button,
  inSession,
  LINK_TOKEN,
  press,
  READ,
  show,
} from "./test-portal-page.tsx";
import { BorrowerPortalPage } from "./BorrowerPortalPage.tsx";

const OPEN = "POST /borrower/$id/open-visit";
const PREVIEW = "POST /borrower/$id/preview-visit";
const CODE = "POST /borrower/$id/send-code";
const CONTINUE = "POST /borrower/$id/continue-visit";
const SEND = "POST /borrower/$id/send-link";
const AGREE = "POST /visit/consent";
const TAKE_BACK = "POST /visit/take-back-consent";
const NOTHING = () => new Response(null, { status: 204 });

afterEach(() => {
  forgetMailedLink();
  window.history.replaceState(null, "", "/");
});

/** The page as an emailed link opens it. */
async function arrive(answers: Readonly<Record<string, Answer>>) {
  window.history.replaceState(null, "", `/borrower/$id?t=${LINK_TOKEN}`);
  takeEmailedLink();
  const server = await answerPortal({ [PREVIEW]: aPreview(), ...answers });
  await renderAt(AT, <BorrowerPortalPage />);
  return server;
}

const aPreview = (facts: Partial<LinkPreview> = {}): LinkPreview => ({
  ...{ lender: aBorrowerSession().lender, needsCode: false, emailHint: "d…@example.net", phoneHint: null },
  ...facts,
});

describe("an emailed link", () => {
  test("leaves the address bar right away, and opening the page only reads who sent it", async () => {
    const server = await arrive({});
    await button(PAGES.landing.button);
    expect(window.location.href).not.toContain(LINK_TOKEN);
    screen.getByRole("region", { name: PAGES.who.title });
    expect(server.requests).toEqual([{ call: PREVIEW, body: { token: LINK_TOKEN } }]);
  });

  test("that was opened in another browser continues here with a code, and a wrong one is explained", async () => {
    let isWrong = true;
    const server = await arrive({
      [PREVIEW]: aPreview({ needsCode: true, phoneHint: "…2030" }),
      [CODE]: NOTHING,
      [CONTINUE]: () => (isWrong ? refusal(409, "CODE_WRONG") : { visitToken: "the visitor's", endsAt: "" }),
      [READ]: aBorrowerSession(),
    });
    await button(PAGES.code.email("d…@example.net"));
    expect(screen.queryByRole("button", { name: PAGES.landing.button })).toBeNull();
    await press(PAGES.code.byText("…2030"));
    await press(PAGES.code.button);
    await screen.findByText(PAGES.code.missing);
    await userEvent.type(screen.getByLabelText(PAGES.code.label), "123456");
    await press(PAGES.code.button);
    await screen.findByText(PAGES.code.wrong);
    isWrong = false;
    await press(PAGES.code.button);
    await screen.findByText(CONSENT.title);
    expect(server.requests.filter(({ call }) => call === CODE).map(({ body }) => body)).toEqual([
      { token: LINK_TOKEN, by: "text" },
    ]);
    expect(Object.values(sessionStorage)).not.toContain(LINK_TOKEN);
  });

  test("is used by the button, and the session is separate from a signed-in user's", async () => {
    localStorage.setItem("token", "the lender's");
    const server = await arrive({ [OPEN]: { visitToken: "the visitor's", endsAt: "" }, [READ]: aBorrowerSession() });
    await press(PAGES.landing.button);
    await screen.findByText("Regina Registered", { exact: false });
    expect(server.requests[1]).toEqual({ call: OPEN, body: { token: LINK_TOKEN } });
    expect(server.requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      null,
      null,
      "bearer the visitor's",
    ]);
    expect(sessionStorage.getItem("borrowerVisit")).toBe("the visitor's");
    expect(Object.values(sessionStorage)).not.toContain(LINK_TOKEN);
    expect(localStorage.getItem("token")).toBe("the lender's");
    expect(JSON.stringify(localStorage)).not.toContain("visitor");
    localStorage.clear();
  });

  test.each([
    [410, "LINK_DEAD"],
    [400, "VALIDATION_ERROR"],
    [404, "NOT_FOUND"],
  ] as const)("that is dead, %i %s, shows that and offers a new one", async (status, code) => {
    const server = await arrive({ [PREVIEW]: refusal(status, code) });
    await screen.findByRole("heading", { level: 1, name: PAGES.deadLink.title });
    expect(server.visited, "error pages").toEqual([]);
  });

  test("that could not be tried stays, and can be tried again", async () => {
    let isDown = true;
    await arrive({
      [OPEN]: () => (isDown ? refusal(503, "OVERLOADED") : { visitToken: "v", endsAt: "" }),
      [READ]: aBorrowerSession(),
    });
    await press(PAGES.landing.button);
    await screen.findByText(BORROWER_MESSAGES.TOO_MANY_REQUESTS);
    isDown = false;
    await press(PAGES.landing.button);
    await screen.findByText(CONSENT.title);
  });
});

describe("without a session", () => {
  test("a new link is requested by email, and the answer does not reveal whether the address is known", async () => {
    const server = await answerPortal({ [SEND]: NOTHING });
    await renderAt(AT, <BorrowerPortalPage />);
    await userEvent.type(await screen.findByLabelText(PAGES.newLink.email), "dana@example.net");
    await press(PAGES.newLink.button);
    await screen.findByText(/If dana@example.net belongs to this loan/);
    expect(server.requests).toEqual([{ call: SEND, body: { email: "dana@example.net" } }]);
  });

  test("a session of another borrower's page does not count", async () => {
    inSession();
    await answerPortal({ [READ]: aBorrowerSession({ borrowerId: "another" }) });
    await renderAt(AT, <BorrowerPortalPage />);
    await screen.findByRole("heading", { level: 1, name: PAGES.noLink.title });
  });

  test("an expired session shows that, forgets its token and leaves other sessions alone", async () => {
    localStorage.setItem("token", "the lender's");
    inSession();
    const server = await answerPortal({ [READ]: refusal(401, "NO_USER") });
    await renderAt(AT, <BorrowerPortalPage />);
    await screen.findByRole("heading", { level: 1, name: PAGES.ended.title });
    expect(sessionStorage.getItem("borrowerVisit")).toBeNull();
    expect(localStorage.getItem("token")).toBe("the lender's");
    expect(server.visited, "error pages").toEqual([]);
    localStorage.clear();
  });

  test("a session that its visitor ends is gone right away", async () => {
    await show(aBorrowerSession());
    await press(PAGES.leave.button);
    await screen.findByRole("heading", { level: 1, name: PAGES.closedByYou.title });
    expect(sessionStorage.getItem("borrowerVisit")).toBeNull();
  });
});

test("the page shows who asks: name, officer, license, phone, address", async () => {
  await show(aBorrowerSession());
  const who = within(await screen.findByRole("region", { name: PAGES.who.title }));
  for (const words of [/^Acme Lending$/, /Regina Registered/, /NMLS ID 123456/]) who.getByText(words);
  expect(who.getByRole("link", { name: "(555) 010-2030" })).toHaveProperty("href", "tel:+15550102030");
  expect(who.getByRole("link", { name: "regina@example.com" })).toHaveProperty("protocol", "mailto:");
});

describe("consent", () => {
  test("comes before any bank, shows the whole text, and is given to its version", async () => {
    const server = await show(aBorrowerSession(), { [AGREE]: aBorrowerSession({ consent: AGREED }) });
    for (const words of CONSENT.paragraphs({ lender: "Acme Lending", days: 90, keptDays: 730 }))
      await screen.findByText(words);
    expect(screen.queryByRole("button", { name: PAGES.connect.button })).toBeNull();
    await press(PAGES.agree);
    await button(PAGES.connect.button);
    expect(server.requests.find(({ call }) => call === AGREE)?.body).toEqual({
      ...{ version: CONSENT.version, lender: "Acme Lending", days: 90, keptDays: 730 },
    });
  });

  test("to a text that has changed is refused with a message", async () => {
    await show(aBorrowerSession(), { [AGREE]: refusal(409, "STALE") });
    await press(PAGES.agree);
    await screen.findByText(BORROWER_MESSAGES.STALE);
  });

  test("is withdrawn with one button and one question that says what happens", async () => {
    const server = await show(aBorrowerSession({ consent: AGREED, banks: [aBank()] }), {
      [TAKE_BACK]: aBorrowerSession(),
    });
    await press(PAGES.takeBack.button);
    expect(confirmStore.get()?.text).toContain("Your banks are disconnected now");
    expect(confirmStore.get()?.text).toContain("Acme Lending keeps the data it already received for up to 2 years");
    expect(server.count(TAKE_BACK)).toBe(0);
    confirmStore.get()?.answer(true);
    await screen.findByText(PAGES.takeBack.doneTitle);
    await button(PAGES.agree);
  });

  test("is withdrawn, without agreeing first, where the lender connected a bank on its own form", async () => {
    await show(aBorrowerSession({ banks: [aBank()] }));
    await button(PAGES.takeBack.button);
    await button(PAGES.agree);
  });

  test("given before and withdrawn with no bank connected leaves nothing to withdraw", async () => {
    await show(aBorrowerSession());
    await button(PAGES.agree);
    expect(screen.queryByRole("button", { name: PAGES.takeBack.button })).toBeNull();
  });
});
