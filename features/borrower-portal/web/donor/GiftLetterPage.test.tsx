import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import type { DonorPage } from "#features/borrower-portal/contract.ts";
import { DISCLOSURE, PAGES } from "#features/borrower-portal/labels.ts";
import { BORROWER_MESSAGES } from "#features/borrower-portal/messages.ts";
import { type Answer, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { forgetMailedLink, takeEmailedLink } from "../landing/emailed-link.ts";
import { aBorrowerSession, answerPortal, LINK_TOKEN, press } from "../test-portal-page.tsx";
import { GiftLetterPage } from "./GiftLetterPage.tsx";

const AT = "/gift-letter/$id";
const READ = "GET /gift-letter";
const SIGN = "POST /gift-letter/sign";
const TEXTS = PAGES.donor;

afterEach(() => {
  forgetMailedLink();
  window.history.replaceState(null, "", "/");
});

const aPage = (facts: Partial<DonorPage> = {}): DonorPage => ({
  lender: aBorrowerSession().lender,
  ...{ borrowerName: "Dana Reyes", donorName: "Maria Reyes", relationship: "mother", amountCents: 1_250_000 },
  ...{ isToCome: false, signed: null, documents: [], expiresAt: "2026-12-10T12:00:00Z" },
  ...facts,
});

async function arrive(answers: Readonly<Record<string, Answer>>, search = `?t=${LINK_TOKEN}`) {
  window.history.replaceState(null, "", `${AT}${search}`);
  takeEmailedLink();
  const server = await answerPortal(answers);
  await renderAt(AT, <GiftLetterPage />);
  return server;
}

describe("the donor's page", () => {
  test("shows who asks and the letter as it will be signed, and sends the link's token in no address", async () => {
    const signed = { text: "The letter.", signedName: "Maria Reyes", signedAt: "2026-11-27T12:00:00Z" };
    const server = await arrive({ [READ]: aPage(), [SIGN]: aPage({ signed: { ...signed, canAddDocuments: true } }) });
    await screen.findByText("Acme Lending");
    expect(window.location.href).not.toContain(LINK_TOKEN);
    expect(server.requests.map(({ headers }) => headers.get("authorization"))).toEqual([`bearer ${LINK_TOKEN}`]);
    await press(TEXTS.button);
    for (const error of [TEXTS.addressMissing, TEXTS.phoneMissing, PAGES.disclosure.missing, TEXTS.signMissing])
      await screen.findByText(error);
    expect(server.count(SIGN)).toBe(0);
    await userEvent.type(screen.getByLabelText(TEXTS.address), "1 Elm Street");
    await userEvent.type(screen.getByLabelText(TEXTS.phone), "555 010 2030");
    const letter = screen.getByRole("region", { name: TEXTS.letter }).querySelector("p")!.textContent;
    expect(letter).toContain("I, Maria Reyes, gave Dana Reyes $12,500.00 as a gift");
    expect(letter).toContain("My address: 1 Elm Street\nMy phone: 555 010 2030");
    await userEvent.click(screen.getByRole("checkbox", { name: DISCLOSURE.accept }));
    await userEvent.type(screen.getByLabelText(TEXTS.sign), "Maria Reyes");
    await press(TEXTS.button);
    await screen.findByText(TEXTS.signedTitle);
    await screen.findByLabelText(TEXTS.addLabel);
    expect(server.requests.find(({ call }) => call === SIGN)?.body).toEqual({
      ...{ text: letter, address: "1 Elm Street", phone: "555 010 2030", signedName: "Maria Reyes" },
      disclosureVersion: DISCLOSURE.version,
    });
  });

  test("with a link that has ended says so, without a form", async () => {
    await arrive({ [READ]: refusal(410, "LINK_DEAD") });
    await screen.findByRole("heading", { name: TEXTS.deadTitle });
    expect(screen.queryByLabelText(TEXTS.sign)).toBeNull();
  });

  test("that cannot be read is read again at a press", async () => {
    let isDown = true;
    await arrive({ [READ]: () => (isDown ? refusal(503, "OVERLOADED") : aPage()) });
    await screen.findByText(BORROWER_MESSAGES.OVERLOADED);
    isDown = false;
    await press(PAGES.tryAgain);
    await screen.findByLabelText(TEXTS.sign);
  });

  test("without a link asks to open the email", async () => {
    const server = await arrive({}, "");
    await screen.findByRole("heading", { name: TEXTS.noLinkTitle });
    expect(server.requests).toEqual([]);
  });
});
