import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { aSentDocument } from "#features/underwriting/web/test-evidence.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { refusal } from "#platform/web/test-http.ts";
import { aBorrowerSession, press, show } from "../test-portal-page.tsx";

const SEND = "POST /visit/document";
const aFile = (name: string, text = "%PDF") => new File([text], name, { type: "application/pdf" });
const choose = async (...files: File[]) => userEvent.upload(await screen.findByLabelText(PAGES.papers.label), files);

test("statements can be sent instead of a bank, several at once, and the page shows what was sent", async () => {
  const names: (string | null)[] = [];
  await show(aBorrowerSession(), {
    [SEND](_, query) {
      names.push(query.get("name"));
      expect(query.get("kind")).toBe("bank_statement");
      return aBorrowerSession({ documents: names.map((name) => aSentDocument({ id: name!, name: name! })) });
    },
  });
  await choose(aFile("may.pdf"), aFile("june.pdf"));
  await screen.findByText("Sent: may.pdf and june.pdf.");
  expect(names).toEqual(["may.pdf", "june.pdf"]);
  expect(screen.getAllByText(PAGES.papers.received)).toHaveLength(2);
  screen.getByRole("list", { name: PAGES.steps.name });
  screen.getByText(PAGES.steps.send);
  screen.getByRole("button", { name: PAGES.papers.more });
});

test("a rejected document shows the lender's reason, and all accepted says so", async () => {
  const rejected = aSentDocument({ state: "rejected", reason: "Page 2 is missing." });
  await show(aBorrowerSession({ documents: [aSentDocument({ id: "1" }), rejected] }));
  await screen.findByText(PAGES.papers.rejectedTitle);
  screen.getByText("Acme Lending says: Page 2 is missing.");
});

test("when every document is accepted, nothing more is asked", async () => {
  await show(aBorrowerSession({ documents: [aSentDocument({ state: "accepted" })] }));
  await screen.findByText(PAGES.papers.allAccepted);
});

test("a file that could not be scanned is still there and can be sent again", async () => {
  let isDown = true;
  const server = await show(aBorrowerSession(), {
    [SEND]: () => (isDown ? refusal(502, "PROVIDER_UNAVAILABLE") : aBorrowerSession({ documents: [aSentDocument()] })),
  });
  await choose(aFile("may.pdf"));
  await screen.findByText(/Nothing is lost/);
  isDown = false;
  await press(PAGES.papers.retry);
  await screen.findByText(PAGES.papers.received);
  expect(server.count(SEND)).toBe(2);
});

test.each([
  [422, "VIRUS_FOUND", /has a virus/],
  [422, "PASSWORD_PROTECTED", /needs a password/],
  [409, "DUPLICATE_DOCUMENT", /already has this file/],
] as const)("a refused file, %i %s, says why and cannot be sent again", async (status, code, words) => {
  await show(aBorrowerSession(), { [SEND]: refusal(status, code) });
  await choose(aFile("may.pdf"));
  await screen.findByText(words);
  expect(screen.queryByRole("button", { name: PAGES.papers.retry })).toBeNull();
});

test("an empty file is refused on the page", async () => {
  const server = await show(aBorrowerSession());
  await choose(aFile("may.pdf", ""));
  await screen.findByText(/This file is empty/);
  await waitFor(() => expect(server.count(SEND)).toBe(0));
});
