import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import { CONSENT } from "#features/visits/words.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { confirmStore } from "#kit/web/confirm.ts";
import { refusal, type Answer } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { forgetMailedLink, takeMailedLink } from "./landing/mailed-link.ts";
import { AT, button, press, READ, show } from "./test-visit-page.tsx";
import { AGREED, answerVisit, aVisit, LINK_TOKEN, onVisit } from "./test-visit.ts";
import { VisitPage } from "./VisitPage.tsx";

const OPEN = "POST /borrower/$id/open-visit";
const SEND = "POST /borrower/$id/send-link";
const AGREE = "POST /visit/consent";
const TAKE_BACK = "POST /visit/take-back-consent";
const NOTHING = () => new Response(null, { status: 204 });

afterEach(() => {
  forgetMailedLink();
  window.history.replaceState(null, "", "/");
});

/** The page as a mailed link opens it. */
async function arrive(answers: Readonly<Record<string, Answer>>) {
  window.history.replaceState(null, "", `/borrower/$id?t=${LINK_TOKEN}`);
  takeMailedLink();
  const server = await answerVisit(answers);
  await renderAt(AT, <VisitPage />);
  return server;
}

describe("a mailed link", () => {
  test("leaves the address at once, and opening the page asks the server nothing", async () => {
    const server = await arrive({});
    await button(PAGES.landing.button);
    expect(window.location.href).not.toContain(LINK_TOKEN);
    expect(server.requests).toEqual([]);
  });

  test("is used by the button, and the visit is kept apart from whoever is logged in", async () => {
    localStorage.setItem("token", "the lender's");
    const server = await arrive({ [OPEN]: { visitToken: "the visitor's", endsAt: "" }, [READ]: aVisit() });
    await press(PAGES.landing.button);
    await screen.findByText("Regina Registered", { exact: false });
    expect(server.requests[0]).toEqual({ call: OPEN, body: { token: LINK_TOKEN } });
    expect(server.requests.map(({ headers }) => headers.get("authorization"))).toEqual([null, "bearer the visitor's"]);
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
  ] as const)("that is dead, %i %s, says so and offers a new one", async (status, code) => {
    const server = await arrive({ [OPEN]: refusal(status, code) });
    await press(PAGES.landing.button);
    await screen.findByRole("heading", { level: 1, name: PAGES.deadLink.title });
    expect(server.visited, "error pages").toEqual([]);
  });

  test("that could not be tried stays, and can be tried again", async () => {
    let isDown = true;
    await arrive({
      [OPEN]: () => (isDown ? refusal(503, "OVERLOADED") : { visitToken: "v", endsAt: "" }),
      [READ]: aVisit(),
    });
    await press(PAGES.landing.button);
    await screen.findByText(PAGES.troubles.wait);
    isDown = false;
    await press(PAGES.landing.button);
    await screen.findByText(CONSENT.title);
  });
});

describe("without a visit", () => {
  test("a new link is asked for by email, and the answer tells nothing about the address", async () => {
    const server = await answerVisit({ [SEND]: NOTHING });
    await renderAt(AT, <VisitPage />);
    await userEvent.type(await screen.findByLabelText(PAGES.newLink.email), "dana@example.net");
    await press(PAGES.newLink.button);
    await screen.findByText(/If dana@example.net belongs to this loan/);
    expect(server.requests).toEqual([{ call: SEND, body: { email: "dana@example.net" } }]);
  });

  test("a visit to another borrower's page is none", async () => {
    onVisit();
    await answerVisit({ [READ]: aVisit({ borrowerId: "another" }) });
    await renderAt(AT, <VisitPage />);
    await screen.findByRole("heading", { level: 1, name: PAGES.noLink.title });
  });

  test("one that is over says so, forgets its token and touches nobody else's", async () => {
    localStorage.setItem("token", "the lender's");
    onVisit();
    const server = await answerVisit({ [READ]: refusal(401, "NO_USER") });
    await renderAt(AT, <VisitPage />);
    await screen.findByRole("heading", { level: 1, name: PAGES.ended.title });
    expect(sessionStorage.getItem("borrowerVisit")).toBeNull();
    expect(localStorage.getItem("token")).toBe("the lender's");
    expect(server.visited, "error pages").toEqual([]);
    localStorage.clear();
  });

  test("one that its visitor ends is gone at once", async () => {
    await show(aVisit());
    await press(PAGES.leave.button);
    await screen.findByRole("heading", { level: 1, name: PAGES.closedByYou.title });
    expect(sessionStorage.getItem("borrowerVisit")).toBeNull();
  });
});

test("who asks can be found out: name, officer, license, telephone, address", async () => {
  await show(aVisit());
  const who = within(await screen.findByRole("region", { name: PAGES.who.title }));
  for (const words of [/^Acme Lending$/, /Regina Registered/, /NMLS ID 123456/]) who.getByText(words);
  expect(who.getByRole("link", { name: "(555) 010-2030" })).toHaveProperty("href", "tel:+15550102030");
  expect(who.getByRole("link", { name: "regina@example.com" })).toHaveProperty("protocol", "mailto:");
});

describe("consent", () => {
  test("comes before any bank: all of its words, and the version is what is agreed to", async () => {
    const server = await show(aVisit(), { [AGREE]: aVisit({ consent: AGREED }) });
    for (const words of CONSENT.paragraphs({ lender: "Acme Lending", days: 90, keptDays: 730 }))
      await screen.findByText(words);
    expect(screen.queryByRole("button", { name: PAGES.connect.button })).toBeNull();
    await press(PAGES.agree);
    await button(PAGES.connect.button);
    expect(server.requests.find(({ call }) => call === AGREE)?.body).toEqual({
      ...{ version: CONSENT.version, lender: "Acme Lending", days: 90, keptDays: 730 },
    });
  });

  test("to words that have changed meanwhile is refused in words", async () => {
    await show(aVisit(), { [AGREE]: refusal(409, "STALE") });
    await press(PAGES.agree);
    await screen.findByText(PAGES.troubles.newer);
  });

  test("is taken back with one button and one question that says what happens", async () => {
    const server = await show(aVisit({ consent: AGREED, banks: [aBank()] }), { [TAKE_BACK]: aVisit() });
    await press(PAGES.takeBack.button);
    expect(confirmStore.get()?.text).toContain("Your banks are disconnected at once");
    expect(server.count(TAKE_BACK)).toBe(0);
    confirmStore.get()?.answer(true);
    await screen.findByText(PAGES.takeBack.doneTitle);
    await button(PAGES.agree);
  });
});
