import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Expirations, PlannedRefresh } from "#features/asset-reports/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { withReport } from "#features/borrowers/web/test-borrower.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { ExpirationsPanel } from "./ExpirationsPanel.tsx";

const borrower = withReport();
const READ = `GET /account/expirations/${borrower.id}`;
const PLAN = `PUT /account/planned-refresh/${borrower.id}`;
const CANCEL = `DELETE /account/planned-refresh/${borrower.id}`;

const file = (facts: Partial<Expirations> = {}): Expirations => ({
  today: "2026-11-28",
  timeZone: "America/New_York",
  closingOn: "2027-03-30",
  clocks: [
    { kind: "freeRefresh", day: "2027-01-20", subject: "", programs: [] },
    { kind: "data", day: "2027-03-20", subject: "First Platypus Bank", programs: ["fannie", "freddie"] },
    { kind: "access", day: null, subject: "First Platypus Bank", programs: [] },
    { kind: "consent", day: null, subject: "Dana Reyes", programs: [] },
  ],
  programName: null,
  suggestion: { outcome: "refresh", day: "2027-03-17", hasGap: false },
  price: 1000,
  freeUntil: "2027-01-20",
  leftOfCap: null,
  plan: null,
  ...facts,
});
const planned = (facts: Partial<PlannedRefresh> = {}): PlannedRefresh => ({
  day: "2027-03-17",
  isSuggested: true,
  price: 1000,
  state: "planned",
  reason: null,
  plannedBy: "Robin Vale",
  endedAt: null,
  ...facts,
});

const show = (answers: Parameters<typeof answerHttp>[0]) => {
  const server = answerHttp(answers);
  return renderAt("/", <ExpirationsPanel borrower={borrower} />).then(() => server);
};
const rows = () => screen.getAllByRole("listitem").map((row) => row.textContent);

beforeEach(() => void signIn());

test("ages under a program of the lender's own are named after it", async () => {
  await show({ [READ]: file({ programName: "Lakeside Portfolio" }) });
  await screen.findByText("Bank data of First Platypus Bank (Lakeside Portfolio, not Fannie Mae or Freddie Mac)");
});

test("everything that runs out is listed by day, with the closing among it", async () => {
  await show({ [READ]: file({ plan: planned() }) });
  await screen.findByRole("heading", { name: "Expirations" });
  await screen.findByText("Closing");
  expect(rows()).toEqual([
    "Jan 20, 2027Free refreshIn 53 days",
    "Mar 17, 2027Refresh plannedIn 109 days",
    "Mar 20, 2027Bank data of First Platypus Bank (Fannie Mae and Freddie Mac)In 112 days",
    "Mar 30, 2027ClosingIn 122 days",
    "No end dateAccess to First Platypus Bank",
    "No end dateConsent of Dana Reyes",
  ]);
  expect(screen.getByText(/^Each day ends at midnight UTC, 7:00 PM EST in/)).toBeTruthy();
});

test("before the first report, one sentence says to generate it", async () => {
  const suggestion = { outcome: "refused", reason: "NO_REPORT" } as const;
  await show({ [READ]: file({ clocks: [], closingOn: null, suggestion }) });
  await screen.findByText("Nothing expires yet. Generate a report to see how long its data is valid.");
  expect(screen.queryByText(/There is no report yet/)).toBeNull();
});

test("what has run out says so", async () => {
  await show({
    [READ]: file({
      clocks: [{ kind: "link", day: "2026-11-27", subject: "Dana Reyes", programs: [] }],
      closingOn: null,
    }),
  });
  await screen.findByText("Secure link of Dana Reyes");
  expect(rows()).toEqual(["Nov 27, 2026Secure link of Dana ReyesExpired"]);
});

test("a refresh is planned for the suggested day or another one, at the price of that day", async () => {
  const user = userEvent.setup();
  const server = await show({
    [READ]: file(),
    [PLAN]: file({ plan: planned({ day: "2027-01-20", isSuggested: false, price: 0 }) }),
  });
  await screen.findByText(
    "Mar 17, 2027 is the last good day for one refresh that is valid through the closing on Mar 30, 2027. It costs $10.00.",
  );
  await user.click(screen.getByRole("button", { name: "Plan refresh" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Plan a refresh" }));
  const day = dialog.getByLabelText<HTMLInputElement>("Day");
  expect(day.value).toBe("2027-03-17");
  expect(dialog.getByText("It costs $10.00.")).toBeTruthy();
  await user.clear(day);
  await user.type(day, "2027-01-20");
  await dialog.findByText("It's free. Mar 17, 2027 is the last good day.");
  await user.click(dialog.getByRole("button", { name: "Plan refresh" }));
  await screen.findByText(
    "A refresh is planned for Jan 20, 2027 by Robin Vale. It's free. The last good day is Mar 17, 2027.",
  );
  expect(server.requests.find(({ call }) => call === PLAN)?.body).toMatchObject({ day: "2027-01-20", price: 0 });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  ["2026-11-27", "Choose today or a later day"],
  ["2027-03-31", "Choose a day up to the closing on Mar 30, 2027"],
])("the day %s is refused in the form, and has no price", async (typed, words) => {
  const user = userEvent.setup();
  const server = await show({ [READ]: file() });
  await user.click(await screen.findByRole("button", { name: "Plan refresh" }));
  const dialog = within(await screen.findByRole("dialog"));
  const day = dialog.getByLabelText("Day");
  await user.clear(day);
  await user.type(day, typed);
  expect(dialog.queryByText(/It costs|It's free/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Plan refresh" }));
  await dialog.findByText(words);
  expect(server.count(PLAN)).toBe(0);
});

test("a day after the current data runs out says so, before and after it is planned", async () => {
  const user = userEvent.setup();
  await show({
    [READ]: file(),
    [PLAN]: file({ plan: planned({ day: "2027-03-28", isSuggested: false }) }),
  });
  await user.click(await screen.findByRole("button", { name: "Plan refresh" }));
  const dialog = within(await screen.findByRole("dialog"));
  const day = dialog.getByLabelText("Day");
  await user.clear(day);
  await user.type(day, "2027-03-28");
  await dialog.findByText(
    "It costs $10.00. The current data runs out on Mar 20, 2027. Mar 17, 2027 is the last good day.",
  );
  await user.click(dialog.getByRole("button", { name: "Plan refresh" }));
  await screen.findByText(
    /at most \$10\.00\. The current data runs out on Mar 20, 2027\. The last good day is Mar 17, 2027\.$/,
  );
});

test("a planned refresh is canceled after a question", async () => {
  const user = userEvent.setup();
  const server = await show({
    [READ]: file({ plan: planned() }),
    [CANCEL]: file({ plan: planned({ state: "canceled" }) }),
  });
  await screen.findByText(/It costs at most \$10.00. It moves with the closing day.$/);
  await user.click(screen.getByRole("button", { name: "Cancel refresh" }));
  await waitFor(() => expect(confirmStore.get()).not.toBeNull());
  confirmStore.get()!.answer(true);
  await screen.findByRole("button", { name: "Plan refresh" });
  expect(server.count(CANCEL)).toBe(1);
});

test.each<[string, Partial<Expirations>]>([
  ["The current report is valid through the closing. No refresh is needed.", { suggestion: { outcome: "notNeeded" } }],
  [
    "Enter the note date to see the best day for a refresh.",
    { suggestion: { outcome: "refused", reason: "NO_CLOSING_DAY" } },
  ],
])("without a day there is nothing to plan: %s", async (words, facts) => {
  await show({ [READ]: file(facts) });
  await screen.findByText(words);
  expect(screen.queryByRole("button", { name: "Plan refresh" })).toBeNull();
});

test("a refresh that was not made says why", async () => {
  await show({ [READ]: file({ plan: planned({ state: "failed", reason: "BANK_LOGIN_REQUIRED" }) }) });
  await screen.findByText("The refresh planned for Mar 17, 2027 was not made");
  expect(
    screen.getByText("A bank asks the borrower to sign in again. Reconnect it, then generate the report."),
  ).toBeTruthy();
});

test("a refused day stays in the dialog with the reason", async () => {
  const user = userEvent.setup();
  await show({ [READ]: file(), [PLAN]: refusal(409, "REFRESH_NOT_POSSIBLE") });
  await user.click(await screen.findByRole("button", { name: "Plan refresh" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Plan refresh" }));
  await dialog.findByText(/^A refresh on this day would not serve the closing/);
});

test("an observer sees the days and can't plan", async () => {
  signIn({ role: "observer" });
  await show({ [READ]: file() });
  const button = await screen.findByRole("button", { name: "Plan refresh" });
  expect(button.getAttribute("aria-disabled") ?? button.getAttribute("disabled")).not.toBeNull();
});
