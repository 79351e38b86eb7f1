import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { aBorrowerSession, aNeed, show } from "../test-portal-page.tsx";

test("the list shows what is needed and how much is done, and takes a requested document right there", async () => {
  const bank = aNeed({ id: null, kind: "bank", subject: "bank", state: "done", documentKind: null, note: null });
  const deposit = aNeed({
    ...{ id: null, kind: "deposit", subject: "t1", documentKind: null, note: null, dueOn: null },
    ...{ state: "open", amountCents: 1_250_000, date: "2026-10-14" },
  });
  const queries: string[] = [];
  await show(aBorrowerSession({ needs: [bank, deposit, aNeed()] }), {
    "POST /visit/document": (_, query) => {
      queries.push(query.toString());
      return aBorrowerSession({ needs: [bank, { ...deposit, state: "done" }, aNeed({ state: "answered" })] });
    },
  });
  const title = PAGES.needs.title("Acme Lending");
  const list = within(await screen.findByRole("list", { name: title }));
  screen.getByText("1 done, 2 left");
  list.getByText("Tell us where $12,500.00 on Oct 14, 2026 came from");
  list.getByText("The last 30 days.");
  list.getByText("By Dec 1, 2026");
  await userEvent.upload(
    list.getByLabelText("Photo or PDF: Pay stub"),
    new File(["%PDF"], "stub.pdf", { type: "application/pdf" }),
  );
  await screen.findByText(PAGES.needs.allDone);
  expect(queries).toEqual(["name=stub.pdf&kind=pay_stub&needId=need-1"]);
});

test("a rejected document says why and asks for another one", async () => {
  await show(aBorrowerSession({ needs: [aNeed({ reason: "Page 2 is missing.", note: null })] }));
  await screen.findByText("Send another: Pay stub");
  screen.getByText("Acme Lending says: Page 2 is missing.");
});
