import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { aSentDocument } from "#features/underwriting/web/test-evidence.ts";
import { describe, expect, test } from "vitest";
import { BORROWER_MESSAGES } from "#features/borrower-portal/messages.ts";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import { DISCLOSURE, PAGES } from "#features/borrower-portal/labels.ts";
import { refusal } from "#platform/web/test-http.ts";
import { aBorrowerSession, AGREED, anAnswer, aTask, button, press, show } from "../test-portal-page.tsx";

const LETTER = "POST /visit/letter";
const DONOR = "POST /visit/gift-letter";

describe("a question about a deposit", () => {
  const asked = aBorrowerSession({ consent: AGREED, banks: [aBank()], isReportReady: true, tasks: [aTask()] });
  const letter = () => screen.getByLabelText(PAGES.tasks.letter);

  test("is answered with a kind, the visitor's own letter, an accepted disclosure and a typed name", async () => {
    const answered = { ...asked, tasks: [aTask({ answer: anAnswer() })] };
    const server = await show(asked, { [LETTER]: answered });
    await screen.findByText(PAGES.done.openTitle(1));
    await press(/^Answer: \$12,500\.00/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.sale_of_personal_asset }));
    expect(letter()).toHaveProperty("value", expect.stringContaining("I sold my ______"));
    await press(PAGES.tasks.send);
    for (const error of [PAGES.tasks.blanks, PAGES.disclosure.missing, PAGES.tasks.signMissing])
      await screen.findByText(error);
    expect(server.count(LETTER)).toBe(0);

    await userEvent.clear(letter());
    await userEvent.type(letter(), "I sold my car.");
    await userEvent.click(screen.getByRole("checkbox", { name: DISCLOSURE.accept }));
    await userEvent.type(screen.getByLabelText(PAGES.tasks.sign), "Dana Reyes");
    await press(PAGES.tasks.send);
    await screen.findByText(PAGES.tasks.sent);
    expect(server.requests.find(({ call }) => call === LETTER)?.body).toEqual({
      transactionId: "deposit-1",
      kind: "sale_of_personal_asset",
      text: "I sold my car.",
      signedName: "Dana Reyes",
      disclosureVersion: DISCLOSURE.version,
    });
    await screen.findByText(PAGES.done.title);
  });

  test("about a gift asks who gave it, and the visitor signs nothing for them", async () => {
    const gift = {
      donorName: "Maria Reyes",
      email: "maria@example.net",
      sentAt: "2026-11-20T12:00:00Z",
      evidenceId: null,
    };
    const waiting = { ...asked, tasks: [aTask({ gift: { ...gift, state: "asked", reason: null } })] };
    let isOwn = true;
    const server = await show(asked, {
      [DONOR]: () => {
        const errors = [{ field: "email", code: "OWN_EMAIL" }];
        return isOwn ? Response.json({ message: "VALIDATION_ERROR", errors }, { status: 400 }) : waiting;
      },
    });
    await press(/^Answer/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    expect(screen.queryByLabelText(PAGES.tasks.sign)).toBeNull();
    await press(PAGES.tasks.askDonor);
    for (const error of [
      PAGES.tasks.donorNameMissing,
      PAGES.tasks.donorRelationshipMissing,
      PAGES.tasks.donorEmailMissing,
    ])
      await screen.findByText(error);
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorName), "Maria Reyes");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorRelationship), "mother");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorEmail), "maria@example.net");
    await press(PAGES.tasks.askDonor);
    await screen.findByText(PAGES.tasks.donorEmailOwn);
    isOwn = false;
    await press(PAGES.tasks.askDonor);
    await screen.findByText(PAGES.tasks.askedText("Maria Reyes", "maria@example.net", "Nov 20, 2026"));
    expect(server.requests.findLast(({ call }) => call === DONOR)?.body).toEqual({
      ...{ transactionId: "deposit-1", donorName: "Maria Reyes", relationship: "mother", email: "maria@example.net" },
    });
    await screen.findByText(PAGES.done.title);
    await button(`${PAGES.tasks.askAgain}: $12,500.00`);
  });

  test("keeps what the visitor wrote when the kind changes", async () => {
    await show(asked);
    await press(/^Answer/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.other }));
    await userEvent.clear(letter());
    await userEvent.type(letter(), "I sold my car.");
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.sale_of_personal_asset }));
    expect(letter()).toHaveProperty("value", "I sold my car.");
  });

  test("sends nothing without a kind", async () => {
    const server = await show(asked);
    await press(/^Answer/);
    await press(PAGES.tasks.send);
    await screen.findByText(PAGES.tasks.choose);
    expect(server.count(LETTER)).toBe(0);
  });

  test("with a rejected answer shows why, and can be answered again from the earlier text", async () => {
    const answer = anAnswer({ kind: "transfer", state: "rejected", reason: "Name the donor, please." });
    await show({ ...asked, tasks: [aTask({ answer })] });
    screen.getByText("Name the donor, please.");
    await press(/^Answer again/);
    expect(letter()).toHaveProperty("value", answer.text);
    expect(screen.getByRole("radio", { name: PAGES.tasks.kinds.transfer })).toHaveProperty("checked", true);
  });

  test("takes documents, and shows a message for a refused one", async () => {
    let refuses = true;
    const paper = aSentDocument({ name: "receipt.pdf" });
    const queries: string[] = [];
    const answered = { ...asked, tasks: [aTask({ answer: anAnswer() })] };
    const server = await show(answered, {
      "POST /visit/document": (_, query) => {
        queries.push(query.toString());
        if (refuses) return refusal(415, "UNSUPPORTED_MEDIA_TYPE");
        return { ...asked, tasks: [aTask({ answer: anAnswer({ documents: [paper] }) })] };
      },
    });
    const choose = () =>
      userEvent.upload(
        screen.getByLabelText(PAGES.tasks.addLabel("$12,500.00")),
        new File(["%PDF"], "receipt.pdf", { type: "application/pdf" }),
      );
    await choose();
    await screen.findByText(BORROWER_MESSAGES.UNSUPPORTED_MEDIA_TYPE);
    refuses = false;
    await choose();
    await screen.findByText("receipt.pdf, 1.3 MB");
    expect(queries.at(-1)).toBe("name=receipt.pdf&evidenceId=evidence-1");
    expect(server.requests.find(({ call }) => call === "POST /visit/document")?.body).toBeInstanceOf(FormData);
  });
});
