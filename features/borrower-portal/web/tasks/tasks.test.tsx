import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { aSentDocument } from "#features/underwriting/web/test-evidence.ts";
import { describe, expect, test } from "vitest";
import { BORROWER_MESSAGES } from "#features/borrower-portal/messages.ts";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { refusal } from "#platform/web/test-http.ts";
import { aBorrowerSession, AGREED, anAnswer, aTask, press, show } from "../test-portal-page.tsx";

const LETTER = "POST /visit/letter";

describe("a question about a deposit", () => {
  const asked = aBorrowerSession({ consent: AGREED, banks: [aBank()], isReportReady: true, tasks: [aTask()] });
  const letter = () => screen.getByLabelText(PAGES.tasks.letter);

  test("is answered with a kind, the visitor's own letter and a typed name; a gift names its donor", async () => {
    const answered = { ...asked, tasks: [aTask({ answer: anAnswer() })] };
    const server = await show(asked, { [LETTER]: answered });
    await screen.findByText(PAGES.done.openTitle(1));
    await press(/^Answer: \$12,500\.00/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    expect(letter()).toHaveProperty("value", expect.stringContaining("This money is a gift from"));
    await press(PAGES.tasks.send);
    for (const fault of [PAGES.tasks.donorNameMissing, PAGES.tasks.blanks, PAGES.tasks.signMissing])
      await screen.findByText(fault);
    expect(document.activeElement).toBe(screen.getByLabelText(PAGES.tasks.donorName));
    expect(server.count(LETTER)).toBe(0);

    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorName), "Maria Reyes");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorRelationship), "mother");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorAddress), "1 Elm Street");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorPhone), "555 010 2030");
    await userEvent.clear(letter());
    await userEvent.type(letter(), "My mother gave it to me.");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.sign), "Dana Reyes");
    await press(PAGES.tasks.send);
    await screen.findByText(PAGES.tasks.sent);
    expect(server.requests.find(({ call }) => call === LETTER)?.body).toEqual({
      transactionId: "deposit-1",
      kind: "gift",
      text: "My mother gave it to me.",
      signedName: "Dana Reyes",
      donor: { name: "Maria Reyes", relationship: "mother", address: "1 Elm Street", phone: "555 010 2030" },
    });
    await screen.findByText(PAGES.done.title);
    screen.getByText(/has what it needs from your bank/);
  });

  test("updates a gift's letter with the donor while they are typed, and the letter can be signed unchanged", async () => {
    const server = await show(asked, { [LETTER]: asked });
    await press(/^Answer/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    expect(letter()).toHaveProperty("value", expect.stringContaining("a gift from ______, who is my ______."));
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorName), "Maria Reyes");
    expect(letter()).toHaveProperty("value", expect.stringContaining("a gift from Maria Reyes, who is my ______."));
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorRelationship), "mother");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorAddress), "1 Elm Street");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorPhone), "555 010 2030");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.sign), "Dana Reyes");
    await press(PAGES.tasks.send);
    await waitFor(() => expect(server.count(LETTER)).toBe(1));
    expect(server.requests.find(({ call }) => call === LETTER)?.body).toMatchObject({
      text: [
        "To Acme Lending:",
        'I, Dana Reyes, explain the deposit of $12,500.00 on Oct 14, 2026 to my account (First Platypus Bank, Checking, ending in 0000). The bank shows it as "MOBILE DEPOSIT".',
        "This money is a gift from Maria Reyes, who is my mother. It is for my home purchase. I do not have to pay it back, in money or in work.",
        "What I write here is true. I have added the papers that show it, as far as I have them.",
      ].join("\n\n"),
    });
  });

  test("does not update a letter that the visitor edited when the donor changes", async () => {
    await show(asked);
    await press(/^Answer/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    await userEvent.type(letter(), " And thanks.");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorName), "Maria Reyes");
    expect(letter()).toHaveProperty("value", expect.stringMatching(/a gift from ______[^]* And thanks\.$/));
  });

  test("leaves an edited letter as it is when the kind changes, and sends no donor", async () => {
    const server = await show(asked, { [LETTER]: asked });
    await press(/^Answer/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    await userEvent.clear(letter());
    await userEvent.type(letter(), "I sold my car.");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorName), "No One");
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.sale_of_personal_asset }));
    expect(letter()).toHaveProperty("value", "I sold my car.");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.sign), "Dana Reyes");
    await press(PAGES.tasks.send);
    await waitFor(() => expect(server.count(LETTER)).toBe(1));
    expect(server.requests.find(({ call }) => call === LETTER)?.body).not.toHaveProperty("donor");
  });

  test("sends nothing without a kind", async () => {
    const server = await show(asked);
    await press(/^Answer/);
    await press(PAGES.tasks.send);
    await screen.findByText(PAGES.tasks.choose);
    expect(server.count(LETTER)).toBe(0);
  });

  test("with a rejected answer shows why, and can be answered again from the earlier text", async () => {
    const answer = anAnswer({ state: "rejected", reason: "Name the donor, please." });
    await show({ ...asked, tasks: [aTask({ answer })] });
    screen.getByText("Name the donor, please.");
    await press(/^Answer again/);
    expect(letter()).toHaveProperty("value", answer.text);
    expect(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift })).toHaveProperty("checked", true);
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
