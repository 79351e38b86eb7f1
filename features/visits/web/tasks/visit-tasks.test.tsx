import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { aBank } from "#features/borrowers/web/test-borrower.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { refusal } from "#kit/web/test-http.ts";
import { press, show } from "../test-visit-page.tsx";
import { AGREED, anAnswer, aTask, aVisit } from "../test-visit.ts";

const LETTER = "POST /visit/letter";

describe("a question about a deposit", () => {
  const asked = aVisit({ consent: AGREED, banks: [aBank()], isReportReady: true, tasks: [aTask()] });
  const letter = () => screen.getByLabelText(PAGES.tasks.letter);

  test("is answered: a kind, a letter of one's own, a typed name; a gift says who gave it", async () => {
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

  test("a gift's letter takes up the donor as they are typed, and can be signed as it is", async () => {
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

  test("a letter that was written in does not follow what is typed of the donor", async () => {
    await show(asked);
    await press(/^Answer/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    await userEvent.type(letter(), " And thanks.");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorName), "Maria Reyes");
    expect(letter()).toHaveProperty("value", expect.stringMatching(/a gift from ______[^]* And thanks\.$/));
  });

  test("a letter that was written in stays as it is when the kind changes, and no donor is sent", async () => {
    const server = await show(asked, { [LETTER]: asked });
    await press(/^Answer/);
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift }));
    await userEvent.clear(letter());
    await userEvent.type(letter(), "I sold my car.");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.donorName), "Nobody");
    await userEvent.click(screen.getByRole("radio", { name: PAGES.tasks.kinds.sale_of_personal_asset }));
    expect(letter()).toHaveProperty("value", "I sold my car.");
    await userEvent.type(screen.getByLabelText(PAGES.tasks.sign), "Dana Reyes");
    await press(PAGES.tasks.send);
    await waitFor(() => expect(server.count(LETTER)).toBe(1));
    expect(server.requests.find(({ call }) => call === LETTER)?.body).not.toHaveProperty("donor");
  });

  test("without a kind nothing is sent", async () => {
    const server = await show(asked);
    await press(/^Answer/);
    await press(PAGES.tasks.send);
    await screen.findByText(PAGES.tasks.choose);
    expect(server.count(LETTER)).toBe(0);
  });

  test("that was answered in vain shows why, and can be answered again from the words of before", async () => {
    const answer = anAnswer({ state: "rejected", reason: "Name the donor, please." });
    await show({ ...asked, tasks: [aTask({ answer })] });
    screen.getByText("Name the donor, please.");
    await press(/^Answer again/);
    expect(letter()).toHaveProperty("value", answer.text);
    expect(screen.getByRole("radio", { name: PAGES.tasks.kinds.gift })).toHaveProperty("checked", true);
  });

  test("gets its papers, and what is refused is told in words", async () => {
    let refuses = true;
    const paper = { id: "d", name: "receipt.pdf", mediaType: "application/pdf", bytes: 1_250_000 } as const;
    const more = { sha256: "", isFromBorrower: true, createdAt: "2026-11-20T12:00:00Z" };
    const queries: string[] = [];
    const answered = { ...asked, tasks: [aTask({ answer: anAnswer() })] };
    const server = await show(answered, {
      "POST /visit/document": (_, query) => {
        queries.push(query.toString());
        if (refuses) return refusal(415, "UNSUPPORTED_MEDIA_TYPE");
        return { ...asked, tasks: [aTask({ answer: anAnswer({ documents: [{ ...paper, ...more }] }) })] };
      },
    });
    const choose = () =>
      userEvent.upload(
        screen.getByLabelText(PAGES.tasks.addLabel("$12,500.00")),
        new File(["%PDF"], "receipt.pdf", { type: "application/pdf" }),
      );
    await choose();
    await screen.findByText(PAGES.troubles.wrongFile);
    refuses = false;
    await choose();
    await screen.findByText("receipt.pdf, 1.3 MB");
    expect(queries.at(-1)).toBe("name=receipt.pdf&evidenceId=evidence-1");
    expect(server.requests.find(({ call }) => call === "POST /visit/document")?.body).toBeInstanceOf(FormData);
  });
});
