import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { aBorrower } from "#features/borrowers/web/test-borrower.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Need, NeedsList } from "#features/borrower-portal/contract.ts";
import { answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { NeedsPanel } from "./NeedsPanel.tsx";

const BORROWER = aBorrower();
const READ = `GET /account/needs/${BORROWER.id}`;
const ASK = "POST /account/ask-needs";
const AT = "2026-11-20T12:00:00Z";

const aNeed = (facts: Partial<Need> = {}): Need => ({
  ...{ kind: "deposit", subject: "t1", state: "open", email: "dana@example.net" },
  ...{ amountCents: 1_250_000, date: "2026-10-14", documentKind: null, note: null, reason: null },
  ...{ dueOn: null, askedAt: null, askedBy: null, isOptional: false },
  ...facts,
});
const aList = (needs: Need[], facts: Partial<NeedsList> = {}): NeedsList => ({
  people: [
    {
      ...{ firstName: "Dana", lastName: "Reyes", email: "dana@example.net", emailedAt: AT, isEmailPending: false },
      ...{ lastRemindedAt: null, nextReminderAt: null },
    },
  ],
  needs,
  remindersOff: false,
  ...facts,
});

beforeEach(() => void signIn());

async function show(list: NeedsList, answers: Readonly<Record<string, Answer>> = {}, borrower = BORROWER) {
  const server = answerHttp({ [READ]: list, ...answers });
  await renderAt("/", <NeedsPanel borrower={borrower} />);
  await waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
  return server;
}

test("what is open can be asked one by one or all at once, and shows who acts next", async () => {
  const asked = aNeed({ state: "asked", askedAt: AT, askedBy: "Regina Registered", dueOn: "2026-11-01" });
  const optional = aNeed({ subject: "t2", amountCents: 100, isOptional: true });
  const server = await show(aList([aNeed(), optional]), { [ASK]: aList([asked, optional]) });
  screen.getByText("Explain the deposit of $12,500.00 on Oct 14, 2026");
  expect(screen.queryByText(/\$1\.00/), "the result does not depend on it").toBeNull();
  screen.getByText("Waiting for Dana");
  await userEvent.click(screen.getByRole("button", { name: "Ask for all (1)" }));
  await screen.findByText("Asked Nov 20, 2026 by Regina Registered");
  screen.getByText("Was due Nov 1, 2026");
  expect(server.requests.find(({ call }) => call === ASK)?.body).toEqual({ borrowerId: BORROWER.id });
  expect(screen.queryByRole("button", { name: /^Ask/ })).toBeNull();
});

test("a refusal shows a message next to what was asked", async () => {
  await show(aList([aNeed()]), { [ASK]: refusal(409, "NEED_RESOLVED") });
  await userEvent.click(screen.getByRole("button", { name: /^Ask Dana: Explain the deposit/ }));
  await screen.findByText(/Nothing is left to do about this anymore/);
});

test("a document is requested with a note and a due date, which stay in the form when it is refused", async () => {
  const REQUEST = "POST /account/request-document";
  let isRefused = true;
  const server = await show(aList([]), {
    [REQUEST]: () => (isRefused ? refusal(409, "LIMIT_REACHED") : aList([aNeed({ kind: "document", subject: "r1" })])),
  });
  screen.getByText(/Nothing is needed right now/);
  await userEvent.click(screen.getByRole("button", { name: "Request a document" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.selectOptions(dialog.getByLabelText("Type of document"), "Pay stub");
  await userEvent.type(dialog.getByLabelText(/^Note/), "The last 30 days.");
  await userEvent.type(dialog.getByLabelText(/^Due date/), "2026-12-01");
  await userEvent.click(dialog.getByRole("button", { name: "Request by email" }));
  await dialog.findByText(/today's limit of 500 links/);
  expect(dialog.getByLabelText(/^Note/)).toHaveProperty("value", "The last 30 days.");
  isRefused = false;
  await userEvent.click(dialog.getByRole("button", { name: "Request by email" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = server.requests.filter(({ call }) => call === REQUEST).map(({ body }) => body as { requestId: string });
  expect(sent[0]).toMatchObject({ kind: "pay_stub", note: "The last 30 days.", dueOn: "2026-12-01" });
  expect(sent[1], "one request, however often it is sent").toEqual(sent[0]);
});

test("reminders say when the last and the next one is sent, and can be sent now or turned off", async () => {
  const asked = aNeed({ state: "asked", askedAt: AT });
  const person = { ...aList([]).people[0]!, lastRemindedAt: AT, nextReminderAt: "2026-11-23T15:00:00Z" };
  const server = await show(aList([asked], { people: [person] }), {
    "POST /account/remind": refusal(409, "REMINDED_RECENTLY"),
    "POST /account/set-reminders": aList([asked], { remindersOff: true }),
  });
  await screen.findByText(/Last reminder Nov 20, 2026.*Next reminder Nov 23, 2026/);
  await userEvent.click(screen.getByRole("button", { name: "Remind now: Dana Reyes" }));
  await screen.findByText(/We emailed this person a few minutes ago/);
  await userEvent.click(screen.getByRole("button", { name: "Turn off: automatic reminders" }));
  await screen.findByText("Automatic reminders are off for this borrower.");
  expect(server.requests.at(-1)?.body).toEqual({ borrowerId: BORROWER.id, isOn: false });
});

test("an email that the mail server has not taken yet is shown", async () => {
  const person = { ...aList([]).people[0]!, emailedAt: null, isEmailPending: true };
  await show(aList([aNeed({ state: "asked", askedAt: AT })], { people: [person] }));
  await screen.findByText(/The last email hasn't gone out yet/);
});

test("no one asks about a closed borrower, or with a role that only reads", async () => {
  await show(aList([aNeed()]), {}, aBorrower({ status: "closed" }));
  const button = await screen.findByRole("button", { name: "Ask for all (1)" });
  expect(button.title).toContain("This borrower is closed");
  signIn({ role: "observer" });
  await waitFor(() => expect(button.title).toContain("Your role is read-only here"));
});
