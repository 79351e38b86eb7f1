import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { CalendarFeed } from "#features/asset-reports/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { CalendarPage } from "./CalendarPage.tsx";

const LIST = "GET /account/calendar-feeds";
const CREATE = "POST /account/calendar-feeds";
const REMOVE = "DELETE /account/calendar-feeds/own";
const ADDRESS = "https://keyturn.example/api/calendar/abc.ics";

const aFeed = (facts: Partial<CalendarFeed> = {}): CalendarFeed => ({
  kind: "own",
  createdAt: "2026-11-02T15:00:00Z",
  createdBy: null,
  lastReadAt: null,
  ...facts,
});

async function answer(isYes: boolean): Promise<string> {
  await waitFor(() => expect(confirmStore.get()).not.toBeNull());
  const { title, answer } = confirmStore.get()!; // it was asked just now
  answer(isYes);
  return title;
}

test("an officer creates an address, which is shown once", async () => {
  signIn({ role: "registered" });
  const user = userEvent.setup();
  let feeds: CalendarFeed[] = [];
  answerHttp({ [LIST]: () => feeds, [CREATE]: () => ((feeds = [aFeed()]), { calendarURL: ADDRESS }) });
  await renderAt("/", <CalendarPage />);
  await user.click(await screen.findByRole("button", { name: "Create address: Your borrowers" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Calendar address" }));
  expect(dialog.getByText(ADDRESS)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await screen.findByRole("button", { name: "Replace address: Your borrowers" });
  expect(screen.queryByText(ADDRESS)).toBeNull();
  expect(screen.getByText(/Never read\.$/)).toBeTruthy();
  expect(screen.queryByText("All borrowers of the organization")).toBeNull();
});

test("an address is replaced and removed after a question", async () => {
  signIn({ role: "registered" });
  const user = userEvent.setup();
  let feeds = [aFeed({ lastReadAt: "2026-11-20T15:00:00Z" })];
  const server = answerHttp({
    [LIST]: () => feeds,
    [CREATE]: { calendarURL: ADDRESS },
    [REMOVE]: () => ((feeds = []), null),
  });
  await renderAt("/", <CalendarPage />);
  await user.click(await screen.findByRole("button", { name: "Replace address: Your borrowers" }));
  expect(await answer(false)).toBe("Replace the calendar address?");
  expect(server.count(CREATE)).toBe(0);
  await user.click(screen.getByRole("button", { name: "Remove address: Your borrowers" }));
  expect(await answer(true)).toBe("Remove the calendar address?");
  await screen.findByRole("button", { name: "Create address: Your borrowers" });
});

test("an admin also has the organization's calendar, and sees who created it", async () => {
  signIn({ role: "admin" });
  answerHttp({ [LIST]: [aFeed({ kind: "organization", createdBy: "Robin Vale" })] });
  await renderAt("/", <CalendarPage />);
  await screen.findByText("All borrowers of the organization");
  expect(screen.getByText(/by Robin Vale/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Create address: Your borrowers" })).toBeTruthy();
});
